/**
 * What a notice says outside the page: the texts of server/templates/notices-*.json with its facts, as the screens write
 * them (docs/rules/words.md#mailbox). `plain` says only what has happened, for a screen that others may see.
 */
import { readFileSync } from 'node:fs';
import { NOTICES, type NoticeCode } from '@mua/contract/entities/mailbox-message';
import type { FactKind, Facts } from '@mua/contract/errors';
import { LIMITS } from '@mua/contract/limits';
import { type PriceGrid, priceTextToDisplay } from '@mua/core/values';
import { z } from 'zod';
import { SERVER_FOLDER } from '#ground/server-files.ts';
import type { Language } from '#messages/language.ts';
import { timeText, vndText } from '#messages/templates.ts';
import type { Notice } from '#notifications/notice.ts';

const CODES = Object.keys(NOTICES) as NoticeCode[];
const text = z.strictObject({ title: z.string().min(1), body: z.string().min(1), plain: z.string().min(1) });
const words = z.strictObject({
  notices: z.record(z.enum(CODES), text),
  words: z.record(z.string(), z.string().min(1)),
  frame: z.strictObject({
    ofAccount: z.string(),
    ofInvestor: z.string(),
    mail: z.string(),
    mailSubject: z.string(),
    sms: z.string(),
  }),
  test: z.strictObject({ title: z.string(), body: z.string() }),
});

const WORDS = Object.fromEntries(
  LIMITS.languages.map((language) => {
    const file = new URL(`templates/notices-${language}.json`, SERVER_FOLDER);
    return [language, words.parse(JSON.parse(readFileSync(file, 'utf8')))];
  }),
) as Record<Language, z.infer<typeof words>>;

export interface WrittenNotice {
  readonly title: string;
  readonly text: string;
}

/** With its figures. `grid` is of its contract, where it has one. */
export function writtenNotice(
  { code, facts }: Pick<Notice, 'code' | 'facts'>,
  language: Language,
  grid: PriceGrid | undefined,
): WrittenNotice {
  const written = Object.fromEntries(
    Object.entries(NOTICES[code]).map(([name, kind]) => [name, factText(kind, facts[name], language, grid)]),
  );
  // In the words of an operator, who wrote it for its reader.
  const { title, body } = WORDS[language].notices[code];
  const note = typeof facts.note === 'string' && facts.note !== '' ? ` “${facts.note}”` : '';
  return { title: filled(title, written), text: `${filled(body, written)}${note}`.trim() };
}

/** Without figures: what has happened, and to which sub-account. */
export function plainNotice(
  { code, accountId }: Pick<Notice, 'code' | 'accountId'>,
  language: Language,
): WrittenNotice {
  const { notices, frame } = WORDS[language];
  const last = /-(\d{2})$/.exec(accountId)?.[1];
  return {
    title: notices[code].plain,
    text: last === undefined ? frame.ofInvestor : filled(frame.ofAccount, { last }),
  };
}

export function testNotice(language: Language): WrittenNotice {
  const { title, body } = WORDS[language].test;
  return { title, text: body };
}

/** `address` leads to the page where something can be done about it. */
export function mailOf(
  { title, text }: WrittenNotice,
  language: Language,
  { timeMs, address }: { readonly timeMs: number; readonly address: string },
): { readonly subject: string; readonly text: string } {
  const { frame } = WORDS[language];
  const parts = { title, body: text, time: timeText(timeMs), address };
  return { subject: filled(frame.mailSubject, parts), text: filled(frame.mail, parts).trim() };
}

export function smsOf({ title, text }: WrittenNotice, language: Language): string {
  return filled(WORDS[language].frame.sms, { title, body: text });
}

function factText(
  kind: FactKind,
  value: Facts[string] | undefined,
  language: Language,
  grid: PriceGrid | undefined,
): string {
  // Of two prices one may be missing, and an account without positions has no ratio; what is written freely may be empty.
  if (value === undefined || value === '') return kind === 'text' ? '' : '–';
  const written = String(value);
  switch (kind) {
    case 'vnd':
      return vndText(BigInt(written), language);
    case 'price':
      return (grid && priceTextToDisplay(written, grid)) ?? written;
    case 'percent':
      return `${language === 'vi' ? written.replace('.', ',') : written}%`;
    case 'lots':
    case 'count':
      return NUMBERS[language].format(Number(value));
    case 'time':
      return minuteText(written);
    case 'date':
      return written.split('-').reverse().join('/');
    case 'code':
      return WORDS[language].words[written] ?? written;
    case 'bytes':
    case 'timeOfDay':
    case 'account':
    case 'text':
      return written;
  }
}

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  vi: new Intl.NumberFormat('vi-VN'),
  en: new Intl.NumberFormat('en-US'),
};

/** A time among facts is a plan, not a record: 14:30 21/11/2026. */
function minuteText(instant: string): string {
  const [date = '', time = ''] = timeText(Date.parse(instant)).split(' ');
  return `${time.slice(0, 5)} ${date}`;
}

function filled(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
}
