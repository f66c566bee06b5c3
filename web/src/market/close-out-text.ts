/** Why nothing is opened any more in a contract that is near its close-out. */
import type { TFunction } from 'i18next';
import { vietnamDate } from '#clock/market-clock.ts';
import type { Format } from '#i18n/use-format.ts';

/** `at`: the deadline, as the wire has it; null where none is known. */
export function closeOutText(
  { t, format }: { readonly t: TFunction; readonly format: Format },
  { at }: { readonly at: string | null },
): string {
  if (at === null) return t(($) => $.ticket.issue.closeOut);
  return t(($) => $.ticket.issue.closeOutBy, { date: format.civilDate(vietnamDate(Date.parse(at))) });
}
