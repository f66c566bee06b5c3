/** One simulated contract: its model, its order flow, four makers and takers in the book, and its public data. */
import { type Commodity, dailyLimits } from '@mua/core/engine';
import type { DailyLimits, Exchange, VenueReport } from '@mua/core/exchange';
import type { Ticks } from '@mua/core/values';
import type { DayFigures, SessionUpdate, Trade } from '#venue/port/market-data.ts';
import type { Scenario } from '#venue/port/scenario.ts';
import { MAKERS } from '#venue/simulated/flow.ts';
import { MakerQuotes, QUOTE_MARK } from '#venue/simulated/maker-quotes.ts';
import type { ContractModel } from '#venue/simulated/model/contract-model.ts';
import { bits, type Key, keyOf } from '#venue/simulated/model/draws.ts';
import type { DayStart } from '#venue/simulated/model/trading-clock.ts';
import { isSamePlace, type PlaceTerms, PlayedFlow, type ScriptedInterval } from '#venue/simulated/played-flow.ts';
import { NORMAL, type Stage, scriptedLimits, scriptedTicks, stageAt } from '#venue/simulated/scenario.ts';
import { ContractBoard } from '#venue/thread/contract-board.ts';

/** Id and owner of the simulated takers; a market order never rests, so one id suffices. */
const TAKER = '^taker';
/** Chance out of 256 that consumed levels are refilled in an interval: .35. */
const REFILLS = 90;
/** One maker's share of the best level's lots: on average two and a half of the four are at the best price. */
const MAKER_SHARE = 0.4;
/** A market locked at its limit stays so under any pressure (flow.ts: at most four sigmas). */
const LOCK_SIGMAS = 5;
const LOCK_SPREADS = 2;
/** Additional takers: one in this time, on average. */
const BUSY_EVERY_MS = 2_000;

export interface ContractMarketOptions {
  readonly seed: number;
  readonly epoch: string;
  readonly exchange: Exchange;
  readonly contractCode: string;
  readonly lastTradeDay: string;
  readonly commodity: Commodity;
  readonly model: ContractModel;
  /** Start of the trade date that contains an instant. */
  readonly dayStart: DayStart;
  readonly settlementTicks: Ticks | null | undefined;
  readonly session: SessionUpdate;
  /** The broker's state of a halt, which may have ended before this market opened. */
  readonly isHalted: boolean;
  readonly isHaltedByHand: boolean;
  readonly scenario: Scenario | null;
  /** Its flow of the last minutes, where that was played in advance. */
  readonly played?: PlayedFlow | undefined;
}

export class ContractMarket {
  readonly contractCode: string;
  readonly lastTradeDay: string;
  readonly #options: ContractMarketOptions;
  readonly #refillKey: Key;
  readonly board: ContractBoard;
  #place: PlaceTerms;
  #makers: readonly MakerQuotes[];
  #played: PlayedFlow;
  #limits: DailyLimits | null = null;
  /** The calendar's session; a halt hides it. */
  #scheduled: SessionUpdate;
  /** The published halt, by an operator or a scenario. */
  #isHalted: boolean;
  #isHaltedByHand: boolean;
  #scenario: Scenario | null;
  #stage: Stage;
  /** Investors' reports since the last take. */
  #reports: VenueReport[] = [];

  constructor(options: ContractMarketOptions, place: PlaceTerms, startMs: number) {
    const { exchange, contractCode, seed, session, scenario } = options;
    this.#options = options;
    this.#place = place;
    this.contractCode = contractCode;
    this.lastTradeDay = options.lastTradeDay;
    this.#refillKey = keyOf(seed, 'refill', contractCode);
    this.#scheduled = session;
    this.#isHalted = options.isHalted;
    this.#isHaltedByHand = options.isHaltedByHand;
    this.#scenario = scenario;
    this.#stage = stageAt(scenario, startMs);
    exchange.listContract(contractCode, { session: session.state });
    this.#makers = this.#newMakers();
    this.#played = (scenario ? undefined : options.played) ?? this.#newFlow();
    const isOpen = session.state === 'OPEN';
    const day = this.#dayUntil(startMs);
    const settlementTicks = options.settlementTicks ?? day.settlementTicks;
    this.#setLimits(settlementTicks, startMs);
    const tape = isOpen ? this.#replay(startMs) : this.#oldPrint(startMs);
    this.board = new ContractBoard({ exchange, contractCode, day: { ...day, settlementTicks }, tape, session });
    this.board.isSilent = this.#stage.isSilent;
    if (isOpen) this.#standAll(this.#drawAt(startMs));
    this.#followHalt(startMs, false);
  }

