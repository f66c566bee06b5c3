/**
 * The simulated exchange: every listed contract with its makers and takers over one set of books. Deterministic by seed
 * and engine time; the effect of investors' orders is an offset that decays.
 */
import { DEFAULT_TRADING_RULES, neighbourSpreads } from '@mua/core/engine';
import { createExchange, type Exchange, type VenueRequest } from '@mua/core/exchange';
import { hashText } from '@mua/core/values';
import type { VenueBehaviour } from '#ground/config.ts';
import type { ContractUpdate } from '#venue/port/market-data.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import type { VenueSession } from '#venue/port/simulated-controls.ts';
import { ContractMarket } from '#venue/simulated/contract-market.ts';
import type { HeadStart } from '#venue/simulated/head-start.ts';
import { createMarketModel, type MarketModel } from '#venue/simulated/model/market-model.ts';
import { byPlace, monthsByCommodity, TICK_MS, termsOf } from '#venue/simulated/places.ts';
import { endsMs } from '#venue/simulated/scenario.ts';
import { SpreadMarket } from '#venue/simulated/spread-market.ts';
import { BrokerLine } from '#venue/thread/broker-line.ts';
import type { ListedContract, Market, MarketHours, MarketOutput, TradeDateEnd } from '#venue/thread/market.ts';

/** docs/rules/orders.md#collar. */
const BOOK_RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };
/** If it lags by more, the market jumps instead of running through every interval; history fills the gap. */
const LONGEST_CATCH_UP_MS = 120_000;

export interface SimulatedMarketOptions {
  readonly seed: number;
  readonly epoch: string;
  readonly startMs: number;
  readonly marketHours: MarketHours;
  /** Plain when absent. */
  readonly behaviour?: VenueBehaviour;
  readonly contracts: readonly ListedContract[];
  /** At most one for each contract. */
  readonly scenarios?: readonly Scenario[];
  /** Halted by an operator and not resumed. */
  readonly halted?: readonly string[];
  /** Flows that were played before this market opened. */
  readonly headStart?: HeadStart | undefined;
}

export function createSimulatedMarket(options: SimulatedMarketOptions): Market {
  return new SimulatedMarket(options);
}

class SimulatedMarket implements Market {
  readonly #options: SimulatedMarketOptions;
  readonly #exchange: Exchange;
  readonly #line: BrokerLine;
  readonly #model: MarketModel;
  readonly #listed = new Map<string, ListedContract>();
  /** A contract is removed after its last day. */
  readonly #running = new Map<string, ContractMarket>();
  /** Neighbouring months of each commodity; one ends with its near month. */
  readonly #spreads = new Map<string, SpreadMarket>();
  /** By contract, until they end. */
  readonly #scenarios: Map<string, Scenario>;
  #tickMs: number;
  #tapeFromMs: number;
  #isOpen = false;

  constructor(options: SimulatedMarketOptions) {
    const { seed, epoch, startMs, marketHours, contracts, behaviour = 'plain', scenarios = [], halted = [] } = options;
    this.#options = options;
    this.#exchange = createExchange({ epoch, rules: BOOK_RULES, band: DEFAULT_TRADING_RULES });
    this.#line = new BrokerLine({ exchange: this.#exchange, epoch, seed: hashText('line', seed), behaviour });
    this.#tickMs = Math.floor(startMs / TICK_MS) * TICK_MS;
    this.#tapeFromMs = startMs;
    this.#model = createMarketModel(seed, marketHours);
    this.#scenarios = new Map(scenarios.map((scenario) => [scenario.contractCode, scenario]));
    this.#add(contracts, new Set(halted));
  }

