// @vitest-environment jsdom
import { STOPPAGES } from '@mua/contract/entities/stoppage';
import type { PriceGrid } from '@mua/core/values';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { type FactWriter, factTexts, writtenError } from '#i18n/error-facts.ts';
import { startI18n } from '#i18n/i18n.ts';
import { noticeText } from '#i18n/notice-text.ts';
import { createFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

const corn: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
const coffee: PriceGrid = { scale: 2, tickUnits: 5, display: 'decimal' };
let vi: FactWriter;

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
  vi = { t: i18next.t, format: createFormat('vi'), grid: corn };
});

test.each(STOPPAGES)('why orders are not taken now is said in words: %s', (why) => {
  const text = writtenError(vi, { code: 'JOURNAL_UNAVAILABLE', facts: { why } });
  expect(text).toMatch(/^Tạm chưa nhận lệnh mới: \p{L}/u);
  expect(text).not.toContain(why);
});

describe('writes facts by their kind', () => {
  test.each([
    [
      'InsufficientMargin',
      { required: '73236240', available: '-5', missing: '1', maxLots: 1200, fee: '0' },
      {
        required: '73.236.240 ₫',
        available: '−5 ₫',
        missing: '1 ₫',
        maxLots: '1 200 lot',
        fee: '0 ₫',
      },
    ],
    [
      'WrongTick',
      { tick: '0.25', lower: '454.00', upper: '454.25', price: '454.1' },
      {
        tick: "0'2",
        lower: "454'0",
        upper: "454'2",
        price: '454.1',
        field: '–',
      },
    ],
    ['PriceOutsideBand', { percent: '7.00' }, { percent: '7%', reference: '–', bound: '–', price: '–' }],
    [
      'MarketClosed',
      { opensAt: '2026-11-20T13:30:00.000Z', state: 'CLOSED' },
      {
        opensAt: '20:30 20/11/2026',
        state: 'đóng cửa',
      },
    ],
    [
      'DurationNotAllowed',
      { orderType: 'MARKET', duration: 'GTC' },
      {
        orderType: 'thị trường',
        duration: 'đến khi hủy',
      },
    ],
    ['ConditionalOrderNotAllowed', { status: 'FAILED' }, { status: 'không kích hoạt được' }],
    ['OrderCancelNotAllowed', { status: 'FILLED' }, { status: 'đã khớp' }],
    ['ExpirationDateInvalid', { from: '2026-11-20', to: '2026-12-14' }, { from: '20/11/2026', to: '14/12/2026' }],
    ['ExchangeRejected', { reason: 'UnknownOrder' }, { reason: 'sở không còn lệnh này' }],
    ['ExchangeRejected', { reason: 'Member limit 42' }, { reason: 'Member limit 42' }],
    ['TRADING_HALTED', { scope: 'CBOT', reason: '' }, { scope: 'CBOT', reason: '–' }],
  ])('%s', (code, facts, texts) => {
    const plain = Object.entries(factTexts(vi, code, facts)).map(([name, text]) => [
      name,
      String(text).replace(/\u00a0/g, ' '),
    ]);
    expect(Object.fromEntries(plain)).toEqual(texts);
  });

  test('English writes them its own way', () => {
    const en = { ...vi, format: createFormat('en') };
    expect(factTexts(en, 'InsufficientMargin', { required: '73236240' }).required).toBe('₫73,236,240');
  });

  test('the whole text has no gap, whatever is missing', () => {
    expect(writtenError(vi, { code: 'CollarReached', facts: {} })).toBe('Chạm khung bảo vệ –, đã hủy phần còn lại');
    expect(writtenError(vi, { code: 'NoSuchCode', facts: {} })).toBe('Có lỗi chưa rõ, vui lòng thử lại sau');
  });
});

test.each([
  ['451.50', corn, "451'4"],
  ['451.5000', corn, "451'4"],
  ['443.5278', corn, '443.5278'],
  ['443.5300', corn, '443.53'],
  ['312.4500', coffee, '312.45'],
  ['312.4700', coffee, '312.47'],
  ['-0.0500', coffee, '−0.05'],
  ['-0.0300', coffee, '−0.03'],
  [null, corn, '–'],
  ['451.50', undefined, '451.50'],
])('the wire’s %s reads %s', (text, grid, shown) => expect(wirePrice(createFormat('vi'), text, grid)).toBe(shown));

test('masks an account’s number in privacy mode, in messages too', () => {
  const message = {
    code: 'Margin100',
    facts: { ratio: '85.50', account: '108C000001-01', missing: '5000000' },
    reason: null,
  } as const;
  expect(noticeText(vi, message, 0).body).toContain('108C000001-01 thiếu');
  const hidden = noticeText({ ...vi, format: createFormat('vi', true) }, message, 0).body;
  expect(hidden).toContain('••••01 thiếu');
});
