/**
 * One simulated spread: makers around the difference of what its legs are quoted at, and its public data. They never
 * quote worse for themselves than trading the legs would cost: a bid is not above near bid less far ask, an offer not
 * below near ask less far bid, so the spread's book stays within the legs' own. There are no takers; what trades is what
 * investors trade, and it moves no price.
 */
import type { Spread } from '@mua/core/engine';
import type { Exchange, VenueReport } from '@mua/core/exchange';
import { hashText, type Lots, type Ticks } from '@mua/core/values';
import { MakerQuotes, QUOTE_MARK } from '#venue/simulated/maker-quotes.ts';
import { keyOf } from '#venue/simulated/model/draws.ts';
import { ContractBoard } from '#venue/thread/contract-board.ts';

const INTERVAL_MS = 1_000;
const TICK_MS = 100;
/** Half spreads of its makers, as shares of the spread of its near leg. */
const MAKERS = [0.5, 0.8] as const;
const MAKER_SHARE = 0.5;

export interface SpreadMarketOptions {
  readonly seed: number;
  readonly exchange: Exchange;
  readonly spread: Spread;
  readonly topLots: Lots;
  /** Of its near leg's market. */
  readonly spreadTicks: Ticks;
}

interface Touch {
  readonly bidTicks: Ticks;
  readonly askTicks: Ticks;
}

export class SpreadMarket {
  readonly near: string;
  readonly board: ContractBoard;
  readonly #options: SpreadMarketOptions;
  readonly #makers: readonly { readonly quotes: MakerQuotes; readonly half: number }[];
  readonly #phaseMs: number;
  #quoted = '';
  #reports: VenueReport[] = [];

  constructor(options: SpreadMarketOptions, startMs: number) {
    const { seed, exchange, spread, topLots, spreadTicks } = options;
    const { code: contractCode, near } = spread;
    this.#options = options;
    this.near = near;
    this.#phaseMs = (hashText(contractCode) % (INTERVAL_MS / TICK_MS)) * TICK_MS;
    exchange.listSpread(spread);
    this.#makers = MAKERS.map((share, maker) => {
      const ownerId = `maker-${maker + 1}`;
      const key = keyOf(seed, `quotes of ${ownerId}`, contractCode);
      const terms = { exchange, contractCode, ownerId, key, topLots: topLots * MAKER_SHARE, spreadTicks };
      return { quotes: new MakerQuotes(terms), half: Math.max(1, share * spreadTicks) };
    });
    const session = { state: exchange.summary(contractCode).session, opensAtMs: null };
    this.board = new ContractBoard({ exchange, contractCode, day: NO_DAY, tape: [], session });
    this.requote(startMs);
  }

  isOf(contractCode: string): boolean {
    const { near, far } = this.#options.spread;
    return near === contractCode || far === contractCode;
  }

  isDue(timeMs: number): boolean {
    return this.board.session === 'OPEN' && (timeMs - this.#phaseMs) % INTERVAL_MS === 0;
  }

  /** Its makers stand around the legs' prices of now, or leave where a leg has none. */
  requote(timeMs: number): void {
    const { exchange, spread } = this.#options;
    const touch = this.board.session === 'OPEN' ? this.#impliedTouch() : null;
    const draw = Math.floor(timeMs / INTERVAL_MS);
    const wanted = touch ? `${touch.bidTicks} ${touch.askTicks}` : 'none';
    const isEaten = this.#makers.some(({ quotes }) => quotes.hasEaten);
    if (wanted === this.#quoted && !isEaten) return;
    this.#quoted = wanted;
    for (const { quotes, half } of this.#makers) {
      quotes.limits = exchange.dailyLimits(spread.code);
      if (touch) quotes.stand(...aroundMiddle(touch, half), draw, this.#absorb);
      else quotes.withdraw(this.#absorb);
    }
    this.board.print(exchange.takeTrades(), timeMs);
    this.board.isStirred = true;
  }

  /** Opens and closes with its legs, whoever closed them. */
  followLegs(timeMs: number): void {
    const { exchange, spread } = this.#options;
    if (this.#isOver) return;
    const { session } = exchange.summary(spread.code);
    if (session === this.board.session) return;
    this.board.showSession({ state: session, opensAtMs: null });
    this.requote(timeMs);
  }

  afterRequest(reports: readonly VenueReport[], timeMs: number): void {
    this.#absorb(reports);
    this.board.print(this.#options.exchange.takeTrades(), timeMs);
    this.board.isStirred = true;
  }

  endTradeDate(endedDate: string, timeMs: number): void {
    const { exchange, spread } = this.#options;
    this.#absorb(exchange.endTradeDate(endedDate, spread.code));
    this.board.beginDay({ settlementTicks: null });
    for (const { quotes } of this.#makers) quotes.forget();
    this.#quoted = '';
    this.requote(timeMs);
  }

  #isOver = false;

  end(): void {
    this.#isOver = true;
    this.#absorb(this.#options.exchange.endContract(this.#options.spread.code));
    this.board.end();
  }

  takeReports(): readonly VenueReport[] {
    const reports = this.#reports;
    if (reports.length > 0) this.#reports = [];
    return reports;
  }

  #impliedTouch(): Touch | null {
    const { exchange, spread } = this.#options;
    const [near, far] = [exchange.summary(spread.near), exchange.summary(spread.far)];
    if (near.bestBidTicks === null || near.bestAskTicks === null) return null;
    if (far.bestBidTicks === null || far.bestAskTicks === null) return null;
    return { bidTicks: near.bestBidTicks - far.bestAskTicks, askTicks: near.bestAskTicks - far.bestBidTicks };
  }

  readonly #absorb = (reports: readonly VenueReport[]): void => {
    for (const report of reports) {
      if (!report.orderId.startsWith(QUOTE_MARK)) this.#reports.push(report);
      else if (report.kind === 'filled') this.#makers.some(({ quotes }) => quotes.markEaten(report.orderId));
    }
  };
}

const NO_DAY = { openTicks: null, highTicks: null, lowTicks: null, settlementTicks: null, volumeLots: 0 };

/** A bid and an offer around the middle, never outside of what the legs cost. */
export function aroundMiddle({ bidTicks, askTicks }: Touch, half: number): [bidTicks: Ticks, askTicks: Ticks] {
  const middle = (bidTicks + askTicks) / 2;
  const bid = Math.max(bidTicks, Math.floor(middle - half));
  const ask = Math.min(askTicks, Math.ceil(middle + half));
  return [bid, ask];
}
