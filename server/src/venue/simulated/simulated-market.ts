/**
 * The simulated exchange: every listed contract with its makers and takers over one set of books. Deterministic from
 * the seed and the engine's time; the effect of investors' orders is an offset that decays.
 */
import { createExchange, type Exchange, type VenueReport, type VenueRequest } from '@mua/core/exchange';
import { hashText } from '@mua/core/values';
import type { Market, MarketOutput, TradeDateEnd } from '#venue/thread/market';
import type { ListedContract } from '#venue/thread/messages';
import type { ContractUpdate } from '#venue/venue';
import { ContractMarket } from './contract-market.ts';
import { levelOf } from './levels/index.ts';
import { createMarketModel } from './model/market-model.ts';

/** Trading rules, "Readings: Collar". */
const BOOK_RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };
/** The grain of the market's time; contracts take turns on it. */
const TICK_MS = 100;
const FRONT_SLOT_MS = 200;
const BACK_SLOT_MS = 1_000;
/** Behind by more, the market does not run through every slot but jumps; history fills the hole. */
const LONGEST_CATCH_UP_MS = 120_000;
/** How wide and how deep a delivery month is by its place in the queue, relative to the front. */
const SPREAD_BY_PLACE = [1, 1.25, 1.5, 2, 2];
const DEPTH_BY_PLACE = [1, 0.6, 0.4, 0.3, 0.25];

export interface SimulatedMarketOptions {
  readonly seed: number;
  readonly epoch: string;
  readonly startMs: number;
  readonly contracts: readonly ListedContract[];
}

export function createSimulatedMarket(options: SimulatedMarketOptions): Market {
  return new SimulatedMarket(options);
}

class SimulatedMarket implements Market {
  readonly #exchange: Exchange;
  /** In order of expiry; a contract leaves when its last day is over. */
  readonly #running = new Map<string, ContractMarket>();
  #tickMs: number;
  #tapeFromMs: number;
  #isOpen = false;

  constructor({ seed, epoch, startMs, contracts }: SimulatedMarketOptions) {
    this.#exchange = createExchange({ epoch, rules: BOOK_RULES });
    this.#tickMs = Math.floor(startMs / TICK_MS) * TICK_MS;
    this.#tapeFromMs = startMs;
    const model = createMarketModel(seed);
    for (const { listed, place } of byPlace(contracts)) {
      const { contract, commodity, settlementTicks } = listed;
      const level = levelOf(commodity.code);
      if (!level) throw new Error(`${commodity.code} can't be simulated: it has no market level`);
      const slotMs = place === 0 ? FRONT_SLOT_MS : BACK_SLOT_MS;
      const market = {
        seed,
        epoch,
        exchange: this.#exchange,
        settlementTicks,
        contractCode: contract.code,
        lastTradeDay: contract.lastTradeDay,
        model: model.contract(contract, commodity),
        slotMs,
        phaseMs: (hashText(contract.code) % (slotMs / TICK_MS)) * TICK_MS,
        spreadTicks: level.depth.spreadTicks[0] * (SPREAD_BY_PLACE[place] ?? 2),
        topLots: Math.max(1, level.depth.topLots[0] * (DEPTH_BY_PLACE[place] ?? 0.25)),
      };
      this.#running.set(contract.code, new ContractMarket(market, this.#tickMs));
    }
  }

  step(nowMs: number): MarketOutput {
    if (this.#isOpen) this.#advance(nowMs);
    this.#isOpen = true;
    return this.#takeOutput(nowMs);
  }

  handle(requests: readonly VenueRequest[], nowMs: number): MarketOutput {
    this.#advance(nowMs);
    const strays = requests.flatMap((request) => this.#handleOne(request, nowMs));
    const { reports, updates } = this.#takeOutput(nowMs);
    return { reports: [...strays, ...reports], updates };
  }

  endTradeDate({ endedDate, settlements }: TradeDateEnd, nowMs: number): MarketOutput {
    this.#advance(nowMs);
    for (const market of this.#running.values()) {
      market.endTradeDate(endedDate, settlements.get(market.contractCode), this.#tickMs);
      if (market.lastTradeDay <= endedDate) market.end();
    }
    const output = this.#takeOutput(nowMs);
    for (const [code, { lastTradeDay }] of this.#running) if (lastTradeDay <= endedDate) this.#running.delete(code);
    return output;
  }

  marketTimeMs(nowMs: number): number {
    return nowMs;
  }

  tapeFromMs(): number {
    return this.#tapeFromMs;
  }

  #advance(nowMs: number): void {
    if (nowMs - this.#tickMs > LONGEST_CATCH_UP_MS) {
      this.#tickMs = Math.floor(nowMs / TICK_MS) * TICK_MS;
      this.#tapeFromMs = this.#tickMs;
      for (const market of this.#running.values()) market.jumpTo(this.#tickMs);
      return;
    }
    while (this.#tickMs + TICK_MS <= nowMs) {
      this.#tickMs += TICK_MS;
      for (const market of this.#running.values()) if (market.isDue(this.#tickMs)) market.slot(this.#tickMs);
    }
  }

  /** Reports of contracts that are not here; those of the others come with the contract's own. */
  #handleOne(request: VenueRequest, nowMs: number): readonly VenueReport[] {
    const market = this.#running.get(request.kind === 'submit' ? request.order.contractCode : request.contractCode);
    const reports = this.#exchange.handle(request);
    market?.afterRequest(reports, nowMs);
    return market ? [] : reports;
  }

  #takeOutput(nowMs: number): MarketOutput {
    const reports = [...this.#running.values()].flatMap((market) => market.takeReports());
    const updates: ContractUpdate[] = [];
    for (const { board } of this.#running.values()) {
      const update = board.update(Math.max(this.#tickMs, nowMs));
      if (update) updates.push(update);
    }
    return { reports, updates };
  }
}

/** Each contract with its place among the delivery months of its commodity: 0 is the front. */
function byPlace(contracts: readonly ListedContract[]): { listed: ListedContract; place: number }[] {
  const places = new Map<string, number>();
  const inOrder = [...contracts].sort((a, b) => expiryOf(a) - expiryOf(b));
  return inOrder.map((listed) => {
    const place = places.get(listed.commodity.code) ?? 0;
    places.set(listed.commodity.code, place + 1);
    return { listed, place };
  });
}

function expiryOf({ contract }: ListedContract): number {
  return contract.expiryYear * 12 + contract.expiryMonth;
}
