/** Reads and writes dates as people here write them, 31/12/2026; the ISO form is accepted too. */
import { parseCivilDate } from '@mua/core/values';

/**
 * `2026-12-31`, or undefined for an invalid date. Day and month may have one digit, and the separators may be dots or
 * hyphens.
 */
export function readTypedDate(typed: string): string | undefined {
  const text = typed.trim();
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const iso = match ? `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}` : text;
  return parseCivilDate(iso) === undefined ? undefined : iso;
}
