// @vitest-environment jsdom
/** Checks that both languages say the same things with the same placeholders, and nothing is left empty. */
import { ERROR_CODES, errorEntry } from '@mua/contract/errors';
import i18next from 'i18next';
import { beforeAll, describe, expect, test, vi as vitest } from 'vitest';
import { account as enAccount } from '#i18n/en/account.ts';
import enApplication from '#i18n/en/application.json';
import enCalculator from '#i18n/en/calculator.json';
import enConnection from '#i18n/en/connection.json';
import { copying as enCopying } from '#i18n/en/copying.ts';
import enCurve from '#i18n/en/curve.json';
import enExplain from '#i18n/en/explain.json';
import { en as enFirst } from '#i18n/en/index.ts';
import enKeys from '#i18n/en/keys.json';
import enLadder from '#i18n/en/ladder.json';
import { later as enLater } from '#i18n/en/later.ts';
import enLimits from '#i18n/en/limits.json';
import enNotices from '#i18n/en/notices.json';
import enPreview from '#i18n/en/preview.json';
import enProof from '#i18n/en/proof.json';
import enTicketMore from '#i18n/en/ticket-more.json';
import enTimeline from '#i18n/en/timeline.json';
import enWindows from '#i18n/en/windows.json';
import { errorText } from '#i18n/error-text.ts';
import { startI18n } from '#i18n/i18n.ts';
import { convertDetectedLanguage, languageOf } from '#i18n/languages.ts';
import { pseudoWords } from '#i18n/pseudo.ts';
import { account as viAccount } from '#i18n/vi/account.ts';
import viApplication from '#i18n/vi/application.json';
import viCalculator from '#i18n/vi/calculator.json';
import viConnection from '#i18n/vi/connection.json';
import { copying as viCopying } from '#i18n/vi/copying.ts';
import viCurve from '#i18n/vi/curve.json';
import viExplain from '#i18n/vi/explain.json';
import { vi as viFirst } from '#i18n/vi/index.ts';
import viKeys from '#i18n/vi/keys.json';
import viLadder from '#i18n/vi/ladder.json';
import { later as viLater } from '#i18n/vi/later.ts';
import viLimits from '#i18n/vi/limits.json';
import viNotices from '#i18n/vi/notices.json';
import viPreview from '#i18n/vi/preview.json';
import viProof from '#i18n/vi/proof.json';
import viTicketMore from '#i18n/vi/ticket-more.json';
import viTimeline from '#i18n/vi/timeline.json';
import viWindows from '#i18n/vi/windows.json';

const vi = {
  ...viFirst,
  ...viLater,
  ...viAccount,
  ...viCopying,
  calculator: viCalculator,
  curve: viCurve,
  windows: viWindows,
  connection: viConnection,
  application: viApplication,
  timeline: viTimeline,
  proof: viProof,
  limits: viLimits,
  explain: viExplain,
  keys: viKeys,
  ladder: viLadder,
  notices: viNotices,
  ticketMore: viTicketMore,
  preview: viPreview,
};
const en = {
  ...enFirst,
  ...enLater,
  ...enAccount,
  ...enCopying,
  calculator: enCalculator,
  curve: enCurve,
  windows: enWindows,
  connection: enConnection,
  application: enApplication,
  timeline: enTimeline,
  proof: enProof,
  limits: enLimits,
  explain: enExplain,
  keys: enKeys,
  ladder: enLadder,
  notices: enNotices,
  ticketMore: enTicketMore,
  preview: enPreview,
};

const texts = (value: unknown, path = ''): [string, string][] =>
  typeof value === 'string'
    ? [[path, value]]
    : Object.entries(value as Record<string, unknown>).flatMap(([key, inner]) =>
        texts(inner, path ? `${path}.${key}` : key),
      );
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const viTexts = new Map(texts(vi));
const enTexts = new Map(texts(en));

/** Only English has a separate form for one. */
const isForOne = (key: string) => key.endsWith('_one');

test('vi and en have the same keys', () =>
  expect([...enTexts.keys()].filter((key) => !isForOne(key)).sort()).toEqual([...viTexts.keys()].sort()));

test('the form for one has the placeholders of the form for many', () => {
  for (const [key, text] of enTexts)
    if (isForOne(key)) expect(placeholders(text), key).toEqual(placeholders(enTexts.get(key.slice(0, -4)) ?? ''));
});