  get isOpen(): boolean {
    return this.board.session === 'OPEN';
  }

  /** Whether an interval ends at an instant. */
  isDue(timeMs: number): boolean {
    return this.isOpen && (timeMs - this.#place.phaseMs) % this.#place.intervalMs === 0;
  }

  /** Runs the interval that ends at an instant. */
  runInterval(timeMs: number): void {
    const { exchange } = this.#options;
    this.#played.run(timeMs, this.#scripted(timeMs));
    if (this.#stage.isEmpty) return;
    const draw = this.#drawAt(timeMs);
    this.#requote(draw);
    for (const { side, lots } of this.#played.flow.takers) {
      const taker = { orderId: TAKER, ownerId: TAKER, contractCode: this.contractCode, quantityLots: lots } as const;
      const order = { ...taker, side: side > 0 ? 'BUY' : 'SELL', orderType: 'MARKET', duration: 'IOC' } as const;
      this.#absorb(exchange.handle({ kind: 'submit', order }));
      this.board.isStirred = true;
    }
    this.board.print(exchange.takeTrades(), timeMs);
  }

  /** Handles the reports of an investor's request; its trades press on the price. */
  afterRequest(reports: readonly VenueReport[], timeMs: number): void {
    this.#absorb(reports);
    const prints = this.#options.exchange.takeTrades();
    for (const { aggressorSide, lots } of prints) this.#played.flow.press(aggressorSide === 'BUY' ? 1 : -1, lots);
    this.board.print(prints, timeMs);
    this.board.isStirred = true;
  }

  /** Ends day orders and quotes; the date is settled and, in an open market, makers return at once. */
  endTradeDate(endedDate: string, settlementTicks: Ticks | undefined, timeMs: number): void {
    const { exchange, model } = this.#options;
    this.#absorb(exchange.endTradeDate(endedDate, this.contractCode));
    const settlement = settlementTicks ?? this.board.lastTicks ?? Math.round(model.fairTicks(timeMs));
    this.board.beginDay({ settlementTicks: settlement, openInterestLots: model.openInterestLots(timeMs) });
    for (const quotes of this.#makers) quotes.forget();
    this.#setLimits(settlement, timeMs);
    if (this.isOpen) this.#standAll(this.#drawAt(timeMs));
    // Returning makers may have matched an investor's order.
    this.board.print(exchange.takeTrades(), timeMs);
    this.board.isStirred = true;
  }

  /** Applies the calendar's session; `isBehind`: time will jump, and makers return after that. */
  setSession(session: SessionUpdate, timeMs: number, isBehind: boolean): void {
    this.#scheduled = session;
    if (!this.#isHalted) this.#change(session, timeMs, isBehind);
  }

  setHalt(isHalted: boolean, timeMs: number, isBehind: boolean): void {
    this.#isHaltedByHand = isHalted;
    this.#followHalt(timeMs, isBehind);
  }

  /** Sets or removes the script: a market in the middle of one restarts at its own price. */
  setScenario(scenario: Scenario | null, timeMs: number, isBehind: boolean): void {
    const wasScripted = this.#stage !== NORMAL;
    this.#scenario = scenario;
    this.followScenario(timeMs, isBehind);
    if (wasScripted && this.isOpen && !isBehind) this.#begin(timeMs);
  }

  /** Applies the script at an instant. Limits before prices: the book withdraws what is beyond new limits. */
  followScenario(timeMs: number, isBehind: boolean): void {
    const before = this.#stage;
    const stage = stageAt(this.#scenario, timeMs);
    if (stage === before) return;
    this.#stage = stage;
    this.board.isSilent = stage.isSilent;
    if (stage.limits !== before.limits) this.#setLimits(this.board.day.settlementTicks, timeMs);
    if (this.isOpen && stage.isEmpty) for (const quotes of this.#makers) quotes.withdraw(this.#absorb);
    if (this.isOpen && !isBehind && before.isEmpty && !stage.isEmpty) this.#comeBack(timeMs);
    this.board.isStirred = true;
    this.#followHalt(timeMs, isBehind);
  }

  #followHalt(timeMs: number, isBehind: boolean): void {
    const isHalted = this.#isHaltedByHand || this.#stage.isHalted;
    if (isHalted === this.#isHalted) return;
    this.#isHalted = isHalted;
    const unscheduled = { isHalt: isHalted };
    const session = isHalted ? ({ state: 'PAUSED', opensAtMs: null } as const) : this.#scheduled;
    this.#change({ ...session, unscheduled: unscheduled }, timeMs, isBehind);
  }

  /** Makers leave before a close and return at the current price; investors' orders rest meanwhile. */
  #change(session: SessionUpdate, timeMs: number, isBehind: boolean): void {
    const wasOpen = this.isOpen;
    if (wasOpen && session.state !== 'OPEN') for (const quotes of this.#makers) quotes.withdraw(this.#absorb);
    this.board.setSession(session);
    if (!wasOpen && this.isOpen && !isBehind) this.#begin(timeMs);
  }

  /** Moves to another place among the delivery months: other makers, another pace. */
  moveTo(place: PlaceTerms, timeMs: number, isBehind: boolean): void {
    if (isSamePlace(place, this.#place)) return;
    if (this.isOpen) for (const quotes of this.#makers) quotes.withdraw(this.#absorb);
    this.#place = place;
    this.#makers = this.#newMakers();
    for (const quotes of this.#makers) quotes.limits = this.#limits;
    if (this.isOpen && !isBehind) this.#begin(timeMs);
  }

  /** The contract has expired. */
  end(): void {
    this.#absorb(this.#options.exchange.endContract(this.contractCode));
    this.board.end();
  }

  /** After a time jump: the flow restarts, makers go to the new price and trade with orders in between. */
  jumpTo(timeMs: number): void {
    this.board.setDay({ ...this.#dayUntil(timeMs), settlementTicks: this.board.day.settlementTicks });
    if (this.isOpen) this.#begin(timeMs);
  }

  #begin(timeMs: number): void {
    this.#played = this.#newFlow();
    this.#replay(timeMs);
    this.#comeBack(timeMs);
  }

  /** Makers return and trade with orders in their way. */
  #comeBack(timeMs: number): void {
    this.#standAll(this.#drawAt(timeMs));
    this.board.print(this.#options.exchange.takeTrades(), timeMs);
    this.board.isStirred = true;
  }

  /** Sets the exchange's limits with each trade date; orders that become impossible are rejected as usual. */
  #setLimits(settlementTicks: Ticks | null, timeMs: number): void {
    const { exchange, commodity, contractCode } = this.#options;
    const ruled = dailyLimits(commodity, settlementTicks, timeMs) ?? null;
    this.#limits = scriptedLimits(this.#stage, ruled, settlementTicks);
    for (const quotes of this.#makers) quotes.limits = this.#limits;
    this.#absorb(exchange.setDailyLimits(contractCode, this.#limits));
    this.#absorb(exchange.setSettlement(contractCode, settlementTicks));
  }

  takeReports(): readonly VenueReport[] {
    if (this.#reports.length === 0) return this.#reports;
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  #newFlow(): PlayedFlow {
    return new PlayedFlow(this.#options, this.#options.model, this.#place);
  }

  #newMakers(): readonly MakerQuotes[] {
    const { exchange, contractCode, seed } = this.#options;
    const { spreadTicks } = this.#place;
    return Array.from({ length: MAKERS }, (_, maker) => {
      const ownerId = `maker-${maker + 1}`;
      const key = keyOf(seed, `quotes of ${ownerId}`, contractCode);
      const topLots = this.#place.topLots * MAKER_SHARE;
      return new MakerQuotes({ exchange, contractCode, ownerId, key, topLots, spreadTicks });
    });
  }

  /** Runs the flow without a book up to an instant; returns its last prints, at the makers' prices. */
  #replay(timeMs: number): Trade[] {
    const { epoch } = this.#options;
    this.#played.playTo(timeMs, this.#scenario ? (at) => this.#scripted(at) : undefined);
    const tape = this.#played.takers.map(({ timeMs: at, index, side, lots, priceTicks }): Trade => {
      const tradeId = `${epoch}-${this.contractCode}-${at}-${index}`;
      const aggressor = side > 0 ? 'BUY' : 'SELL';
      return { tradeId, timeMs: at, priceTicks: this.#withinLimits(priceTicks), lots, aggressor };
    });
    return tape.length > 0 ? tape : this.#oldPrint(timeMs);
  }

  /** A market without trades in the replay shows the close of its last day as a print. */
  #oldPrint(timeMs: number): Trade[] {
    const { model, epoch, dayStart } = this.#options;
    for (let end = timeMs, days = 0; days < 10; days += 1) {
      const start = dayStart(end - 1);
      const bar = model.bar(start, end);
      const tradeId = `${epoch}-${this.contractCode}-${start}-0`;
      if (bar) return [{ tradeId, timeMs: start, priceTicks: bar.closeTicks, lots: 1, aggressor: 'BUY' }];
      end = start;
    }
    return [];
  }

  #dayUntil(timeMs: number): DayFigures {
    const { model, dayStart } = this.#options;
    const start = dayStart(timeMs);
    const bar = timeMs > start ? model.bar(start, timeMs) : null;
    const before = model.bar(dayStart(start - 1), start);
    return {
      openTicks: bar?.openTicks ?? null,
      highTicks: bar?.highTicks ?? null,
      lowTicks: bar?.lowTicks ?? null,
      settlementTicks: before?.closeTicks ?? Math.round(model.fairTicks(start)),
      volumeLots: bar?.volumeLots ?? 0,
      openInterestLots: model.openInterestLots(start),
    };
  }

  #drawAt(timeMs: number): number {
    return Math.floor((timeMs - this.#place.phaseMs) / this.#place.intervalMs);
  }

  #requote(draw: number): void {
    const { moved, refreshed, bids, asks } = this.#played.flow;
    for (let maker = 0; maker < MAKERS; maker += 1) {
      const quotes = this.#makers[maker];
      if (!quotes) continue;
      const bit = 1 << maker;
      if (moved & bit) quotes.stand(bids[maker] ?? 0, asks[maker] ?? 0, draw, this.#absorb);
      else if (quotes.hasEaten && (bits(this.#refillKey, draw * MAKERS + maker) & 0xff) < REFILLS) {
        quotes.refill(draw, this.#absorb);
      } else if (refreshed & bit) quotes.refresh(draw, this.#absorb);
      else continue;
      this.board.isStirred = true;
    }
  }

  /**
   * An interval of makers' targets and takers. A script that moves the price brings takers, or a quiet market's last
   * price would not follow.
   */
  #scripted(timeMs: number): ScriptedInterval {
    const { isBusy, isEmpty, isHalted } = stageAt(this.#scenario, timeMs);
    const calledLots = isBusy ? (this.#played.flow.meanLots * this.#place.intervalMs) / BUSY_EVERY_MS : 0;
    return { fairTicks: this.#ticksAt(timeMs), calledLots, isStill: isEmpty || isHalted };
  }

  /** The reference price of makers and takers, in ticks. */
  #ticksAt(timeMs: number): number {
    const { model, commodity } = this.#options;
    const fairTicks = model.fairTicks(timeMs);
    if (!this.#scenario) return fairTicks;
    const { tickUnits, scale } = commodity.grid;
    return scriptedTicks(this.#scenario, timeMs, {
      fairTicks,
      limits: this.#limits,
      lockTicks: LOCK_SIGMAS * model.minuteSigmaTicks + LOCK_SPREADS * this.#place.spreadTicks,
      ticksAUnit: 10 ** scale / tickUnits,
    });
  }

  #withinLimits(ticks: Ticks): number {
    if (!this.#limits) return ticks;
    return Math.min(this.#limits.highestTicks, Math.max(this.#limits.lowestTicks, ticks));
  }

  #standAll(draw: number): void {
    if (this.#stage.isEmpty) return;
    const { bids, asks } = this.#played.flow;
    for (const [maker, quotes] of this.#makers.entries()) {
      quotes.stand(bids[maker] ?? 0, asks[maker] ?? 0, draw, this.#absorb);
    }
  }

  /** Sorts reports: makers learn of their trades, investors' reports go out, takers' are dropped. */
  readonly #absorb = (reports: readonly VenueReport[]): void => {
    for (const report of reports) {
      if (report.orderId.startsWith(QUOTE_MARK)) {
        if (report.kind !== 'filled') continue;
        this.#makers.some((quotes) => quotes.markEaten(report.orderId));
      } else if (report.orderId !== TAKER) this.#reports.push(report);
    }
  };
}
