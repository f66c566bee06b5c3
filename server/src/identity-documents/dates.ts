/** Calendar dates for the parsers: ISO text, and dates that do not exist are rejected. */

/** 'YYYY-MM-DD' if the date exists, otherwise undefined. */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1900 && year < 2100 ? date.toISOString().slice(0, 10) : undefined;
}

/** Parses a date as Vietnamese documents print it: 'ddmmyyyy', or separated by slashes, dots or dashes. */
export function dayMonthYear(text: string): string | undefined {
  const match = /^\s*(\d{2})[\s/.-]*(\d{2})[\s/.-]*(\d{4})\s*$/.exec(text);
  return match ? isoDate(Number(match[3]), Number(match[2]), Number(match[1])) : undefined;
}

/** Full years between two ISO dates. A person born on 29 February is a year older on 1 March. */
export function yearsBetween(fromDay: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(fromDay.slice(0, 4));
  return today.slice(5) < fromDay.slice(5) ? years - 1 : years;
}