test('vi and en have the same placeholders', () => {
  const different = [...viTexts].filter(
    ([key, text]) => placeholders(text).join() !== placeholders(enTexts.get(key) ?? '').join(),
  );
  expect(different).toEqual([]);
});

test('no text is empty, padded or ends in a mark of the word list', () => {
  const wrong = [...viTexts, ...enTexts].filter(
    ([, text]) => text === '' || text !== text.trim() || text.startsWith('= '),
  );
  expect(wrong).toEqual([]);
});

test('every code of the catalogue has a text, and no text is without a code', () =>
  expect(Object.keys(vi.errors).sort()).toEqual([...ERROR_CODES].sort()));

test('an error’s text asks only for facts that its code carries', () => {
  const unknown = ERROR_CODES.flatMap((code) =>
    placeholders(vi.errors[code])
      .filter((name) => !Object.hasOwn(errorEntry(code).facts, name ?? ''))
      .map((name) => `${code}.${name}`),
  );
  expect(unknown).toEqual([]);
});

test('the pseudo language changes every text and keeps its placeholders', () => {
  const pseudo = new Map(texts(pseudoWords(vi)));
  for (const [key, text] of viTexts) {
    expect(pseudo.get(key)).toMatch(/^\[.*\]$/s);
    expect(placeholders(pseudo.get(key) ?? '')).toEqual(placeholders(text));
  }
});

test.each([
  ['vi', 'vi'],
  ['vi-VN', 'vi'],
  ['VI', 'vi'],
  ['en', 'en'],
  ['en-US', 'en'],
  ['en_GB', 'en'],
  ['fr-FR', 'fr-FR'],
])('a detected %s means %s', (code, language) => expect(convertDetectedLanguage(code)).toBe(language));

test('numbers follow Vietnamese unless English is shown', () => {
  expect(['vi', 'en', 'pseudo', undefined].map(languageOf)).toEqual(['vi', 'en', 'vi', 'vi']);
});

describe('the running instance', () => {
  beforeAll(async () => {
    localStorage.setItem('i18nextLng', 'vi-VN');
    await startI18n();
  });

  test('starts in the remembered language and marks the document', () => {
    expect(i18next.resolvedLanguage).toBe('vi');
    expect(document.documentElement.lang).toBe('vi');
  });

  test('loads English on demand', async () => {
    await i18next.changeLanguage('en');
    expect(i18next.t(($) => $.shell.nav.priceboard)).toBe('Priceboard');
    expect(document.documentElement.lang).toBe('en');
    expect(localStorage.getItem('i18nextLng')).toBe('en');
    await i18next.changeLanguage('vi');
  });

  test('fills placeholders without escaping', () => {
    expect(errorText(i18next.t, 'ContractNotFound', { code: 'A<B>' })).toBe('Không có hợp đồng A<B>');
    expect(i18next.t(($) => $.ticket.step2, { SIDE: 'MUA', lots: '2', contract: 'ZCEZ26', price: "454'0" })).toBe(
      "Xác nhận MUA 2 ZCEZ26 @ 454'0",
    );
  });

  test('an unknown code reads as DefaultError', () => {
    expect(errorText(i18next.t, 'NoSuchCode')).toBe('Có lỗi chưa rõ, vui lòng thử lại sau');
    expect(errorText(i18next.t, 'toString')).toBe('Có lỗi chưa rõ, vui lòng thử lại sau');
  });

  test('a wrong key does not compile', () => {
    // @ts-expect-error there is no such text
    i18next.t(($) => $.shell.nav.nowhere);
  });
});

describe('words that come later', () => {
  const of = async (start: (fresh: typeof import('#i18n/i18n.ts')) => Promise<void>) => {
    vitest.resetModules();
    localStorage.setItem('i18nextLng', 'en');
    const fresh = await import('#i18n/i18n.ts');
    await start(fresh);
    const { default: instance } = await import('i18next');
    return instance.t(($) => $.ticket.step2, { SIDE: 'BUY', lots: '2', contract: 'ZCEZ26', price: "454'0" });
  };

  test('are loaded in every language shown, requested before the start or after it', async () => {
    const said = "Confirm BUY 2 ZCEZ26 @ 454'0";
    const before = await of(async ({ startI18n, loadLaterWords }) => {
      await Promise.all([loadLaterWords(), startI18n()]);
    });
    const after = await of(async ({ startI18n, loadLaterWords }) => {
      await startI18n();
      await loadLaterWords();
    });
    expect([before, after]).toEqual([said, said]);
  });
});
