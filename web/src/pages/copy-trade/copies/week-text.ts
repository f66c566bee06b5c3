/** Names a week of a copy by its days: `16/11–22/11/2026`. */
import type { Format } from '#i18n/use-format.ts';

export function weekText(format: Format, week: { readonly startTime: string; readonly endTime: string }): string {
  return `${format.date(week.startTime).slice(0, 5)}–${format.date(week.endTime)}`;
}
