/** Writes a plain number in the language's grouping; decimals only where there are any. */
import type { Format } from '#i18n/use-format.ts';

export function amountText(text: string, format: Format): string {
  const whole = text.replace(/\.0+$/, '');
  return whole.includes('.') ? format.foreign(whole, '', { bare: true }) : format.vnd(whole, { bare: true });
}
