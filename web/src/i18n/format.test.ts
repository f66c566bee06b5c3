import type { PriceGrid } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import {
  type Amount,
  formatCivilDate,
  formatCountdown,
  formatDate,
  formatDateTime,
  formatExpiry,
  formatForeign,
  formatHour,
  formatPlain,
  formatPrice,
  formatPriceChange,
  formatProfit,
  formatQuotePercent,
  formatRatio,
  formatReturn,
  formatTime,
  formatVnd,
  formatVndSummary,
  formatVolume,
  type MoneyOptions,
  type ProfitOptions,
  type WrittenProfit,
} from '#i18n/format.ts';

const corn: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
const arabica: PriceGrid = { scale: 2, tickUnits: 5, display: 'decimal' };
const robusta: PriceGrid = { scale: 0, tickUnits: 1, display: 'decimal' };

/** Replaces no-break spaces: the expectations here use plain ones. */
const plain = (text: string) => text.replace(/\u00a0/g, ' ');

describe('prices read alike in both languages', () => {
  test.each([
    [1831, corn, "457'6"],
    [1830, corn, "457'4"],
    [0, corn, "0'0"],
    [-3, corn, "−0'6"],
    [6249, arabica, '312.45'],
    [-115, arabica, '−5.75'],
    [3985, robusta, '3985'],
    [0, robusta, '0'],
    [null, corn, '–'],
    [undefined, arabica, '–'],
  ])('%s ticks -> %s', (ticks, grid, text) => expect(formatPrice(ticks, grid)).toBe(text));

  test.each([
    [22, corn, "+5'4"],
    [-25, corn, "−6'2"],
    [0, corn, "0'0"],
    [64, robusta, '+64'],
    [null, robusta, '–'],
  ])('a change of %s ticks', (ticks, grid, text) => expect(formatPriceChange(ticks, grid)).toBe(text));

  test.each([
    [22, 1809, '+1.22%'],
    [-115, 6364, '−1.81%'],
    [0, 1809, '0.00%'],
    [1, 3, '+33.33%'],
    [1, 20_000, '+0.01%'],
    [1, 20_001, '0.00%'],
    [-2, -4, '−50.00%'],
    [5, 0, '–'],
    [null, 1809, '–'],
    [5, null, '–'],
  ])('%s of %s ticks in percent', (change, reference, text) =>
    expect(formatQuotePercent(change, reference)).toBe(text),
  );
});

test.each([
  [0, '0'],
  [7, '7'],
  [812, '812'],
  [186_412, '186 412'],
  [1_021_553, '1 021 553'],
  [null, '–'],
  [Number.NaN, '–'],
])('volume %s', (lots, text) => expect(plain(formatVolume(lots))).toBe(text));

test('groups volumes by a space that never breaks a line', () => expect(formatVolume(186_412)).toBe('186\u00a0412'));

describe('money', () => {
  test.each<[Amount, MoneyOptions, string, string]>([
    ['1950680075', {}, '1.950.680.075 ₫', '₫1,950,680,075'],
    [1_950_680_075n, {}, '1.950.680.075 ₫', '₫1,950,680,075'],
    ['0', {}, '0 ₫', '₫0'],
    ['999', {}, '999 ₫', '₫999'],
    ['-350000', {}, '−350.000 ₫', '−₫350,000'],
    ['63408000', { signed: true }, '+63.408.000 ₫', '+₫63,408,000'],
    ['0', { signed: true }, '0 ₫', '₫0'],
    ['-350000', { signed: true, bare: true }, '−350.000', '−350,000'],
    ['1000.5', {}, '1.001 ₫', '₫1,001'],
    ['-1000.5', {}, '−1.001 ₫', '−₫1,001'],
    ['9007199254740993', {}, '9.007.199.254.740.993 ₫', '₫9,007,199,254,740,993'],
    ['-123456789012345678', {}, '−123.456.789.012.345.678 ₫', '−₫123,456,789,012,345,678'],
    ['-0', {}, '0 ₫', '₫0'],
    [9_007_199_254_740_993n, {}, '9.007.199.254.740.993 ₫', '₫9,007,199,254,740,993'],
    ['999999999999999', {}, '999.999.999.999.999 ₫', '₫999,999,999,999,999'],
    [null, {}, '–', '–'],
    [undefined, {}, '–', '–'],
    ['', {}, '–', '–'],
    ['NaN', {}, '–', '–'],
  ])('%s dong', (amount, options, vi, en) => {
    expect(plain(formatVnd(amount, 'vi', options))).toBe(vi);
    expect(plain(formatVnd(amount, 'en', options))).toBe(en);
  });

  test.each<[Amount, MoneyOptions, string, string]>([
    ['1250.50', {}, '1.250,50 USD', 'USD 1,250.50'],
    ['1250.5', {}, '1.250,50 USD', 'USD 1,250.50'],
    [125_050n, {}, '1.250,50 USD', 'USD 1,250.50'],
    ['0', {}, '0,00 USD', 'USD 0.00'],
    ['625', { signed: true, bare: true }, '+625,00', '+625.00'],
    ['-730', { signed: true }, '−730,00 USD', 'USD −730.00'],
    ['0.005', {}, '0,01 USD', 'USD 0.01'],
    ['0.0049', {}, '0,00 USD', 'USD 0.00'],
    ['-1.999', {}, '−2,00 USD', 'USD −2.00'],
    [null, {}, '–', '–'],
  ])('%s US dollars', (amount, options, vi, en) => {
    expect(plain(formatForeign(amount, 'USD', 'vi', options))).toBe(vi);
    expect(plain(formatForeign(amount, 'USD', 'en', options))).toBe(en);
  });

  test.each<[Amount, ProfitOptions, WrittenProfit]>([
    [1_250n, {}, { text: '+1.250 ₫', tone: 'up' }],
    ['-1250', { bare: true }, { text: '−1.250', tone: 'down' }],
    [0n, {}, { text: '0 ₫', tone: 'plain' }],
    [125_050n, { currency: 'USD' }, { text: '+1.250,50 USD', tone: 'up' }],
    // The tone is that of the figure shown: less than half a cent is nothing.
    ['-0.004', { currency: 'USD' }, { text: '0,00 USD', tone: 'plain' }],
    [null, {}, { text: '–', tone: 'plain' }],
  ])('a profit of %s and its tone', (amount, options, expected) => {
    const { text, tone } = formatProfit(amount, 'vi', options);
    expect({ text: plain(text), tone }).toEqual(expected);
  });

  test.each<[Amount, MoneyOptions, string, string]>([
    ['1950680075', {}, '1.950,7 tr', '₫1,950.7m'],
    ['73000000', {}, '73 tr', '₫73m'],
    ['-350000', { signed: true }, '−0,4 tr', '−₫0.4m'],
    ['63408000', { signed: true }, '+63,4 tr', '+₫63.4m'],
    ['0', {}, '0 tr', '₫0m'],
    [null, {}, '–', '–'],
  ])('%s dong in a summary', (amount, options, vi, en) => {
    expect(plain(formatVndSummary(amount, 'vi', options))).toBe(vi);
    expect(plain(formatVndSummary(amount, 'en', options))).toBe(en);
  });

  test.each([
    ['150.9', 1, '150,9%', '150.9%'],
    ['150.94', 1, '150,9%', '150.9%'],
    ['150.95', 1, '151,0%', '151.0%'],
    ['1234.5', 1, '1.234,5%', '1,234.5%'],
    ['-3', 1, '−3,0%', '−3.0%'],
    ['40', 0, '40%', '40%'],
    [null, 1, '–', '–'],
  ])('a ratio of %s', (percent, decimals, vi, en) => {
    expect(formatRatio(percent, 'vi', decimals)).toBe(vi);
    expect(formatRatio(percent, 'en', decimals)).toBe(en);
  });
});

