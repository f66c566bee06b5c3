/**
 * Plays a recording through the same books as the simulated exchange: each recorded trade is traded between two
 * artificial parties, with a maker around it, so that an investor's order fills as it would have. Time is the
 * recording's; it runs `speed` times as fast as the engine's, and when the recording ends the market closes.
 */
import { createExchange, type Exchange, type VenueReport } from '@mua/core/exchange';
import { barOpenMs, type Lots, type Ticks } from '@mua/core/values';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { DayFigures, SessionUpdate, Trade } from '#venue/port/market-data.ts';
import { MinuteBars } from '#venue/port/minute-bars.ts';
import { type Playback, paceOf } from '#venue/port/playback.ts';
import { endOfTrades, playedTrades } from '#venue/recorded/played-trades.ts';
import { type RecordedTrade, type Recording, readRecording } from '#venue/recorded/recording.ts';
import { MakerQuotes, QUOTE_MARK } from '#venue/simulated/maker-quotes.ts';
import { BrokerLine } from '#venue/thread/broker-line.ts';
import { ContractBoard } from '#venue/thread/contract-board.ts';
import type { ListedContract, Market, MarketOutput } from '#venue/thread/market.ts';

/** docs/rules/orders.md#collar. */
const BOOK_RULES = { collarBasisPoints: 200, collarMinimumTicks: 10 };
/** The two parties of a recorded trade. Neither rests after the trade. */
const GIVER = '^giver';
const TAKER = '^taker';
/** The maker shows this share of a median recorded trade at its best price, but at least five lots. */
const SHOWN_SHARE = 0.5;
const LEAST_SHOWN_LOTS = 5;
const HALTED: SessionUpdate = { state: 'PAUSED', opensAtMs: null, unscheduled: { isHalt: true } };
/** A recording trades when it was recorded: the broker follows its session, not a calendar. */
const OWN_OPEN: SessionUpdate = { state: 'OPEN', opensAtMs: null, unscheduled: { isHalt: false } };

export interface RecordedMarketOptions {
  readonly epoch: string;
  readonly startMs: number;
  readonly file: string;
  readonly listed: ListedContract;
  readonly playback: Playback;
  /** Where to begin, in the recording's time; at its beginning if absent. */
  readonly positionMs?: number;
}

/** Throws RecordingError if the file can't be played. */
export function createRecordedMarket(options: RecordedMarketOptions): Market {
  const { file, listed } = options;
  const recording = readRecording(file, listed.commodity.grid);
  return new RecordedMarket(recording, options);
}

class RecordedMarket implements Market {
  readonly #exchange: Exchange;
  readonly #quotes: MakerQuotes;
  readonly #board: ContractBoard;
  readonly #contractCode: string;
  readonly #epoch: string;
  readonly #beganMs: number;
  /** The recording has run from `#originMs` at `#pace` since this engine time. */
  #startMs: number;
  #originMs: number;
  #pace: number;
  readonly #trades: readonly RecordedTrade[];
  readonly #minutes = new MinuteBars();
  readonly #endMs: number;
  #next = 0;
  #standsAtTicks: Ticks | null = null;
  #isClosed = false;
  #nowMs: number;
  readonly #line: BrokerLine;
  #reports: VenueReport[] = [];

