/**
 * The bars of a continuous series (record 187): each month's own bars for the time that it leads, older months shifted
 * in whole ticks or multiplied so that they join. Nothing is invented: where a month has no bars, or two months no day
 * in common, the series begins later and says so. Newer bars never depend on older ones.
 */
import { type Contract, contractOf, deliveryMonthOf, type EngineState, earlierDeliveryMonths } from '@mua/core/engine';
import { type BarInterval, barOpenMs, divideHalfEven, MINUTE_MS, nextOpenMs, type Ticks } from '@mua/core/values';
import type { CandleQuery, MarketView } from '#market/market-view.ts';
import { createRollSchedule, type RollBy, type RollSchedule } from '#market/roll-schedule.ts';
import { tradeDateBars } from '#market/trade-date-bars.ts';
import { aggregateBars, joinBars } from '#venue/port/bar-time.ts';
import type { Bar } from '#venue/port/market-data.ts';

export type Adjustment = 'none' | 'difference' | 'ratio';

export interface ContinuousQuery extends Omit<CandleQuery, 'contractCode'> {
  /** All of one commodity, in order of expiry; some may have expired, and none is missing between two. */
  readonly months: readonly Contract[];
  readonly by: RollBy;
  readonly adjustment: Adjustment;
}

export interface Roll {
  readonly atMs: number;
  readonly from: Contract;
  readonly to: Contract;
  /** The last closes before it on a day on which both were traded; null if there is no such day. */
  readonly closes: { readonly from: Ticks; readonly to: Ticks } | null;
}

export interface Beginning {
  readonly contractCode: string;
  readonly reason: 'NO_OLDER_BARS' | 'NO_COMMON_DAY' | 'NO_RATIO';
}

export interface ContinuousPage {
  /** Oldest first. */
  readonly bars: readonly Bar[];
  readonly front: Contract;
  /** Until then no other month leads; null if none follows. */
  readonly frontUntilMs: number | null;
  /** Within the bars, in order of time. */
  readonly rolls: readonly Roll[];
  /** Null where there may be older bars. */
  readonly begins: Beginning | null;
}

type ReadMarket = Pick<MarketView, 'candles' | 'nowMs' | 'calendarOf'>;

/** Months that have expired and are looked at: five years of a monthly contract. */
const EXPIRED_MONTHS = 60;
/** Two neighbours that were not traded on one day within so many bars have no common price. */
const COMMON_WITHIN_DAYS = 10;
/** The most days in a week or month, so that this many days always complete one. */
const DAYS_OF = { '1w': 7, '1M': 31 } as const;

/** The delivery months of a commodity, listed and expired, in order of expiry; empty for an unknown commodity. */
export function monthsOf({ contracts }: Pick<EngineState, 'contracts'>, commodityCode: string): readonly Contract[] {
  const listed = [...contracts.values()]
    .flatMap(({ contract }) => (contract.commodityCode === commodityCode ? [contract] : []))
    .sort((a, b) => a.expiryYear - b.expiryYear || a.expiryMonth - b.expiryMonth);
  const [first] = listed;
  const rule = first && deliveryMonthOf(first.code);
  if (!first || !rule) return listed;
  const expiry = { year: first.expiryYear, month: first.expiryMonth };
  const expired = earlierDeliveryMonths(rule.listing, expiry, EXPIRED_MONTHS);
  return [...expired.reverse().map((month) => contractOf(rule.commodity, rule.listing, month)), ...listed];
}

export async function continuousCandles(query: ContinuousQuery, market: ReadMarket): Promise<ContinuousPage> {
  const series = await Series.open(query, market);
  const bars = await series.bars(query);
  const rolls = await series.rollsWithin(bars, query.interval);
  const begins = bars.length < query.limit ? series.begins : null;
  return { bars, front: series.front, frontUntilMs: await series.frontUntilMs(), rolls, begins };
}

/** A factor of prices as a fraction, or a shift of them: what all rolls after a month do to its prices. */
interface Shift {
  readonly ticks: Ticks;
  readonly by: bigint;
  readonly per: bigint;
}

const UNSHIFTED: Shift = { ticks: 0, by: 1n, per: 1n };

class Series {
  readonly #query: ContinuousQuery;
  readonly #market: ReadMarket;
  readonly #schedule: RollSchedule;
  /** The place of the month that leads now. */
  readonly #lead: number;
  readonly #closes = new Map<number, Promise<Roll['closes']>>();
  /** Why there were no bars before the oldest that were read last. */
  begins: Beginning | null = null;

