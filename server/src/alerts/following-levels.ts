/**
 * The alerts that follow something at one interval of a contract. Their levels hold while a bar runs (core,
 * moving-level), so a trade looks at no more than it reaches; the first trade of a bar works all of them out anew.
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
  /** What it follows has ended. */
  readonly onOver: (entry: Waiting) => void;
  readonly onError: (error: unknown) => void;
}

export class FollowingLevels {
  readonly #options: FollowingOptions;
  readonly #entries = new Set<Waiting>();
  #index: AlertIndex<Waiting> = createAlertIndex();
  /** Null until they are read, and where nobody waits. */
  #bars: ReadCloses | null = null;
  #asked = 0;
  #reading: Promise<void> | null = null;
  /** Prices that came while bars were read. */
  #meanwhile: LastPrice[] = [];
  /** The bars must be read again: too few, or trades are missing among them. */
  #isOutdated = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  get reading(): Promise<void> | null {
    return this.#reading;
  }

  add(entry: Waiting): void {
    const { follows } = entry.alert;
    if (!follows) return;
    // Without alerts the bars did not grow.
    if (this.#entries.size === 0) this.#bars = null;
    this.#entries.add(entry);
    const bars = this.#bars;
    const isEnough = bars && (bars.isWhole || this.#needOf(entry) <= this.#asked);
    if (!isEnough) return this.readAgain();
    const reading = levelAmong(follows, bars);
    if (reading.kind === 'over') this.#end([entry]);
    else if (reading.kind === 'at') waitAt(this.#index, entry, dueTicks(reading.met, entry.alert.direction));
  }

  remove(entry: Waiting): void {
    this.#entries.delete(entry);
    this.#index.remove(entry);
  }

  /** Removes and returns what this price reaches. */
  reach(last: LastPrice): readonly Waiting[] {
    if (this.#entries.size === 0) return [];
    if (this.#reading) this.#meanwhile.push(last);
    if (this.#bars?.closes.take(last)) this.#relevel();
    const reached = this.#index.reach(last.priceTicks);
    for (const entry of reached) this.#entries.delete(entry);
    return reached;
  }

  /** What a chart shows at the running bar, as a price that the alert is told of. */
  priceOf({ follows, direction }: StoredAlert): Ticks | null {
    const reading = follows && this.#bars && levelAmong(follows, this.#bars);
    return reading?.kind === 'at' ? dueTicks(reading.drawn, direction) : null;
  }

  /** Goes on after a reading that failed. */
  retry(): void {
    if (this.#isOutdated && !this.#reading) this.readAgain();
  }

  readAgain(): void {
    this.#isOutdated = true;
    if (this.#reading || this.#entries.size === 0) return;
    this.#isOutdated = false;
    const count = [...this.#entries].reduce((most, entry) => Math.max(most, this.#needOf(entry)), this.#asked);
    const { market, contractCode, interval, onError } = this.#options;
    this.#reading = readCloses(market, { contractCode, interval, count }).then(
      (bars) => this.#read(bars, count),
      (error: unknown) => {
        this.#isOutdated = true;
        this.#reading = null;
        this.#meanwhile = [];
        onError(error);
      },
    );
  }

  #read(bars: ReadCloses, count: number): void {
    this.#reading = null;
    for (const last of this.#meanwhile.splice(0)) bars.closes.take(last);
    this.#bars = bars;
    this.#asked = count;
    this.#relevel();
    this.#options.onLevels(this.#options.contractCode);
    if (this.#isOutdated) this.readAgain();
  }

  #relevel(): void {
    const bars = this.#bars;
    if (!bars) return;
    this.#index = createAlertIndex();
    const averages = new Map<string, LevelReading>();
    const over: Waiting[] = [];
    for (const entry of this.#entries) {
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
