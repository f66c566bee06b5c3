import { DURATIONS, FINAL_STATUSES, ORDER_TYPES, parseDecimal, SIDES } from '@mua/core/values';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import * as wire from '#wire.ts';

interface Table {
  readonly schema: z.ZodType;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const TABLES: Readonly<Record<string, Table>> = {
  decimalText: {
    schema: wire.decimalText,
    good: ['0', '0.00', '457.75', '457.50', '-0.05', '-37.63', '999999999999999.999999999'],
    bad: [457.75, '', '-', '+1', '-0', '-0.00', '01', '.5', '5.', '1e3', '1E3', '1,5', '1 000', ' 1', '1\n', '357-6'],
  },
  'decimalText, strangers': {
    schema: wire.decimalText,
    good: [],
    bad: ['NaN', 'Infinity', '0x10', '１２', '1_000', "357'6", '9'.repeat(40), null, undefined, ['1'], {}],
  },
  moneyText: {
    schema: wire.moneyText,
    good: ['0', '1950680075', '-350000', '999999999999999999'],
    bad: ['-0', '1.5', '1e9', '00', '1.000', 1950680075, '1000000000000000000', '', ' 0'],
  },
  lots: { schema: wire.lots, good: [0, 1, 500, 2 ** 53 - 1], bad: [-0, -1, 1.5, 2 ** 53, '1', Number.NaN, null] },
  signedLots: { schema: wire.signedLots, good: [0, -5, 5], bad: [-0, 0.5, '5', -(2 ** 53)] },
  quantityIn: {
    schema: wire.quantityIn,
    good: [1, 0, -1, 999_999_999],
    bad: [-0, 1.5, 1e9, 2 ** 53, '2', '1e2', Number.POSITIVE_INFINITY],
  },
  seq: { schema: wire.seq, good: [0, 1, 2 ** 53 - 1], bad: [-0, -1, 2 ** 53, 2 ** 53 + 2, 1.1, '1'] },
  instant: {
    schema: wire.instant,
    good: ['2026-11-20T05:31:07.250Z', '2028-02-29T23:59:59.999Z'],
    bad: [
      '2026-11-20T05:31:07Z',
      '2026-11-20T05:31:07.25Z',
      '2026-11-20T05:31:07.250+07:00',
      '2026-11-20 05:31:07.250Z',
      '2027-02-29T00:00:00.000Z',
      '2026-11-20T24:00:00.000Z',
      '2026-11-20',
      1_795_000_000_000,
    ],
  },
  tradeDate: {
    schema: wire.tradeDate,
    good: ['2026-11-20', '2028-02-29'],
    bad: ['2027-02-29', '20/11/2026', '2026-1-2', '2026-11-20T00:00:00.000Z', ''],
  },
  uuid: {
    schema: wire.uuid,
    good: ['0190163d-8694-739b-aea5-966c26f8ad91', '0190163D-8694-739B-AEA5-966C26F8AD91'],
    bad: [
      '0190163d8694739baea5966c26f8ad91',
      '{0190163d-8694-739b-aea5-966c26f8ad91}',
      '0190163d-8694-739b-aea5-966c26f8ad9',
      '0190163d-8694-739b-aea5-966c26f8ad9g',
      'order-1',
      '',
      1,
    ],
  },
  cursor: { schema: wire.cursor, good: ['MTIzNA', 'a-b_c'], bad: ['', 'a=b', 'a b', "'; drop", 'x'.repeat(201)] },
  opaqueId: { schema: wire.opaqueId, good: ['a', 'Ab3-_'], bad: ['', '../x', 'a/b', 'a b', 'x'.repeat(65), '\u0000'] },
  contractCode: { schema: wire.contractCode, good: ['ZCEZ26', 'SI5COZ26'], bad: ['', 'ZCE Z26', 'ZCE%', 'ZCE.Z26'] },
  limitText: { schema: wire.limitText, good: ['1', '500', '10000'], bad: ['0', '-1', '1.5', '1e2', '', '100000', 5] },
  sideIn: { schema: wire.sideIn, good: ['BUY', 'SELL', 1, 2], bad: ['buy', 'B', '1', 0, 3, 1.5, null] },
  orderTypeIn: {
    schema: wire.orderTypeIn,
    good: ['MARKET', 'LIMIT', 'STOP', 'STOP_LIMIT', 'TRAILING_STOP', 'TPSL', 1, 2, 3, 4],
    bad: ['market', 0, 5, '1', null],
  },
  durationIn: {
    schema: wire.durationIn,
    good: ['DAY', 'GTC', 'GTD', 'IOC', 'FOK', 0, 1, 3, 4, 6],
    bad: ['day', 2, 5, 7, '0', -0.5],
  },
};

describe.each(Object.entries(TABLES))('%s', (_name, { schema, good, bad }) => {
  test('accepts', () => {
    expect(good.filter((value) => !schema.safeParse(value).success)).toEqual([]);
  });

  test('refuses', () => {
    expect(bad.filter((value) => schema.safeParse(value).success)).toEqual([]);
  });

  test('can be written as JSON Schema', () => {
    expect(() => z.toJSONSchema(schema)).not.toThrow();
  });
});

describe('words', () => {
  test('are those of core', () => {
    expect(wire.side.options).toEqual(Object.keys(SIDES));
    expect(wire.orderType.options).toEqual(Object.keys(ORDER_TYPES));
    expect([...wire.duration.options].sort()).toEqual(Object.keys(DURATIONS).sort());
    expect(wire.orderStatus.options).toEqual(expect.arrayContaining([...FINAL_STATUSES]));
  });

  test.each(Object.entries(SIDES))('side %s is %s', (name, code) => {
    expect(wire.sideFromWire(wire.sideIn.parse(name))).toBe(name);
    expect(wire.sideFromWire(wire.sideIn.parse(code))).toBe(name);
  });

  test.each(Object.entries(ORDER_TYPES).filter(([, code]) => code !== null))('order type %s is %s', (name, code) => {
    expect(wire.orderTypeFromWire(wire.orderTypeIn.parse(name))).toBe(name);
    expect(wire.orderTypeFromWire(wire.orderTypeIn.parse(code))).toBe(name);
  });

  test.each(Object.entries(DURATIONS))('time in force %s is %s', (name, code) => {
    expect(wire.durationFromWire(wire.durationIn.parse(name))).toBe(name);
    expect(wire.durationFromWire(wire.durationIn.parse(code))).toBe(name);
  });

  test('replies carry the code beside the name', () => {
    expect({ ...wire.sideToWire('SELL'), ...wire.orderTypeToWire('TPSL'), ...wire.durationToWire('GTD') }).toEqual({
      side: 'SELL',
      sideCode: 2,
      orderType: 'TPSL',
      orderTypeCode: null,
      duration: 'GTD',
      durationCode: 6,
    });
  });
});

describe('own words', () => {
  const words = wire.ownWords(8);

  test('are trimmed and composed before they are counted', () => {
    expect(words.parse('  Ngũ cốc '.normalize('NFD'))).toBe('Ngũ cốc'.normalize('NFC'));
    expect(words.safeParse('Ngũ cốc 12').success).toBe(false);
  });

  test('have spaces of one kind', () => {
    expect(words.parse('\u3000Ngũ \u00a0 cốc\u2009')).toBe('Ngũ cốc');
    expect(words.parse(' \u00a0\u3000')).toBe('');
  });

  test.each([
    ...['a\nb', 'a\u0000b', 'a\u0085b', 'a\u2028b', '\ud800', 'a\u202eb', 'a\u2066b', 'a\u200eb', 'a\u061cb'],
    ...['\u200b\u200b', 'a\u200bb', 'a\u200db', 'a\u2060b', 'a\ufeffb', 'a\ufff9b', 'a\u00adb', 'a\u034fb', 'a\ufe0fb'],
    ...[
      'a\u0316\u0317\u0318\u0319',
      '\u3164',
      '\u115f\u1160',
      '\uffa0',
      '\u2800',
      'a\u2800b',
      '\u0301',
      '\u{e0041}',
      '\u{1f600}\u200d',
    ],
  ])('%j is refused', (text) => {
    expect(words.safeParse(text).error?.issues[0]?.message).toBe(wire.UNREADABLE);
  });

  test.each(['Ngũ cốc', 'ZC–ZW', '«A»', '5 %', '日本', '👍', '👍🏽', '❤️', '👩‍🌾', '🇻🇳', '1️⃣'])(
    '%j is readable',
    (text) => {
      expect(words.parse(text)).toBe(text);
    },
  );

  test('are read in a time that grows with their length', () => {
    // Any other would not end within a test's time.
    for (const text of ['a', '\ufe0f', '\u200d', '❤️'].map((part) => part.repeat(20_000)))
      expect(wire.ownWords(100_000).safeParse(`${text}\u0000`).success).toBe(false);
  });
});

describe('decimal text', () => {
  test.each(['0', '457.75', '-0.05', '999999999999999.999999999'])('core reads %s', (text) => {
    expect(parseDecimal(wire.decimalText.parse(text))).toBeDefined();
  });
});

describe('lists', () => {
  test('a page size is what was asked, within the maximum', () => {
    expect([wire.pageSize(undefined), wire.pageSize('10'), wire.pageSize(10), wire.pageSize('9999')]).toEqual([
      50, 10, 10, 500,
    ]);
    expect(wire.pageSize(undefined, { usual: 500, max: 1000 })).toBe(500);
  });

  test('one UUID has one spelling', () => {
    expect(wire.uuidFromWire('0190163D-8694-739B-AEA5-966C26F8AD91')).toBe('0190163d-8694-739b-aea5-966c26f8ad91');
  });
});