  constructor(recording: Recording, { epoch, startMs, listed, playback, positionMs }: RecordedMarketOptions) {
    this.#contractCode = listed.contract.code;
    this.#epoch = epoch;
    this.#pace = paceOf(playback);
    this.#startMs = startMs;
    this.#trades = playedTrades(recording);
    this.#endMs = endOfTrades(this.#trades);
    this.#originMs = Math.max(positionMs ?? 0, this.#trades[0]?.timeMs ?? 0);
    this.#beganMs = this.#originMs;
    this.#nowMs = this.#originMs;
    this.#exchange = createExchange({ epoch, rules: BOOK_RULES });
    this.#line = new BrokerLine({ exchange: this.#exchange, epoch, seed: 0, behaviour: 'plain' });
    this.#exchange.listContract(this.#contractCode, { session: 'OPEN' });
    this.#quotes = new MakerQuotes({
      exchange: this.#exchange,
      contractCode: this.#contractCode,
      ownerId: 'maker-1',
      key: 1,
      topLots: shownLots(this.#trades),
      spreadTicks: 2,
    });
    const last = this.#passOver(this.#originMs);
    this.#board = new ContractBoard({
      exchange: this.#exchange,
      contractCode: this.#contractCode,
      day: this.#daySoFar(listed.settlementTicks ?? this.#trades[0]?.priceTicks ?? null),
      tape: last ? [last] : [],
      session: OWN_OPEN,
    });
    if (last) this.#stand(last.priceTicks);
  }

  step(nowMs: number): MarketOutput {
    this.#advance(nowMs);
    return this.#takeOutput();
  }

  handle(requests: Parameters<Market['handle']>[0], nowMs: number): MarketOutput {
    this.#advance(nowMs);
    for (const request of requests) this.#absorb(this.#line.request(request));
    this.#print(this.#nowMs);
    this.#board.isStirred = true;
    return this.#takeOutput();
  }

  endTradeDate({ endedDate, settlements }: Parameters<Market['endTradeDate']>[0], nowMs: number): MarketOutput {
    this.#advance(nowMs);
    this.#absorb(this.#exchange.endTradeDate(endedDate, this.#contractCode));
    this.#board.setDay(this.#daySoFar(settlements.get(this.#contractCode) ?? this.#board.lastTicks));
    this.#quotes.forget();
    const ticks = this.#standsAtTicks;
    this.#standsAtTicks = null;
    if (ticks !== null && !this.#isOver()) this.#stand(ticks);
    this.#print(this.#nowMs);
    return this.#takeOutput();
  }

  /** No calendar opens or closes it. */
  setSession(_change: Parameters<Market['setSession']>[0], nowMs: number): MarketOutput {
    return this.step(nowMs);
  }

  /** Its one contract is all there is. */
  list(_contracts: Parameters<Market['list']>[0], nowMs: number): MarketOutput {
    return this.step(nowMs);
  }

  /** While halted the recording runs on unseen, like a market that can't be traded. */
  setHalt(contractCode: string, isHalted: boolean, nowMs: number): MarketOutput {
    this.#advance(nowMs);
    if (contractCode === this.#contractCode && !this.#isOver()) {
      if (isHalted) this.#quotes.withdraw(this.#absorb);
      this.#board.setSession(isHalted ? HALTED : OWN_OPEN);
      this.#standsAtTicks = null;
    }
    return this.#takeOutput();
  }

  setLink(isUp: boolean, reason: string, nowMs: number): MarketOutput {
    this.#advance(nowMs);
    if (isUp) this.#line.mend();
    else this.#line.cut(reason);
    return this.#takeOutput();
  }

  listOpen(nowMs: number): MarketOutput {
    this.#advance(nowMs);
    this.#line.listOpen();
    return this.#takeOutput();
  }

  play(playback: Playback, jumpToMs: number | null, nowMs: number): MarketOutput {
    this.#advance(nowMs);
    if (jumpToMs !== null && jumpToMs > this.#nowMs) this.#jump(jumpToMs);
    this.#originMs = this.#nowMs;
    this.#startMs = nowMs;
    this.#pace = paceOf(playback);
    this.#advance(nowMs);
    return this.#takeOutput();
  }

  marketTimeMs(nowMs: number): number {
    const playedMs = this.#originMs + (nowMs - this.#startMs) * this.#pace;
    return Math.max(this.#nowMs, Math.min(playedMs, this.#endMs));
  }

  tapeFromMs(): number {
    return this.#beganMs;
  }

  bars({ contractCode, interval, beforeMs, limit }: Parameters<NonNullable<Market['bars']>>[0]) {
    if (contractCode !== this.#contractCode) return [];
    return aggregateBars(interval, this.#minutes.bars(this.#contractCode))
      .filter(({ openMs }) => openMs < beforeMs)
      .slice(-limit);
  }

  /** Skips trades before an instant without matching orders; returns the last print. */
  #passOver(toMs: number): Trade | undefined {
    let last: Trade | undefined;
    for (; this.#next < this.#trades.length; this.#next += 1) {
      const trade = this.#trades[this.#next];
      if (!trade || trade.timeMs >= toMs) break;
      last = { ...trade, tradeId: `${this.#epoch}-P${this.#next}`, aggressor: 'BUY' };
      this.#minutes.add(this.#contractCode, [last]);
    }
    return last;
  }

  /** Continues after a jump as after a break: at the last skipped price. */
  #jump(toMs: number): void {
    const last = this.#passOver(toMs);
    this.#nowMs = Math.min(toMs, this.#endMs);
    if (!last) return;
    const { timeMs, priceTicks, aggressor } = last;
    this.#board.print([{ ...last, contractCode: this.#contractCode, aggressorSide: aggressor }], timeMs);
    this.#board.setDay(this.#daySoFar(this.#board.day.settlementTicks));
    if (!this.#isOver() && this.#board.session === 'OPEN') this.#stand(priceTicks);
  }

  /** Figures of the current trade date, skipped trades included. */
  #daySoFar(settlementTicks: Ticks | null): DayFigures {
    const today = barOpenMs('1d', this.#nowMs);
    const bars = this.#minutes.bars(this.#contractCode).filter(({ openMs }) => openMs >= today);
    const [day] = aggregateBars('1d', bars);
    return {
      openTicks: day?.openTicks ?? null,
      highTicks: day?.highTicks ?? null,
      lowTicks: day?.lowTicks ?? null,
      settlementTicks,
      volumeLots: day?.volumeLots ?? 0,
    };
  }

  #advance(nowMs: number): void {
    const positionMs = this.marketTimeMs(nowMs);
    for (; this.#next < this.#trades.length; this.#next += 1) {
      const trade = this.#trades[this.#next];
      if (!trade || trade.timeMs > positionMs) break;
      this.#play(trade);
    }
    this.#nowMs = positionMs;
    if (!this.#isOver()) {
      if (this.#quotes.hasEaten) this.#refill();
    } else if (!this.#isClosed) this.#close();
  }

  /**
   * Plays one recorded trade: the maker leaves its price, the giver offers the lots there and the taker takes them.
   * Investors' orders at better prices trade on the way; at the same price they have their place in the queue.
   */
  #play({ timeMs, priceTicks, lots }: RecordedTrade): void {
    const isUp = priceTicks >= (this.#board.lastTicks ?? priceTicks);
    if (priceTicks !== this.#standsAtTicks) this.#stand(priceTicks);
    const contractCode = this.#contractCode;
    const [taking, giving] = isUp ? (['BUY', 'SELL'] as const) : (['SELL', 'BUY'] as const);
    const giver = { orderId: `${GIVER}-${this.#next}`, ownerId: GIVER, side: giving, priceTicks, lots };
    this.#absorb(this.#exchange.quote(contractCode, giver));
    const taker = { orderId: TAKER, ownerId: TAKER, contractCode, side: taking, quantityLots: lots } as const;
    const order = { ...taker, orderType: 'LIMIT', duration: 'IOC', limitPriceTicks: priceTicks } as const;
    this.#absorb(this.#exchange.handle({ kind: 'submit', order }));
    this.#absorb(this.#exchange.quote(contractCode, { ...giver, lots: 0 }));
    this.#print(timeMs);
  }

  #stand(priceTicks: Ticks): void {
    this.#standsAtTicks = priceTicks;
    this.#quotes.stand(priceTicks - 1, priceTicks + 1, this.#next, this.#absorb);
    this.#board.isStirred = true;
  }

  #refill(): void {
    this.#quotes.refill(this.#next, this.#absorb);
    this.#print(this.#nowMs);
    this.#board.isStirred = true;
  }

  #close(): void {
    this.#isClosed = true;
    this.#standsAtTicks = null;
    this.#quotes.withdraw(this.#absorb);
    this.#board.setSession({ state: 'CLOSED', opensAtMs: null, unscheduled: { isHalt: false } });
  }

  #isOver(): boolean {
    return this.#next >= this.#trades.length && this.#nowMs >= this.#endMs;
  }

  #print(timeMs: number): void {
    const prints = this.#exchange.takeTrades();
    this.#board.print(prints, timeMs);
    for (const { tradeId, priceTicks, lots, aggressorSide } of prints) {
      this.#minutes.add(this.#contractCode, [{ tradeId, timeMs, priceTicks, lots, aggressor: aggressorSide }]);
    }
  }

  #takeOutput(): MarketOutput {
    this.#line.receive(this.#reports, this.#nowMs);
    this.#reports = [];
    const update = this.#board.update(this.#nowMs);
    return { ...this.#line.take(this.#nowMs), updates: update ? [update] : [] };
  }

  readonly #absorb = (reports: readonly VenueReport[]): void => {
    for (const report of reports) {
      const { orderId } = report;
      if (orderId.startsWith(QUOTE_MARK)) {
        if (report.kind === 'filled') this.#quotes.markEaten(orderId);
      } else if (orderId !== TAKER && !orderId.startsWith(GIVER)) this.#reports.push(report);
    }
  };
}

function shownLots(trades: readonly RecordedTrade[]): Lots {
  const sizes = trades.map(({ lots }) => lots).sort((a, b) => a - b);
  return Math.max(LEAST_SHOWN_LOTS, (sizes[sizes.length >>> 1] ?? 0) * SHOWN_SHARE);
}
