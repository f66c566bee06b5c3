/** The words of a statement on paper, from server/templates/statements, and how it writes sums and times. */
import { readFileSync } from 'node:fs';
import { TRANSACTION_TYPES } from '@mua/contract/entities/transaction';
import { VIETNAM_OFFSET_MS } from '@mua/core/values';
import { z } from 'zod';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import type { Language } from '#messages/language.ts';

const list = z.strictObject({ title: z.string(), heads: z.array(z.string()) });

const words = z.strictObject({
  ...{ title: z.string(), period: z.string(), page: z.string(), reason: z.string(), none: z.string() },
  sums: z.tuple([z.string(), z.string(), z.string()]),
  ...{ movements: list, fills: list, closedTrades: list, orders: list, positions: list },
  ...{ months: list, contracts: list, lines: z.string() },
  margin: z.strictObject({
    ...{ title: z.string(), estimated: z.string(), held: z.string(), equity: z.string(), required: z.string() },
    ...{ available: z.string(), ratio: z.string(), rate: z.string() },
  }),
  proof: z.strictObject({
    ...{ title: z.string(), about: z.string(), root: z.string(), dayHash: z.string(), key: z.string() },
  }),
  side: z.strictObject({ BUY: z.string(), SELL: z.string() }),
  types: z.record(z.enum(TRANSACTION_TYPES), z.string()),
  statuses: z.record(z.string(), z.string()),
});
export type StatementWords = z.infer<typeof words>;

const WORDS: Readonly<Record<Language, StatementWords>> = { vi: read('vi'), en: read('en') };

function read(language: Language): StatementWords {
  const file = new URL(`templates/statements/words.${language}.json`, SERVER_FOLDER);
  return words.parse(JSON.parse(readFileSync(file, 'utf8').normalize('NFC')));
}

export function statementWords(language: Language): StatementWords {
  return WORDS[language];
}

/** `{account}` and the like. */
export function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (all, name: string) => facts[name] ?? all);
}

/** `1.950.680.075` / `1,950,680,075`, with a true minus. */
export function sumText(dong: string, language: Language): string {
  return dong.replace(/\B(?=(\d{3})+$)/g, language === 'vi' ? '.' : ',').replace('-', '−');
}

/** `2.729,93` / `2,729.93` */
export function decimalText(text: string, language: Language): string {
  const [whole = '', fraction] = text.split('.');
  const point = language === 'vi' ? ',' : '.';
  return sumText(whole, language) + (fraction === undefined ? '' : point + fraction);
}

/** `20/11/2026`, and `11/2026` for a month. */
export function dateText(date: string): string {
  return date.split('-').reverse().join('/');
}

/** In Vietnam: `20/11/2026 09:00:00`. */
export function timeText(instant: string): string {
  const local = new Date(Date.parse(instant) + VIETNAM_OFFSET_MS).toISOString();
  return `${dateText(local.slice(0, 10))} ${local.slice(11, 19)}`;
}
