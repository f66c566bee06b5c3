/**
 * The newest past of a running market: one-minute bars of its own trades since it opened (or since time jumped), for
 * as long as nobody else has stored them. Before that, history is the model's.
 */
import { type BarInterval, barOpenMs, MINUTE_MS } from '@mua/core/values';
import { aggregateBars } from '#venue/port/bar-time.ts';
import type { Bar, ContractUpdate } from '#venue/port/market-data.ts';
import { MinuteBars } from '#venue/port/minute-bars.ts';

/** Long enough for the bar writer to have stored them. */
const KEPT_MS = 120 * MINUTE_MS;
const PRUNE_EVERY_MS = 10 * MINUTE_MS;

export class MinuteTape {
  readonly #minutes = new MinuteBars();
  #fromMs = Number.POSITIVE_INFINITY;

  /** From here on the tape tells what happened; before it, the model does. */
  get fromMs(): number {
    return this.#fromMs;
  }

  /** The market began, or began anew, at an instant; earlier news of the same beginning change nothing. */
  beginAt(fromMs: number): void {
    if (this.#fromMs !== Number.POSITIVE_INFINITY && fromMs <= this.#fromMs) return;
    this.#minutes.clear();
    this.#fromMs = fromMs;
  }

  add(updates: readonly ContractUpdate[]): void {
    for (const { contractCode, trades = [] } of updates) {
      this.#minutes.add(
        contractCode,
        trades.filter(({ timeMs }) => timeMs >= this.#fromMs),
      );
    }
  }

  /** Forgets what is older than its keep; the tape begins later then. */
  prune(nowMs: number): void {
    const keepFromMs = barOpenMs('1m', nowMs - KEPT_MS);
    if (keepFromMs < this.#fromMs + PRUNE_EVERY_MS) return;
    this.#fromMs = keepFromMs;
    this.#minutes.forgetBefore(() => keepFromMs);
  }

  bars(contractCode: string, interval: BarInterval): Bar[] {
    return aggregateBars(interval, this.#minutes.bars(contractCode));
  }
}
