/** What each month cost before: at its last settlement, or at the end of a trade date some time ago. */

import type { Ticks } from '@mua/core/values';
import { DAY_MS } from '@mua/core/values';
import { useQueries } from '@tanstack/react-query';
import type { Bar } from '#market/candles.ts';
import { type PastReading, pastDaysQuery, pastReading } from '#market/past-spreads.ts';
import type { ShownMonth } from '#pages/curve/live-curve.ts';

export const BEFORES = ['week', 'day', 'month'] as const;
export type Before = (typeof BEFORES)[number];

const DAYS_AGO: Readonly<Record<Exclude<Before, 'day'>, number>> = { week: 7, month: 30 };

export interface Earlier extends PastReading {
  readonly before: Before;
  /** In the order of the months; null where a month did not trade then. */
  readonly prices: readonly (Ticks | null)[];
}

export function useEarlier(months: readonly ShownMonth[], before: Before): Earlier {
  const days = before === 'day' ? null : DAYS_AGO[before];
  const past = useQueries({
    queries: months.map(({ contract }) => ({ ...pastDaysQuery(contract), enabled: days !== null })),
  });
  if (days === null) {
    // What is on its way then is for somebody else.
    const prices = months.map(({ settlementTicks }) => settlementTicks);
    return { before, prices, isPending: false, retry: null };
  }
  const reading = { before, ...pastReading(past) };
  const bars = past.map(({ data }) => data ?? []);
  const newestMs = Math.max(...bars.map((own) => own.at(-1)?.timeMs ?? 0));
  return { ...reading, prices: bars.map((own) => closeAt(own, newestMs - days * DAY_MS)) };
}

/** The close of the last trade date that began by then; null before the first one. */
export function closeAt(bars: readonly Bar[], timeMs: number): Ticks | null {
  return bars.findLast((bar) => bar.timeMs <= timeMs)?.close ?? null;
}
