/**
 * One simulated contract at work: its model, its flow, four ladders and takers in the book, and what the public sees.
 */
import type { Exchange, VenueReport } from '@mua/core/exchange';
import { ContractBoard } from '#venue/thread/contract-board';
import type { DayFigures, Trade } from '#venue/venue';
import { ContractFlow, MAKERS } from './flow.ts';
import { Ladder, QUOTE_MARK } from './ladder.ts';
import type { ContractModel } from './model/contract-model.ts';
import { bits, type Key, keyOf } from './model/draws.ts';
import { DAY_MS, dayStartMs } from './model/trading-clock.ts';

/** The simulated takers' id and owner; a market order never rests, so one id serves them all. */
const TAKER = '^taker';
/** Chance out of 256 that eaten levels are put back in a slot: .35. */
const REFILLS = 90;
/** Replayed at a start: ten half-lives of the offset, so that a restart goes on where the market was. */
const REPLAY_MS = 15 * 60_000;
/** Prints of the replay that the tape begins with. */
const FIRST_PRINTS = 50;
/** Of the best level's lots, what one maker shows: about two and a half of the four stand at the best price. */
const MAKER_SHARE = 0.4;

export interface ContractMarketOptions {
  readonly seed: number;
  readonly epoch: string;
  readonly exchange: Exchange;
  readonly contractCode: string;
  readonly lastTradeDay: string;
  readonly model: ContractModel;
  readonly slotMs: number;
  readonly phaseMs: number;
  readonly spreadTicks: number;
  readonly topLots: number;
  readonly settlementTicks: number | null | undefined;
}

export class ContractMarket {
  readonly contractCode: string;
  readonly lastTradeDay: string;
  readonly #options: ContractMarketOptions;
  readonly #ladders: readonly Ladder[];
  readonly #refillKey: Key;
  readonly board: ContractBoard;
  #flow: ContractFlow;
  #lotsUntil: number;
  /** Investors' reports since they were last taken. */
  #reports: VenueReport[] = [];