  private constructor(query: ContinuousQuery, market: ReadMarket, opened: { schedule: RollSchedule; lead: number }) {
    this.#query = query;
    this.#market = market;
    this.#schedule = opened.schedule;
    this.#lead = opened.lead;
  }

  static async open(query: ContinuousQuery, market: ReadMarket): Promise<Series> {
    const { months, by } = query;
    const calendar = market.calendarOf(months[0]?.code ?? '');
    const schedule = createRollSchedule({ months, by, market, calendar });
    const nowMs = market.nowMs();
    let lead = months.length - 1;
    // Expired months come first, so the newest that may lead is soon found from the other end.
    for (; lead > 0; lead -= 1) {
      const fromMs = await schedule.leadsFromMs(lead);
      if (fromMs !== null && fromMs <= nowMs) break;
    }
    return new Series(query, market, { schedule, lead });
  }

  get front(): Contract {
    return this.#month(this.#lead);
  }

  async frontUntilMs(): Promise<number | null> {
    const next = this.#lead + 1;
    if (next >= this.#query.months.length) return null;
    return (await this.#schedule.leadsFromMs(next)) ?? this.#schedule.undecidedUntilMs(next);
  }

  /** Oldest first, at most `limit`; fewer only where the series begins, which is noted then. */
  async bars(query: Omit<CandleQuery, 'contractCode'>): Promise<readonly Bar[]> {
    const { interval, limit, beforeMs } = query;
    if (interval !== '1w' && interval !== '1M') return this.#joined({ ...query, interval });
    const calendar = this.#market.calendarOf(this.front.code);
    if (calendar) {
      const parts = (part: CandleQuery) => this.#joined(part);
      return tradeDateBars({ ...query, interval, contractCode: this.front.code }, { calendar, parts });
    }
    const wanted = (limit + 1) * DAYS_OF[interval];
    const days = await this.#joined({ interval: '1d', beforeMs: nextOpenMs(interval, beforeMs - 1), limit: wanted });
    const bars = aggregateBars(interval, days).filter(({ openMs }) => openMs < beforeMs);
    // The days may begin in the middle of the oldest bar.
    return bars.slice(Math.max(bars.length - limit, days.length < wanted ? 0 : 1));
  }

  async rollsWithin(bars: readonly Bar[], interval: BarInterval): Promise<readonly Roll[]> {
    const [oldest] = bars;
    const newest = bars.at(-1);
    if (!oldest || !newest) return [];
    const rolls: Roll[] = [];
    for (let place = this.#lead; place > 0; place -= 1) {
      const atMs = await this.#leadsFromMs(place);
      if (atMs <= oldest.openMs) break;
      const [from, to] = [this.#month(place - 1), this.#month(place)];
      if (atMs < nextOpenMs(interval, newest.openMs))
        rolls.unshift({ atMs, from, to, closes: await this.#closesBefore(place) });
    }
    return rolls;
  }

  async #joined({ interval, beforeMs, limit }: Omit<CandleQuery, 'contractCode'>): Promise<readonly Bar[]> {
    let bars: readonly Bar[] = [];
    let shift = UNSHIFTED;
    let endMs = Number.POSITIVE_INFINITY;
    this.begins = null;
    for (let place = this.#lead; place >= 0 && bars.length < limit; place -= 1) {
      const fromMs = await this.#leadsFromMs(place);
      const span = { place, fromMs, endMs };
      if (barOpenMs(interval, Math.max(fromMs, 0)) < beforeMs) {
        // One more, because its first bar may be the other part of one that is here already.
        const older = await this.#barsOf(span, { interval, beforeMs, limit: limit - bars.length + 1 });
        if (older.length === 0 && (await this.#isEmpty(span))) {
          this.begins = { contractCode: this.#month(place + 1).code, reason: 'NO_OLDER_BARS' };
          break;
        }
        bars = joinedAt(
          older.map((bar) => shifted(bar, shift)),
          bars,
        );
      }
      const next = place > 0 ? await this.#shiftBefore(place, shift) : 'NO_OLDER_BARS';
      if (typeof next === 'string') {
        this.begins = { contractCode: this.#month(place).code, reason: next };
        break;
      }
      shift = next;
      endMs = fromMs;
    }
    return bars.slice(-limit);
  }

  /** A month's own bars within its time. A bar across a roll is summed from the minutes on this side of it. */
  async #barsOf(
    { place, fromMs, endMs }: Span,
    { interval, beforeMs, limit }: Omit<CandleQuery, 'contractCode'>,
  ): Promise<readonly Bar[]> {
    const { code } = this.#month(place);
    const untilMs = Math.min(beforeMs, endMs);
    // A month's bars before its time are not its series', and finding them costs much.
    const within = Math.ceil((untilMs - fromMs) / (nextOpenMs(interval, fromMs) - fromMs)) + 1;
    const bars = await this.#market.candles({
      contractCode: code,
      interval,
      beforeMs: untilMs,
      limit: Number.isFinite(fromMs) ? Math.min(limit, within) : limit,
    });
    const own: Bar[] = [];
    for (const bar of bars) {
      const nextMs = nextOpenMs(interval, bar.openMs);
      if (nextMs <= fromMs) continue;
      // A day opens with its first session and ends with its last: it is never across.
      const isAcross = interval !== '1d' && (bar.openMs < fromMs || nextMs > endMs);
      const part = isAcross
        ? await this.#part(code, bar.openMs, [Math.max(fromMs, bar.openMs), Math.min(endMs, nextMs)])
        : bar;
      if (part && (interval !== '1d' || bar.openMs >= fromMs)) own.push(part);
    }
    return own;
  }

  async #part(contractCode: string, openMs: number, [fromMs, toMs]: readonly [number, number]): Promise<Bar | null> {
    const limit = Math.ceil((toMs - fromMs) / MINUTE_MS);
    const minutes = await this.#market.candles({ contractCode, interval: '1m', beforeMs: toMs, limit });
    const [first, ...rest] = minutes.filter((bar) => bar.openMs >= fromMs);
    return first ? { ...rest.reduce(joinBars, first), openMs } : null;
  }

  async #isEmpty({ place, fromMs, endMs }: Span): Promise<boolean> {
    if (place === this.#lead) return false;
    const [last] = await this.#market.candles({
      contractCode: this.#month(place).code,
      interval: '1d',
      beforeMs: endMs,
      limit: 1,
    });
    return !last || last.openMs < fromMs;
  }

  /** The roll to this month added to those after it; or why there is nothing before it. */
  async #shiftBefore(place: number, after: Shift): Promise<Shift | Beginning['reason']> {
    const { adjustment } = this.#query;
    if (adjustment === 'none') return after;
    const closes = await this.#closesBefore(place);
    if (!closes) return 'NO_COMMON_DAY';
    if (adjustment === 'difference') return { ...after, ticks: after.ticks + closes.to - closes.from };
    if (closes.from <= 0 || closes.to <= 0) return 'NO_RATIO';
    return { ...after, by: after.by * BigInt(closes.to), per: after.per * BigInt(closes.from) };
  }

