/** Days as they stand on Vietnamese papers, `15/01/1999`; kept as `1999-01-15` once they are whole, and as typed before. */
import { isDate } from '@mua/contract/registration-rules';

const WHOLE = 8;

export function dateAsTyped(kept: string): string {
  return isDate(kept) ? kept.split('-').reverse().join('/') : kept;
}

/** Strokes come by themselves while somebody types on, and go with what is deleted. */
export function dateToKeep(typed: string, before: string): string {
  const pasted = pastedDate(typed);
  if (pasted !== null) return pasted;
  const digits = typed.replace(/\D/g, '').slice(0, WHOLE);
  const isDeleting = typed.length < dateAsTyped(before).length;
  const parts = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)];
  const whole = [...parts].reverse().join('-');
  if (isDate(whole)) return whole;
  const shown = parts.filter((part) => part !== '').join('/');
  return !isDeleting && (digits.length === 2 || digits.length === 4) ? `${shown}/` : shown;
}

/** A whole day with parts of its own: `1/5/1999`, `1999-05-01`. */
function pastedDate(text: string): string | null {
  const [, day = '', month = '', year = ''] = /^\s*(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})\s*$/.exec(text) ?? [];
  const whole = day === '' ? text.trim() : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(whole) ? whole : null;
}
