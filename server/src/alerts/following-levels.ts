/**
 * The alerts that follow something at one interval of a contract. Their levels hold while a bar runs (core,
 * moving-level), so a trade looks at no more than it reaches; the first trade of a bar works all of them out anew.
 * Prices that come before the bars which an alert needs are kept, and stepped by the levels of their own time once the
 * bars are there.
 */
import type { BarInterval, Ticks } from '@mua/core/values';
import { barsNeeded, dueTicks, type LevelReading } from '@mua/core/values/moving-level';
import { type AlertIndex, createAlertIndex } from '#alerts/alert-index.ts';
import { type Bars, levelAmong, type ReadCloses, readCloses, timeOf } from '#alerts/alert-levels.ts';
import type { StoredAlert } from '#alerts/alert-store.ts';
import type { LastPrice } from '#alerts/growing-closes.ts';
import { type Waiting, waitAt } from '#alerts/waiting.ts';

export interface FollowingOptions {
  readonly market: Bars;
  readonly contractCode: string;
  readonly interval: BarInterval;
  /** Bars are there: what its alerts follow has a level now. */
  readonly onLevels: (contractCode: string) => void;
  /** What a price that was kept has reached. */
  readonly onReached: (reached: readonly Waiting[], last: LastPrice) => void;
  /** What it follows has ended. */
  readonly onOver: (entry: Waiting) => void;
  readonly onError: (error: unknown) => void;
}

/** So many prices are kept where bars can't be read; of more the newest. */
const MOST_KEPT = 1_000;

export class FollowingLevels {
  readonly #options: FollowingOptions;
  readonly #entries = new Set<Waiting>();
  /** Those among them that have no level before more bars are read. */
  readonly #late = new Set<Waiting>();
  #index: AlertIndex<Waiting> = createAlertIndex();
  /** Null until they are read, and where nobody waits. */
  #bars: ReadCloses | null = null;
  #asked = 0;
  #reading: Promise<void> | null = null;
  /** Prices since the bars that are read, or are to be. */
  #kept: LastPrice[] = [];
  /** How often the bars were given up: a reading from before is worth nothing. */
  #losses = 0;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  get reading(): Promise<void> | null {
    return this.#reading;
  }

  add(entry: Waiting): void {
    const { follows } = entry.alert;
    if (!follows) return;
    this.#entries.add(entry);
    if (this.#bars && this.#isEnough(this.#bars, entry)) {
      const reading = levelAmong(follows, this.#bars);
      if (reading.kind === 'over') this.#end([entry]);
      else if (reading.kind === 'at') waitAt(this.#index, entry, dueTicks(reading.met, entry.alert.direction));
      return;
    }
    this.#late.add(entry);
    this.retry();
  }

  remove(entry: Waiting): void {
    this.#entries.delete(entry);
    this.#late.delete(entry);
    this.#index.remove(entry);
  }

  /** Removes and returns what this price reaches. */
  reach(last: LastPrice): readonly Waiting[] {
    if (this.#entries.size === 0) {
      // Without alerts the bars don't grow.
      this.#lose();
      return [];
    }
    if (this.#reading || this.#late.size > 0) this.#keep(last);
    return this.#bars ? this.#step(this.#bars, last, this.#entries) : [];
  }

  /** What a chart shows at the running bar, as a price that the alert is told of. */
  priceOf({ follows, direction }: StoredAlert): Ticks | null {
    const reading = follows && this.#bars && levelAmong(follows, this.#bars);
    return reading?.kind === 'at' ? dueTicks(reading.drawn, direction) : null;
  }

  /** Trades are missing from now on: nothing has a level until the bars are read again. */
  mend(): void {
    this.#lose();
    for (const entry of this.#entries) this.#late.add(entry);
    this.retry();
  }

  /** Reads the bars that are wanting, also after a reading that failed. */
  retry(): void {
    if (this.#reading || this.#late.size === 0) return;
    this.#reading = this.#read().then(
      (bars) => {
        this.#reading = null;
        if (bars) this.#take(bars);
        this.retry();
      },
      (error: unknown) => {
        this.#reading = null;
        this.#options.onError(error);
      },
    );
  }

  /** Undefined where they are worth nothing by now. */
  async #read(): Promise<ReadCloses | undefined> {
    const { market, contractCode, interval } = this.#options;
    // Alerts and prices of this turn are of this reading.
    await Promise.resolve();
    const losses = this.#losses;
    const count = [...this.#entries].reduce((most, entry) => Math.max(most, this.#needOf(entry)), this.#asked);
    // Later bars are opened by the prices that were kept.
    const untilMs = this.#kept[0]?.timeMs ?? timeOf(market, contractCode);
    const bars = await readCloses(market, { contractCode, interval, count }, untilMs);
    if (losses !== this.#losses) return undefined;
    this.#asked = count;
    return bars;
  }

  #lose(): void {
    this.#bars = null;
    this.#index = createAlertIndex();
    this.#kept = [];
    this.#losses += 1;
  }

  #keep(last: LastPrice): void {
    this.#kept.push(last);
    if (this.#kept.length > MOST_KEPT) this.#kept.shift();
  }

  /** What was kept is stepped for those that had no level; the others had the bars from before. */
  #take(bars: ReadCloses): void {
    this.#bars = bars;
    const steppedNow = new Set([...this.#late].filter((entry) => this.#isEnough(bars, entry)));
    for (const entry of steppedNow) this.#late.delete(entry);
    this.#relevel(bars, steppedNow);
    for (const last of this.#kept) this.#options.onReached(this.#step(bars, last, steppedNow), last);
    this.#relevel(bars, this.#entries);
    if (this.#late.size === 0) this.#kept = [];
    this.#options.onLevels(this.#options.contractCode);
  }

  #step(bars: ReadCloses, last: LastPrice, entries: ReadonlySet<Waiting>): readonly Waiting[] {
    if (bars.closes.take(last)) this.#relevel(bars, entries);
    const reached = this.#index.reach(last.priceTicks);
    for (const entry of reached) this.#entries.delete(entry);
    return reached;
  }

  #relevel(bars: ReadCloses, entries: ReadonlySet<Waiting>): void {
    this.#index = createAlertIndex();
    const averages = new Map<string, LevelReading>();
    const over: Waiting[] = [];
    for (const entry of entries) {
      if (!this.#entries.has(entry) || this.#late.has(entry)) continue;
      const reading = levelOnce(entry.alert, bars, averages);
      if (reading.kind === 'over') over.push(entry);
      else if (reading.kind === 'at') waitAt(this.#index, entry, dueTicks(reading.met, entry.alert.direction));
    }
    this.#end(over);
  }

  #end(entries: readonly Waiting[]): void {
    for (const entry of entries) {
      this.#entries.delete(entry);
      this.#options.onOver(entry);
    }
  }

  #isEnough({ isWhole }: ReadCloses, entry: Waiting): boolean {
    return isWhole || this.#needOf(entry) <= this.#asked;
  }

  #needOf({ alert: { follows } }: Waiting): number {
    const { market, contractCode } = this.#options;
    return follows ? barsNeeded(follows, timeOf(market, contractCode)) : 0;
  }
}

/** Alerts on one average share its level. */
function levelOnce({ follows }: StoredAlert, bars: ReadCloses, averages: Map<string, LevelReading>): LevelReading {
  if (!follows) return { kind: 'none' };
  if (follows.kind === 'line') return levelAmong(follows, bars);
  const name = `${follows.average} ${follows.period}`;
  const reading = averages.get(name) ?? levelAmong(follows, bars);
  averages.set(name, reading);
  return reading;
}