  constructor(options: ContractMarketOptions, startMs: number) {
    const { exchange, contractCode, seed, spreadTicks } = options;
    this.#options = options;
    this.contractCode = contractCode;
    this.lastTradeDay = options.lastTradeDay;
    this.#refillKey = keyOf(seed, 'refill', contractCode);
    exchange.listContract(contractCode, { session: 'OPEN' });
    this.#ladders = Array.from({ length: MAKERS }, (_, maker) => {
      const ownerId = `maker-${maker + 1}`;
      const key = keyOf(seed, `quotes of ${ownerId}`, contractCode);
      const topLots = options.topLots * MAKER_SHARE;
      return new Ladder({ exchange, contractCode, ownerId, key, topLots, spreadTicks });
    });
    this.#flow = this.#newFlow();
    this.#lotsUntil = 0;
    const tape = this.#replay(startMs);
    const day = this.#dayUntil(startMs);
    const settlementTicks = options.settlementTicks ?? day.settlementTicks;
    this.board = new ContractBoard({ exchange, contractCode, day: { ...day, settlementTicks }, tape });
    this.#standAll(this.#drawAt(startMs));
  }

  /** Whether a slot ends at an instant. */
  isDue(timeMs: number): boolean {
    return (timeMs - this.#options.phaseMs) % this.#options.slotMs === 0;
  }

  /** The slot that ends at an instant. */
  slot(timeMs: number): void {
    const { model, exchange } = this.#options;
    const lotsUntil = model.lotsUntil(timeMs);
    this.#flow.slot(timeMs, model.fairTicks(timeMs), lotsUntil - this.#lotsUntil);
    this.#lotsUntil = lotsUntil;
    const draw = this.#drawAt(timeMs);
    this.#requote(draw);
    for (const { side, lots } of this.#flow.takers) {
      const taker = { orderId: TAKER, ownerId: TAKER, contractCode: this.contractCode, quantityLots: lots } as const;
      const order = { ...taker, side: side > 0 ? 'BUY' : 'SELL', orderType: 'MARKET', duration: 'IOC' } as const;
      this.#absorb(exchange.handle({ kind: 'submit', order }));
      this.board.isStirred = true;
    }
    this.board.print(exchange.takeTrades(), timeMs);
  }

  /** Reports of an investor's request; its trades press on the price. */
  afterRequest(reports: readonly VenueReport[], timeMs: number): void {
    this.#absorb(reports);
    const prints = this.#options.exchange.takeTrades();
    for (const { aggressorSide, lots } of prints) this.#flow.press(aggressorSide === 'BUY' ? 1 : -1, lots);
    this.board.print(prints, timeMs);
    this.board.isStirred = true;
  }

  /** Day orders end, the quotes too; the date is settled and the makers come back at once. */
  endTradeDate(endedDate: string, settlementTicks: number | undefined, timeMs: number): void {
    const { exchange, model } = this.#options;
    this.#absorb(exchange.endTradeDate(endedDate, this.contractCode));
    this.board.beginDay(settlementTicks ?? this.board.lastTicks ?? Math.round(model.fairTicks(timeMs)));
    for (const ladder of this.#ladders) ladder.forget();
    this.#standAll(this.#drawAt(timeMs));
    // The makers may have met an investor's order on their way back.
    this.board.print(exchange.takeTrades(), timeMs);
    this.board.isStirred = true;
  }

  /** The contract's last day is over. */
  end(): void {
    this.#absorb(this.#options.exchange.endContract(this.contractCode));
    this.board.end();
  }

  /** Time jumped: the flow begins anew as at a start, the makers come to the new price and trade what is in the way. */
  jumpTo(timeMs: number): void {
    this.#flow = this.#newFlow();
    this.#replay(timeMs);
    this.board.setDay({ ...this.#dayUntil(timeMs), settlementTicks: this.board.day.settlementTicks });
    this.#standAll(this.#drawAt(timeMs));
    this.board.print(this.#options.exchange.takeTrades(), timeMs);
    this.board.isStirred = true;
  }

  takeReports(): readonly VenueReport[] {
    if (this.#reports.length === 0) return this.#reports;
    const reports = this.#reports;
    this.#reports = [];
    return reports;
  }

  #newFlow(): ContractFlow {
    const { seed, contractCode, slotMs, phaseMs, spreadTicks, topLots, model } = this.#options;
    const { minuteSigmaTicks } = model;
    return new ContractFlow({ seed, contractCode, slotMs, phaseMs, spreadTicks, topLots, minuteSigmaTicks });
  }

  /** Runs the flow without a book up to an instant; returns its last prints, made at the makers' prices. */
  #replay(timeMs: number): Trade[] {
    const { model, epoch, slotMs, phaseMs } = this.#options;
    const flow = this.#flow;
    const tape: Trade[] = [];
    const last = Math.floor((timeMs - phaseMs) / slotMs) * slotMs + phaseMs;
    const first = last - REPLAY_MS;
    this.#lotsUntil = model.lotsUntil(first);
    for (let at = first + slotMs; at <= last; at += slotMs) {
      const lotsUntil = model.lotsUntil(at);
      flow.slot(at, model.fairTicks(at), lotsUntil - this.#lotsUntil);
      this.#lotsUntil = lotsUntil;
      for (const [index, { side, lots }] of flow.takers.entries()) {
        const priceTicks = side > 0 ? flow.bestAsk : flow.bestBid;
        const tradeId = `${epoch}-${this.contractCode}-${at}-${index}`;
        tape.push({ tradeId, timeMs: at, priceTicks, lots, aggressor: side > 0 ? 'BUY' : 'SELL' });
      }
    }
    return tape.length > 0 ? tape.slice(-FIRST_PRINTS) : this.#oldPrint(timeMs);
  }

  /** A market that slept through the replay shows the close of its last day with a trade. */
  #oldPrint(timeMs: number): Trade[] {
    const { model, epoch } = this.#options;
    for (let end = timeMs, days = 0; days < 10; days += 1) {
      const start = dayStartMs(end - 1);
      const bar = model.bar(start, end);
      const tradeId = `${epoch}-${this.contractCode}-${start}-0`;
      if (bar) return [{ tradeId, timeMs: start, priceTicks: bar.closeTicks, lots: 1, aggressor: 'BUY' }];
      end = start;
    }
    return [];
  }

  #dayUntil(timeMs: number): DayFigures {
    const { model } = this.#options;
    const start = dayStartMs(timeMs);
    const bar = timeMs > start ? model.bar(start, timeMs) : null;
    const before = model.bar(start - DAY_MS, start);
    return {
      openTicks: bar?.openTicks ?? null,
      highTicks: bar?.highTicks ?? null,
      lowTicks: bar?.lowTicks ?? null,
      settlementTicks: before?.closeTicks ?? Math.round(model.fairTicks(start)),
      volumeLots: bar?.volumeLots ?? 0,
    };
  }

  #drawAt(timeMs: number): number {
    return Math.floor((timeMs - this.#options.phaseMs) / this.#options.slotMs);
  }

  #requote(draw: number): void {
    const { moved, refreshed, bids, asks } = this.#flow;
    for (let maker = 0; maker < MAKERS; maker += 1) {
      const ladder = this.#ladders[maker];
      if (!ladder) continue;
      const bit = 1 << maker;
      if (moved & bit) ladder.stand(bids[maker] ?? 0, asks[maker] ?? 0, draw, this.#absorb);
      else if (ladder.hasEaten && (bits(this.#refillKey, draw * MAKERS + maker) & 0xff) < REFILLS) {
        ladder.refill(draw, this.#absorb);
      } else if (refreshed & bit) ladder.refresh(draw, this.#absorb);
      else continue;
      this.board.isStirred = true;
    }
  }

  #standAll(draw: number): void {
    const { bids, asks } = this.#flow;
    for (const [maker, ladder] of this.#ladders.entries()) {
      ladder.stand(bids[maker] ?? 0, asks[maker] ?? 0, draw, this.#absorb);
    }
  }

  /** Sorts reports: a maker learns that it was eaten, an investor's go out, takers' concern nobody. */
  readonly #absorb = (reports: readonly VenueReport[]): void => {
    for (const report of reports) {
      if (report.orderId.startsWith(QUOTE_MARK)) {
        if (report.kind !== 'filled') continue;
        this.#ladders.some((ladder) => ladder.markEaten(report.orderId));
      } else if (report.orderId !== TAKER) this.#reports.push(report);
    }
  };
}
