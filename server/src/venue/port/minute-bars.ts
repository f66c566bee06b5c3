/** Builds one-minute bars from trades, by contract, oldest first. */
import { barOpenMs } from '@mua/core/values';
import { joinBars } from '#venue/port/bar-time.ts';
import type { Bar, Trade } from '#venue/port/market-data.ts';

export class MinuteBars {
  readonly #bars = new Map<string, Bar[]>();

  add(contractCode: string, trades: readonly Trade[]): void {
    if (trades.length === 0) return;
    const bars = this.#bars.get(contractCode) ?? [];
    if (bars.length === 0) this.#bars.set(contractCode, bars);
    for (const trade of trades) {
      const bar = barOfTrade(trade);
      const running = bars.at(-1);
      if (running?.openMs === bar.openMs) bars[bars.length - 1] = joinBars(running, bar);
      else bars.push(bar);
    }
  }

  bars(contractCode: string): readonly Bar[] {
    return this.#bars.get(contractCode) ?? [];
  }

  contractCodes(): string[] {
    return [...this.#bars.keys()];
  }

  /** Drops each contract's bars that opened before its instant. */
  forgetBefore(instantOf: (contractCode: string) => number): void {
    for (const [code, bars] of this.#bars) {
      const timeMs = instantOf(code);
      const [oldest] = bars;
      if (!oldest || oldest.openMs >= timeMs) continue;
      const kept = bars.filter(({ openMs }) => openMs >= timeMs);
      if (kept.length > 0) this.#bars.set(code, kept);
      else this.#bars.delete(code);
    }
  }

  /** Drops the bars that opened at an instant or later. */
  forgetFrom(timeMs: number): void {
    for (const [code, bars] of this.#bars) {
      const kept = bars.filter(({ openMs }) => openMs < timeMs);
      if (kept.length > 0) this.#bars.set(code, kept);
      else this.#bars.delete(code);
    }
  }

  clear(): void {
    this.#bars.clear();
  }
}

function barOfTrade({ timeMs, priceTicks, lots }: Trade): Bar {
  return {
    openMs: barOpenMs('1m', timeMs),
    openTicks: priceTicks,
    highTicks: priceTicks,
    lowTicks: priceTicks,
    closeTicks: priceTicks,
    volumeLots: lots,
  };
}
