/**
 * Open interest below the chart. An exchange tells it once for each trade date, after its end (record 188): a bar shows
 * the newest that was told by the time it closed, and nothing is drawn in between.
 */
import { listOpenInterest } from '@mua/contract/http/open-interest';
import type { IndicatorTemplate } from 'klinecharts';
import type { TradeDates } from '#features/chart/bars/trade-dates.ts';
import type { HeldLots, StudyExtra } from '#features/chart/studies/study-extra.ts';
import { call } from '#wire/call.ts';

const RETRY_MS = 30_000;
const PAGE_DATES = 500;
/** Some ten years; older bars have none. */
const PAGES_AT_MOST = 5;

export interface HeldLotsHistoryOptions {
  /** Of which month; null while that is unknown. */
  readonly contractCode: () => string | null;
  readonly tradeDates: Pick<TradeDates, 'dateAt'>;
  /** More is known now. */
  readonly onChange: () => void;
}

interface Known {
  readonly code: string;
  /** The trade date in which it was read. */
  readonly date: string;
  readonly held: readonly HeldLots[];
  /** Cursor for older dates; null when there are none. */
  readonly older: string | null;
}

export class HeldLotsHistory {
  readonly #options: HeldLotsHistoryOptions;
  #known: Known | null = null;
  #isReading = false;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isStopped = false;

  constructor(options: HeldLotsHistoryOptions) {
    this.#options = options;
  }

  /** Oldest first; returns what is known, and reads what bars from one instant to another need. */
  between(oldestMs: number, newestMs: number): readonly HeldLots[] {
    const code = this.#options.contractCode();
    if (code === null) return [];
    const date = this.#options.tradeDates.dateAt(newestMs);
    const known = this.#known?.code === code ? this.#known : null;
    const reachesBack = known !== null && (known.older === null || (known.held[0]?.endsMs ?? 0) <= oldestMs);
    if (known?.date !== date || !reachesBack) void this.#read(code, date, oldestMs);
    return known?.held ?? [];
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
  }

  async #read(code: string, date: string, oldestMs: number): Promise<void> {
    if (this.#isReading || this.#retry !== undefined) return;
    this.#isReading = true;
    try {
      let held: readonly HeldLots[] = [];
      let older: string | null = null;
      for (let pages = 0; pages < PAGES_AT_MOST; pages += 1) {
        const before: { before?: string } = older === null ? {} : { before: older };
        const query = { limit: String(PAGE_DATES), ...before };
        const page = await call(listOpenInterest, { params: { contractCode: code }, query });
        held = [
          ...page.items.map(({ endedAt, openInterest }) => ({ endsMs: Date.parse(endedAt), lots: openInterest })),
          ...held,
        ];
        older = page.nextCursor;
        if (older === null || (held[0]?.endsMs ?? 0) <= oldestMs) break;
        // Older than this there is nothing to show.
        if (pages === PAGES_AT_MOST - 1) older = null;
      }
      this.#known = { code, date, held, older };
    } catch {
      this.#retry = setTimeout(() => {
        this.#retry = undefined;
        this.#options.onChange();
      }, RETRY_MS);
      return;
    } finally {
      this.#isReading = false;
    }
    if (!this.#isStopped) this.#options.onChange();
  }
}

/** Values by the curve's key; a bar before the first that is known has none. */
export function openInterestAt(
  bars: readonly { readonly timestamp: number }[],
  held: readonly HeldLots[],
  fromMs: number,
): { readonly oi?: number }[] {
  let next = 0;
  return bars.map(({ timestamp }, at) => {
    // The growing bar has not closed: everything that was told belongs to it.
    const closesMs = bars[at + 1]?.timestamp ?? Number.POSITIVE_INFINITY;
    while ((held[next]?.endsMs ?? Number.POSITIVE_INFINITY) <= closesMs && next < held.length) next += 1;
    const told = held[next - 1];
    return told && timestamp >= fromMs ? { oi: told.lots } : {};
  });
}

export const openInterestTemplate: IndicatorTemplate<{ readonly oi?: number }, number, () => StudyExtra> = {
  name: 'muaOpenInterest',
  figures: [{ key: 'oi', title: 'oi', type: 'line' }],
  calc: (bars, { extendData }) => {
    const [oldest] = bars;
    const newest = bars.at(-1);
    if (!oldest || !newest) return [];
    const { held, fromMs } = extendData().heldBetween(oldest.timestamp, newest.timestamp);
    return openInterestAt(bars, held, fromMs);
  },
};
