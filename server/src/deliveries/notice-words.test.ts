import { isClientPath } from '@mua/contract/client-paths';
import { PAPERS } from '@mua/contract/entities/digital-signature';
import { NOTICES, type NoticeCode, SECURITY_FIELDS } from '@mua/contract/entities/mailbox-message';
import { CATEGORY_OF, OFFERS } from '@mua/contract/entities/notification-settings';
import { ROLL_PARAM, SEEN_PARAM, seenNotice } from '@mua/contract/entities/push-message';
import type { Facts } from '@mua/contract/errors';
import { ALERT_DIRECTIONS, SIDES } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { noticePath, seenPath } from '#deliveries/notice-paths.ts';
import { mailOf, plainNotice, smsOf, testNotice, writtenNotice } from '#deliveries/notice-words.ts';

const CODES = Object.keys(NOTICES) as NoticeCode[];
const LANGUAGES = ['vi', 'en'] as const;
const EACH = CODES.flatMap((code) => LANGUAGES.map((language) => [code, language] as const));

const SAMPLE = {
  ...{ vnd: '1234567890', price: '457.75', percent: '86.50', lots: 12, count: 3, bytes: 5, date: '2026-11-20' },
  ...{ time: '2026-11-20T17:30:00.000Z', timeOfDay: '06:30', code: 'BUY', account: '108C000001-02', text: 'ZCEZ26' },
} as const;

function sample(code: NoticeCode): Facts {
  return Object.fromEntries(Object.entries(NOTICES[code]).map(([name, kind]) => [name, SAMPLE[kind]]));
}

test.each(EACH)('%s in %s says its facts, and no gap is left', (code, language) => {
  const { title, text } = writtenNotice({ code, facts: sample(code) }, language, undefined);
  expect(`${title} ${text}`).not.toMatch(/[{}]|undefined/);
  expect(title).not.toBe('');
  const plain = plainNotice({ code, accountId: '108C000001-02' }, language);
  // Nothing that a stranger should read: no figure but the end of the account's number.
  expect(`${plain.title} ${plain.text}`.replace('02', '')).not.toMatch(/\d/);
});

test.each(EACH.filter(([code]) => OFFERS[CATEGORY_OF[code]].sms !== 'NEVER'))(
  '%s in %s fits into an SMS',
  (code, language) => {
    expect(smsOf(writtenNotice({ code, facts: sample(code) }, language, undefined), language).length).toBeLessThan(160);
  },
);

test.each(CODES)('%s leads to a page of the client', (code) => {
  for (const contract of [null, 'ZCEZ26']) {
    const { pathname } = new URL(noticePath(code, contract), 'https://mua.example');
    expect(isClientPath(pathname, 'live')).toBe(true);
  }
});

test('a position near its close-out leads to how to roll it, over its desk; what hides the contract leads to all', () => {
  const place = { accountId: '108C000001-02', mailboxId: '7-0' };
  const address = new URL(seenPath({ path: noticePath('ExpiryNotice', 'ZCEZ26'), place }), 'https://mua.example');
  expect(address.pathname).toBe('/trading/ZCEZ26');
  expect(address.searchParams.get(ROLL_PARAM)).toBe('ZCEZ26');
  expect(seenNotice(address.searchParams.get(SEEN_PARAM) ?? '')).toEqual(place);
  expect(noticePath('ExpiryNotice', null)).toBe('/account-overview');
});

test('an order in a spread leads to the desk of its near month', () => {
  expect(noticePath('OrderFilled', 'ZCEZ26-ZCEH27')).toBe('/trading/ZCEZ26');
  expect(noticePath('OrderFilled', 'ZCEH27')).toBe('/trading/ZCEH27');
});

describe('facts', () => {
  test('read as on the screens', () => {
    const grid = { scale: 2, tickUnits: 25, display: 'eighths' } as const;
    const facts = { ...sample('OrderFilled'), side: 'SELL', lots: 1_200, fee: '1950000' };
    expect(writtenNotice({ code: 'OrderFilled', facts }, 'vi', grid)).toEqual({
      title: 'Đã khớp Bán 1.200 ZCEZ26',
      text: "Giá TB 457'6, phí 1.950.000\u00a0₫.",
    });
    expect(writtenNotice({ code: 'Margin40', facts: sample('Margin40') }, 'en', undefined)).toEqual({
      title: 'Forced liquidation at 00:30 21/11/2026',
      text: 'Margin ratio 86.50%. Deposit ₫1,234,567,890 before then to reach 86.50%.',
    });
  });

  test.each([
    ['vi', /^Tất toán hoặc chuyển kỳ Mua 12 trước /],
    ['en', /^Close or roll Buy 12 by /],
  ] as const)('a position near its end is closed or rolled, in %s', (language, says) => {
    const { text } = writtenNotice({ code: 'ExpiryNotice', facts: sample('ExpiryNotice') }, language, undefined);
    expect(text).toMatch(says);
  });

  test('of two prices one may be missing', () => {
    const facts = { ...sample('ConditionalExpired'), orderType: 'TPSL', takeProfit: '' };
    expect(writtenNotice({ code: 'ConditionalExpired', facts }, 'en', undefined)).toEqual({
      title: 'Expired: take profit / stop loss ZCEZ26',
      text: 'Buy 12, stop 457.75, take profit –. The reason is in your notices.',
    });
  });

  test('what is missing has a sign, so that no sentence breaks off', () => {
    expect(writtenNotice({ code: 'MarginLifted', facts: {} }, 'en', undefined).title).toMatch(/–/);
  });

  test('a note of one’s own stands behind', () => {
    const facts = { ...sample('PriceAlert'), direction: 'ABOVE', note: 'take profit' };
    expect(writtenNotice({ code: 'PriceAlert', facts }, 'vi', undefined)).toEqual({
      title: 'ZCEZ26 lên đến 457.75',
      text: 'Cảnh báo giá, giá khớp 457.75. “take profit”',
    });
  });

  test.each(LANGUAGES)('names of closed lists have words in %s', (language) => {
    const wordOf = (code: NoticeCode, fact: string, name: string): string =>
      Object.values(writtenNotice({ code, facts: { ...sample(code), [fact]: name } }, language, undefined)).join(' ');
    for (const side of Object.keys(SIDES)) expect(wordOf('OrderFilled', 'side', side)).not.toContain(side);
    for (const direction of ALERT_DIRECTIONS)
      expect(wordOf('PriceAlert', 'direction', direction)).not.toContain(direction);
    for (const paper of PAPERS) expect(wordOf('ContractToSign', 'document', paper)).not.toContain(paper);
    for (const field of SECURITY_FIELDS) expect(wordOf('SecurityChanged', 'field', field)).not.toContain(field);
  });
});

test('a mail ends with its time and where it leads', () => {
  const mail = mailOf(testNotice('en'), 'en', {
    timeMs: Date.parse('2026-11-20T05:00:00.000Z'),
    address: 'https://mua.example/',
  });
  expect(mail).toEqual({
    subject: 'Mùa: A test from Mùa',
    text: 'A test from Mùa\nThis channel works.\n\n20/11/2026 12:00:00\nhttps://mua.example/',
  });
});
