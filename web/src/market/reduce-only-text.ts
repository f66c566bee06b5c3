/** Why no position of that side may be opened, in the words that ticket, calculator and spreads share. */
import type { TFunction } from 'i18next';
import { vietnamDate } from '#clock/market-clock.ts';
import type { Format } from '#i18n/use-format.ts';
import type { CloseOut } from '#market/close-out.ts';

export function reduceOnlyText(
  { t, format }: { readonly t: TFunction; readonly format: Format },
  { at }: Pick<CloseOut, 'at'>,
): string {
  if (at === null) return t(($) => $.ticket.issue.closeOut);
  return t(($) => $.ticket.issue.closeOutBy, { date: format.civilDate(vietnamDate(Date.parse(at))) });
}
