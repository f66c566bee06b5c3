/** Holds what the parsers need of calendar days: they are ISO texts, and a day that is on no calendar is not read. */

/** 'YYYY-MM-DD' of a day that exists, undefined of any other. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 && year < 2100 ? date.toISOString().slice(0, 10) : undefined;
}

/** A day as Vietnamese papers print it: 'ddmmyyyy', or with slashes, dots or dashes between. */
export function dayMonthYear(text: string): string | undefined {
  const match = /^\s*(\d{2})[\s/.-]*(\d{2})[\s/.-]*(\d{4})\s*$/.exec(text);
  return match ? isoDate(Number(match[3]), Number(match[2]), Number(match[1])) : undefined;
}

/** Full years between two ISO days: who is born on the 29th of February is a year older on the 1st of March. */
export function yearsBetween(fromDay: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(fromDay.slice(0, 4));
  return today.slice(5) < fromDay.slice(5) ? years - 1 : years;
}