  step(nowMs: number): MarketOutput {
    if (this.#isOpen) this.#advance(nowMs);
    this.#isOpen = true;
    return this.#takeOutput(nowMs);
  }

  handle(requests: readonly VenueRequest[], nowMs: number): MarketOutput {
    this.#advance(nowMs);
    for (const request of requests) this.#handleOne(request, nowMs);
    return this.#takeOutput(nowMs);
  }

  endTradeDate({ endedDate, nextDate, contractCodes, settlements, atMs }: TradeDateEnd, nowMs: number): MarketOutput {
    this.#advanceNear(Math.min(atMs, nowMs));
    const ended: string[] = [];
    for (const spread of this.#spreads.values())
      if (contractCodes.includes(spread.near)) spread.endTradeDate(endedDate, this.#tickMs);
    for (const code of contractCodes) {
      const market = this.#running.get(code);
      if (!market) continue;
      market.endTradeDate(endedDate, settlements.get(code), this.#tickMs);
      if (market.lastTradeDay >= nextDate) continue;
      for (const spread of this.#spreads.values()) if (spread.isOf(code)) spread.end();
      market.end();
      ended.push(code);
    }
    this.#line.dateRolled(nowMs);
    const output = this.#takeOutput(nowMs);
    for (const code of ended) {
      for (const [name, spread] of this.#spreads) if (spread.isOf(code)) this.#spreads.delete(name);
      this.#running.delete(code);
      this.#listed.delete(code);
    }
    if (ended.length > 0) this.#rank(nowMs);
    return output;
  }

  setSession({ contractCodes, state, opensAtMs, atMs }: VenueSession, nowMs: number): MarketOutput {
    const isBehind = this.#advanceNear(Math.min(atMs, nowMs));
    for (const code of contractCodes) this.#running.get(code)?.setSession({ state, opensAtMs }, this.#tickMs, isBehind);
    return this.#takeOutput(nowMs);
  }

  setHalt(contractCode: string, isHalted: boolean, nowMs: number): MarketOutput {
    const isBehind = this.#advanceNear(nowMs);
    this.#running.get(contractCode)?.setHalt(isHalted, this.#tickMs, isBehind);
    return this.#takeOutput(nowMs);
  }

  setLink(isUp: boolean, reason: string, nowMs: number): MarketOutput {
    this.#advanceNear(nowMs);
    if (isUp) this.#line.mend();
    else this.#line.cut(reason);
    return this.#takeOutput(nowMs);
  }

  listOpen(nowMs: number): MarketOutput {
    this.#advanceNear(nowMs);
    this.#line.listOpen();
    return this.#takeOutput(nowMs);
  }

  setScenario(contractCode: string, scenario: Scenario | null, nowMs: number): MarketOutput {
    const isBehind = this.#advanceNear(nowMs);
    if (scenario) this.#scenarios.set(contractCode, scenario);
    else this.#scenarios.delete(contractCode);
    this.#running.get(contractCode)?.setScenario(scenario, this.#tickMs, isBehind);
    return this.#takeOutput(nowMs);
  }

  list(contracts: readonly ListedContract[], nowMs: number): MarketOutput {
    this.#advanceNear(nowMs);
    this.#add(contracts);
    this.#rank(nowMs);
    return this.#takeOutput(nowMs);
  }

  marketTimeMs(nowMs: number): number {
    return nowMs;
  }

  tapeFromMs(): number {
    return this.#tapeFromMs;
  }

  #add(contracts: readonly ListedContract[], halted: ReadonlySet<string> = new Set()): void {
    const { seed, epoch } = this.#options;
    const added = contracts.filter(({ contract }) => !this.#running.has(contract.code));
    for (const listed of added) this.#listed.set(listed.contract.code, listed);
    for (const { listed, place } of byPlace([...this.#listed.values()])) {
      const { contract, commodity, settlementTicks, session = 'OPEN', opensAtMs = null, isHalted = false } = listed;
      if (this.#running.has(contract.code)) continue;
      const terms = termsOf(listed, place);
      const market = {
        seed,
        epoch,
        exchange: this.#exchange,
        settlementTicks,
        session: { state: session, opensAtMs },
        isHalted,
        isHaltedByHand: halted.has(contract.code),
        scenario: this.#scenarios.get(contract.code) ?? null,
        contractCode: contract.code,
        lastTradeDay: contract.lastTradeDay,
        commodity,
        model: this.#model.contract(contract, commodity),
        dayStart: this.#model.dayStart(commodity),
        played: this.#options.headStart?.take(contract.code, terms, this.#tickMs),
      };
      this.#running.set(contract.code, new ContractMarket(market, terms, this.#tickMs));
    }
    this.#addSpreads();
  }

  /** Those of the months that are neighbours now. */
  #addSpreads(): void {
    for (const months of monthsByCommodity(this.#listed.values())) {
      for (const [place, spread] of neighbourSpreads(months.map(({ contract }) => contract)).entries()) {
        const front = months[0];
        if (!front || this.#spreads.has(spread.code)) continue;
        const { topLots, spreadTicks } = termsOf(front, place + 1);
        const options = { seed: this.#options.seed, exchange: this.#exchange, spread, topLots, spreadTicks };
        this.#spreads.set(spread.code, new SpreadMarket(options, this.#tickMs));
      }
    }
  }

  /** An expired month makes the next one the front, and the next two neighbours. */
  #rank(nowMs: number): void {
    this.#addSpreads();
    const isBehind = this.#isBehind(nowMs);
    for (const { listed, place } of byPlace([...this.#listed.values()]))
      this.#running.get(listed.contract.code)?.moveTo(termsOf(listed, place), this.#tickMs, isBehind);
  }

  #isBehind(timeMs: number): boolean {
    return timeMs - this.#tickMs > LONGEST_CATCH_UP_MS;
  }

  /** Advances to an instant unless a jump is due, which the next price request makes. True: it is due. */
  #advanceNear(timeMs: number): boolean {
    if (this.#isBehind(timeMs)) return true;
    this.#advance(timeMs);
    return false;
  }

  #advance(nowMs: number): void {
    if (this.#isBehind(nowMs)) {
      this.#tickMs = Math.floor(nowMs / TICK_MS) * TICK_MS;
      this.#tapeFromMs = this.#tickMs;
      this.#followScenarios(true);
      for (const market of this.#running.values()) market.jumpTo(this.#tickMs);
      for (const spread of this.#spreads.values()) spread.requote(this.#tickMs);
      return;
    }
    while (this.#tickMs + TICK_MS <= nowMs) {
      this.#tickMs += TICK_MS;
      this.#followScenarios(false);
      for (const market of this.#running.values()) if (market.isDue(this.#tickMs)) market.runInterval(this.#tickMs);
      for (const spread of this.#spreads.values()) if (spread.isDue(this.#tickMs)) spread.requote(this.#tickMs);
    }
  }

  /** `isBehind`: time has jumped, and prices follow with it. */
  #followScenarios(isBehind: boolean): void {
    for (const [code, scenario] of this.#scenarios) {
      this.#running.get(code)?.followScenario(this.#tickMs, isBehind);
      if (endsMs(scenario) <= this.#tickMs) this.#scenarios.delete(code);
    }
  }

  /** Reports of unknown contracts go to the line at once; the others with their contract's. */
  #handleOne(request: VenueRequest, nowMs: number): void {
    const code = request.kind === 'submit' ? request.order.contractCode : request.contractCode;
    const market = this.#running.get(code) ?? this.#spreads.get(code);
    const reports = this.#line.request(request);
    if (market) market.afterRequest(reports, nowMs);
    else this.#line.receive(reports, nowMs);
  }

  *#markets(): Generator<ContractMarket | SpreadMarket> {
    yield* this.#running.values();
    yield* this.#spreads.values();
  }

  #takeOutput(nowMs: number): MarketOutput {
    for (const spread of this.#spreads.values()) spread.followLegs(this.#tickMs);
    for (const market of this.#markets()) this.#line.receive(market.takeReports(), nowMs);
    this.#line.step(nowMs);
    const updates: ContractUpdate[] = [];
    for (const { board } of this.#markets()) {
      const update = board.update(Math.max(this.#tickMs, nowMs));
      if (update) updates.push(update);
    }
    return { ...this.#line.take(nowMs), updates };
  }
}
