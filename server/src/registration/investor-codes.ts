/** Account numbers: `108C` and six digits. Any that is free may be chosen; drawn ones leave the first thousand alone. */
import { randomInt } from 'node:crypto';
import type { Queryable } from '#db/transaction.ts';

const PREFIX = '108C';
const DIGITS = 6;
const NUMBERS = 10 ** DIGITS;
const FIRST_DRAWN = 1_000;

export function drawInvestorCode(): string {
  return codeOf(randomInt(FIRST_DRAWN, NUMBERS));
}

function codeOf(number: number): string {
  return PREFIX + String(number).padStart(DIGITS, '0');
}

export async function isCodeTaken(client: Queryable, code: string): Promise<boolean> {
  const found = await client.query('select 1 from investor where investor_code = $1', [code]);
  return found.rowCount !== 0;
}

/** The free numbers nearest to this one, nearest first. */
export async function nearestFreeCodes(client: Queryable, code: string, count: number): Promise<string[]> {
  const wanted = Number(code.slice(PREFIX.length));
  for (let reach = 50; reach < NUMBERS * 10; reach *= 10) {
    const [from, to] = [Math.max(1, wanted - reach), Math.min(NUMBERS - 1, wanted + reach)];
    const found = await client.query<{ investor_code: string }>(
      'select investor_code from investor where investor_code between $1 and $2',
      [codeOf(from), codeOf(to)],
    );
    const taken = new Set(found.rows.map((row) => row.investor_code));
    const free: string[] = [];
    for (let away = 1; away <= reach && free.length < count; away += 1) {
      for (const number of [wanted + away, wanted - away]) {
        if (number >= from && number <= to && !taken.has(codeOf(number))) free.push(codeOf(number));
      }
    }
    if (free.length >= count) return free.slice(0, count);
  }
  return [];
}