  #closesBefore(place: number): Promise<Roll['closes']> {
    const known = this.#closes.get(place) ?? this.#readCloses(place);
    this.#closes.set(place, known);
    return known;
  }

  async #readCloses(place: number): Promise<Roll['closes']> {
    const beforeMs = await this.#leadsFromMs(place);
    const read = ({ code: contractCode }: Contract) =>
      this.#market.candles({ contractCode, interval: '1d', beforeMs, limit: COMMON_WITHIN_DAYS });
    const [old, young] = await Promise.all([read(this.#month(place - 1)), read(this.#month(place))]);
    const youngCloses = new Map(young.map(({ openMs, closeTicks }) => [openMs, closeTicks]));
    const common = old.findLast(({ openMs }) => youngCloses.has(openMs));
    const to = common && youngCloses.get(common.openMs);
    return common === undefined || to === undefined ? null : { from: common.closeTicks, to };
  }

  /** Of a month that leads or has led. */
  async #leadsFromMs(place: number): Promise<number> {
    return (await this.#schedule.leadsFromMs(place)) ?? Number.POSITIVE_INFINITY;
  }

  #month(place: number): Contract {
    const month = this.#query.months[place];
    if (!month) throw new Error(`no delivery month at ${place}`);
    return month;
  }
}

/** The time in which one month leads. */
interface Span {
  readonly place: number;
  readonly fromMs: number;
  readonly endMs: number;
}

function joinedAt(older: readonly Bar[], newer: readonly Bar[]): readonly Bar[] {
  const last = older.at(-1);
  const [first, ...rest] = newer;
  if (!last || !first || last.openMs !== first.openMs) return [...older, ...newer];
  return [...older.slice(0, -1), joinBars(last, first), ...rest];
}

/** To nearest with ties to even, which keeps the order of a bar's prices. */
function shifted(bar: Bar, { ticks, by, per }: Shift): Bar {
  const at = (price: Ticks): Ticks => Number(divideHalfEven(BigInt(price) * by, per)) + ticks;
  return {
    ...bar,
    openTicks: at(bar.openTicks),
    highTicks: at(bar.highTicks),
    lowTicks: at(bar.lowTicks),
    closeTicks: at(bar.closeTicks),
  };
}
