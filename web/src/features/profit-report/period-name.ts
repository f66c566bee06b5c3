/** Names a period: its date, its first and last date, or its month. */
import type { Period, PeriodProfit } from '#accounts/period-profit.ts';
import { formatCivilDate } from '#i18n/format.ts';

export function periodName({ from, to }: PeriodProfit, period: Period): string {
  if (period === 'month') return `${from.slice(5, 7)}/${from.slice(0, 4)}`;
  if (period === 'day' || from === to) return formatCivilDate(from);
  return `${formatCivilDate(from).slice(0, 5)} – ${formatCivilDate(to)}`;
}

/** A short name below a bar, where space is limited. */
export function shortPeriodName({ from }: PeriodProfit, period: Period): string {
  return period === 'month' ? `${from.slice(5, 7)}/${from.slice(2, 4)}` : formatCivilDate(from).slice(0, 5);
}
