/**
 * A maker's quotes in one book: ten levels on each side. Orders keep their ids, so a new price is a replacement; the
 * side that leads the move is quoted first, or the maker would match its own stale quote.
 */
import type { DailyLimits, Exchange, VenueReport } from '@mua/core/exchange';
import type { Lots, Side, Ticks } from '@mua/core/values';
import { bits, type Key } from '#venue/simulated/model/draws.ts';

export const LEVELS = 10;
/** Prefix of every quote's id, which the broker's order ids never have. */
export const QUOTE_MARK = '~';
/** Growth of the lots per level away from the best (docs/rules/market.md#makers-and-takers). */
const GROWTH = 0.35;
/** A wide market is also thin: its levels are two ticks apart. */
const WIDE_SPREAD_TICKS = 4;

export interface MakerTerms {
  readonly exchange: Exchange;
  readonly contractCode: string;
  readonly ownerId: string;
  readonly key: Key;
  /** This maker's lots at the best price. */
  readonly topLots: Lots;
  readonly spreadTicks: Ticks;
}

/** Receives the book's reports. */
export type Absorb = (reports: readonly VenueReport[]) => void;

export class MakerQuotes {
  readonly #terms: MakerTerms;
  readonly #stepTicks: Ticks;
  readonly #ids: Readonly<Record<Side, readonly string[]>>;
  #bid: number | null = null;
  #ask: number | null = null;
  /** One bit for each level that was traded against: bids from 0, asks from LEVELS. */
  #eaten = 0;
  readonly #bits = new Map<string, number>();
  /** No level is beyond the limits: a market whose price is beyond is locked, with one side at the limit. */
  limits: DailyLimits | null = null;

  constructor(terms: MakerTerms) {
    this.#terms = terms;
    this.#stepTicks = terms.spreadTicks > WIDE_SPREAD_TICKS ? 2 : 1;
    const { contractCode, ownerId } = terms;
    const ids = (side: string): string[] =>
      Array.from({ length: LEVELS }, (_, level) => `${QUOTE_MARK}${contractCode}:${ownerId}:${side}${level}`);
    this.#ids = { BUY: ids('B'), SELL: ids('S') };
    for (const [bit, id] of [...this.#ids.BUY, ...this.#ids.SELL].entries()) this.#bits.set(id, bit);
  }

  get hasEaten(): boolean {
    return this.#eaten !== 0;
  }

  /** Marks one of its quotes as traded against. False if it is another maker's. */
  markEaten(quoteId: string): boolean {
    const bit = this.#bits.get(quoteId);
    if (bit === undefined) return false;
    this.#eaten |= 1 << bit;
    return true;
  }

  /** Sets all twenty quotes around new best prices. */
  stand(bid: number, ask: number, draw: number, absorb: Absorb): void {
    const isRising = this.#ask === null || ask > this.#ask;
    const { limits } = this;
    this.#bid = limits ? Math.min(bid, limits.highestTicks) : bid;
    this.#ask = limits ? Math.max(ask, limits.lowestTicks) : ask;
    this.#eaten = 0;
    if (isRising) {
      this.#quoteSide('SELL', draw, absorb);
      this.#quoteSide('BUY', draw, absorb);
    } else {
      this.#quoteSide('BUY', draw, absorb);
      this.#quoteSide('SELL', draw, absorb);
    }
  }

  /** Gives one level on each side a new size. */
  refresh(draw: number, absorb: Absorb): void {
    const level = bits(this.#terms.key, draw ^ 0x5a5a) % LEVELS;
    this.#quote('BUY', level, draw, absorb);
    this.#quote('SELL', level, draw, absorb);
  }

  /** Refills the levels that were traded against. */
  refill(draw: number, absorb: Absorb): void {
    const eaten = this.#eaten;
    this.#eaten = 0;
    for (let level = 0; level < LEVELS; level += 1) {
      if ((eaten >>> level) & 1) this.#quote('BUY', level, draw, absorb);
      if ((eaten >>> (LEVELS + level)) & 1) this.#quote('SELL', level, draw, absorb);
    }
  }

  /** Withdraws every quote. */
  withdraw(absorb: Absorb): void {
    const { exchange, contractCode, ownerId } = this.#terms;
    for (const side of ['BUY', 'SELL'] as const) {
      for (const orderId of this.#ids[side]) {
        absorb(exchange.quote(contractCode, { orderId, ownerId, side, priceTicks: 0, lots: 0 }));
      }
    }
    this.forget();
  }

  /** The book has expired the quotes (they are day orders). */
  forget(): void {
    this.#bid = null;
    this.#ask = null;
    this.#eaten = 0;
  }

  #quoteSide(side: Side, draw: number, absorb: Absorb): void {
    for (let level = 0; level < LEVELS; level += 1) this.#quote(side, level, draw, absorb);
  }

  #quote(side: Side, level: number, draw: number, absorb: Absorb): void {
    const best = side === 'BUY' ? this.#bid : this.#ask;
    const orderId = this.#ids[side][level];
    if (best === null || orderId === undefined) return;
    const { exchange, contractCode, ownerId } = this.#terms;
    const distance = level * this.#stepTicks;
    const priceTicks = side === 'BUY' ? best - distance : best + distance;
    const { limits } = this;
    const isOutside = limits !== null && (priceTicks < limits.lowestTicks || priceTicks > limits.highestTicks);
    const lots = isOutside ? 0 : this.#lots(side, level, draw);
    absorb(exchange.quote(contractCode, { orderId, ownerId, side, priceTicks, lots }));
  }

  #lots(side: Side, level: number, draw: number): Lots {
    const place = (draw * 2 + (side === 'BUY' ? 0 : 1)) * LEVELS + level;
    const spread = 0.4 + (1.2 * (bits(this.#terms.key, place) & 0xffff)) / 0x1_0000;
    return Math.max(1, Math.round(this.#terms.topLots * (1 + GROWTH * level) * spread));
  }
}
