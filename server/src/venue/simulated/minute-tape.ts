/**
 * The recent past of a running market: one-minute bars of its own trades since it opened (or time jumped), until they
 * are stored elsewhere. Before that, history is the model's.
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

  /** From this instant on the past comes from the tape, before it from the model. */
  get fromMs(): number {
    return this.#fromMs;
  }

  /** The market began, or restarted, at an instant; a repeated call changes nothing. */
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

  /** Drops old bars; the tape then begins later. */
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