describe('dates are Vietnam’s', () => {
  test.each([
    ['2026-11-20T15:14:36.000Z', '20/11/2026', '22:14:36'],
    ['2026-11-20T17:00:00.000Z', '21/11/2026', '00:00:00'],
    ['2026-11-20T16:59:59.999Z', '20/11/2026', '23:59:59'],
    ['2026-12-31T22:00:00+07:00', '31/12/2026', '22:00:00'],
  ])('%s', (iso, date, time) => {
    expect(formatDate(iso)).toBe(date);
    expect(formatTime(iso)).toBe(time);
    expect(formatDateTime(Date.parse(iso))).toBe(`${date} ${time}`);
    expect(formatHour(iso)).toBe(time.slice(0, 5));
  });

  test.each([null, undefined, 'yesterday', Number.NaN])('writes %s as missing', (instant) => {
    expect(formatDateTime(instant)).toBe('–');
    expect(formatHour(instant)).toBe('–');
  });

  test.each([
    ['2026-12-14', '14/12/2026'],
    [null, '–'],
    ['2026-12', '–'],
  ])('civil date %s', (date, text) => expect(formatCivilDate(date)).toBe(text));

  test.each([
    ['2026-12', '12/26'],
    ['2027-03-12', '03/27'],
    ['', '–'],
    [null, '–'],
  ])('expiry %s', (month, text) => expect(formatExpiry(month)).toBe(text));

  test.each([
    [125_000, '02:05'],
    [124_001, '02:05'],
    [59_000, '00:59'],
    [0, '00:00'],
    [-1, '00:00'],
    [3_600_000, '60:00'],
    [null, '–'],
  ])('a countdown of %s ms', (left, text) => expect(formatCountdown(left)).toBe(text));
});

describe('returns are in percent and signed like a profit', () => {
  test.each([
    ['29.71', '+29,7%', '+29.7%', 'up'],
    ['-9.25', '−9,3%', '−9.3%', 'down'],
    ['0.04', '0,0%', '0.0%', 'plain'],
    [null, '–', '–', 'plain'],
  ] as const)('%s', (percent, vi, en, tone) => {
    expect(formatReturn(percent, 'vi')).toEqual({ text: vi, tone });
    expect(formatReturn(percent, 'en')).toEqual({ text: en, tone });
  });

  test('points of percent have no sign of percent', () =>
    expect(formatReturn('-5.10', 'vi', { bare: true }).text).toBe('−5,1'));
});

test.each([
  ['0.5000', '0,5', '0.5'],
  ['1.0000', '1', '1'],
  ['-0.10', '−0,1', '−0.1'],
  ['20', '20', '20'],
  [null, '–', '–'],
] as const)('a plain number has no zeros at its end: %s', (text, vi, en) => {
  expect(formatPlain(text, 'vi')).toBe(vi);
  expect(formatPlain(text, 'en')).toBe(en);
});
