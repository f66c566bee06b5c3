/**
 * The public data of one contract, and its changes since the last update: quotes, depth, prints, day figures, session.
 * It reads the exchange's tape for this contract.
 */
import type { BookDepthLevel as BookLevel, Exchange, Trade as Print } from '@mua/core/exchange';
import type { SessionState, Ticks } from '@mua/core/values';
import type { ContractUpdate, DayFigures, QuotedLevel, SessionUpdate, Trade } from '#venue/port/market-data.ts';

const LEVELS_PUBLISHED = 10;
/**
 * docs/rules/market.md#quotes: every quote is restamped at least every five seconds; a little sooner, to allow for
 * transport.
 */
const RESTAMP_MS = 4_500;
const NO_BOOK = { bids: [], asks: [] };

export interface ContractBoardOptions {
  readonly exchange: Exchange;
  readonly contractCode: string;
  readonly day: DayFigures;
  /** Prints from before the opening, so that the tape does not begin empty. */
  readonly tape: readonly Trade[];
  readonly session: SessionUpdate;
}

export class ContractBoard {
  readonly contractCode: string;
  readonly #exchange: Exchange;
  #day: DayFigures;
  #trades: Trade[];
  #lastTicks: Ticks | null;
  #bids: readonly QuotedLevel[] | null = null;
  #asks: readonly QuotedLevel[] | null = null;
  #session: SessionUpdate;
  #isOver = false;
  #isDayPublished = false;
  #isSessionPublished = false;
  #publishedMs = Number.NEGATIVE_INFINITY;
  /** The book may have changed since the last update. */
  isStirred = true;
  /** The feed is stalled: only the session is published. The rest follows afterwards. */
  isSilent = false;

  constructor({ exchange, contractCode, day, tape, session }: ContractBoardOptions) {
    this.#session = session;
    this.#exchange = exchange;
    this.contractCode = contractCode;
    this.#day = day;
    this.#trades = [...tape];
    this.#lastTicks = tape.at(-1)?.priceTicks ?? null;
    for (const { priceTicks } of tape) this.#stretchDay(priceTicks);
  }

  /** Price of the last print; null before the first. */
  get lastTicks(): Ticks | null {
    return this.#lastTicks;
  }

  print(prints: readonly Print[], timeMs: number): void {
    for (const { tradeId, priceTicks, lots, aggressorSide } of prints) {
      this.#trades.push({ tradeId, timeMs, priceTicks, lots, aggressor: aggressorSide });
      this.#stretchDay(priceTicks);
      this.#day = { ...this.#day, volumeLots: this.#day.volumeLots + lots };
      this.#lastTicks = priceTicks;
      this.isStirred = true;
    }
  }

  beginDay(begun: Pick<DayFigures, 'settlementTicks' | 'openInterestLots'>): void {
    this.setDay({ openTicks: null, highTicks: null, lowTicks: null, volumeLots: 0, ...begun });
  }

  setDay(day: DayFigures): void {
    this.#day = day;
    this.#isDayPublished = false;
  }

  get day(): DayFigures {
    return this.#day;
  }

  get session(): SessionState {
    return this.#session.state;
  }

  setSession(session: SessionUpdate): void {
    this.#exchange.setSession(this.contractCode, session.state);
    this.showSession(session);
  }

  /** Of a spread, which the exchange opens with its legs. */
  showSession(session: SessionUpdate): void {
    this.#session = session;
    this.#isSessionPublished = false;
    this.isStirred = true;
  }

  /** The contract has expired: closed for ever, with empty sides. */
  end(): void {
    this.#isOver = true;
    this.#session = { state: 'CLOSED', opensAtMs: null };
    this.#isSessionPublished = false;
    this.isStirred = true;
  }

  /** The changes, or null if there are none and the last stamp is recent. */
  update(timeMs: number): ContractUpdate | null {
    if (this.isSilent)
      return this.#isSessionPublished ? null : { contractCode: this.contractCode, timeMs, ...this.#sessionUpdate() };
    const isNew = this.isStirred || !this.#isDayPublished || !this.#isSessionPublished;
    if (!isNew && timeMs - this.#publishedMs < RESTAMP_MS) return null;
    const update = { ...this.#bookUpdate(), ...this.#tapeUpdate(), ...this.#sessionUpdate() };
    const isRestamp = Object.keys(update).length === 0;
    if (isRestamp && timeMs - this.#publishedMs < RESTAMP_MS) return null;
    this.#publishedMs = timeMs;
    return { contractCode: this.contractCode, timeMs, ...update };
  }

  #bookUpdate(): Pick<ContractUpdate, 'bids' | 'asks'> {
    if (!this.isStirred) return {};
    this.isStirred = false;
    const { bids, asks } = this.#isOver ? NO_BOOK : this.#exchange.depth(this.contractCode, LEVELS_PUBLISHED);
    const update: { bids?: readonly QuotedLevel[]; asks?: readonly QuotedLevel[] } = {};
    if (this.#bids === null || differs(this.#bids, bids)) update.bids = this.#bids = bids.map(levelOf);
    if (this.#asks === null || differs(this.#asks, asks)) update.asks = this.#asks = asks.map(levelOf);
    return update;
  }

  #tapeUpdate(): Pick<ContractUpdate, 'trades' | 'day'> {
    const trades = this.#trades;
    if (trades.length === 0) {
      if (this.#isDayPublished) return {};
      this.#isDayPublished = true;
      return { day: this.#day };
    }
    this.#trades = [];
    this.#isDayPublished = true;
    return { trades, day: this.#day };
  }

  #sessionUpdate(): Pick<ContractUpdate, 'session'> {
    if (this.#isSessionPublished) return {};
    this.#isSessionPublished = true;
    return { session: this.#session };
  }

  #stretchDay(priceTicks: Ticks): void {
    const { openTicks, highTicks, lowTicks } = this.#day;
    this.#day = {
      ...this.#day,
      openTicks: openTicks ?? priceTicks,
      highTicks: Math.max(highTicks ?? priceTicks, priceTicks),
      lowTicks: Math.min(lowTicks ?? priceTicks, priceTicks),
    };
  }
}

function levelOf({ priceTicks, lots }: BookLevel): QuotedLevel {
  return { priceTicks, lots };
}

function differs(published: readonly QuotedLevel[], now: readonly BookLevel[]): boolean {
  if (published.length !== now.length) return true;
  for (let i = 0; i < now.length; i += 1) {
    const a = published[i];
    const b = now[i];
    if (a?.priceTicks !== b?.priceTicks || a?.lots !== b?.lots) return true;
  }
  return false;
}
