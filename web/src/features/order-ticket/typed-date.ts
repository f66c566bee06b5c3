/** A date as people here write it, 31/12/2026, read and written; the ISO form of machines is understood too. */
import { parseCivilDate } from '@mua/core/values';

/** `2026-12-31`, or undefined where it is no date. Day and month may be one digit, and the marks dots or hyphens. */
export function readTypedDate(typed: string): string | undefined {
  const text = typed.trim();
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  const iso = match ? `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}` : text;
  return parseCivilDate(iso) === undefined ? undefined : iso;
}
