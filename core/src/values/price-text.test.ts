import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDecimal, parseDecimal, parseShortDecimal, rescale } from '#values/decimal-text.ts';
import {
  averagePriceText,
  type PriceGrid,
  priceFromDecimal,
  priceFromText,
  priceTextToDisplay,
  priceToDisplay,
  priceToText,
  tickText,
} from '#values/price-text.ts';
import { readTypedLots, readTypedPrice, readTypedVnd } from '#values/typed-text.ts';

const CORN: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
const MINI_CORN: PriceGrid = { scale: 3, tickUnits: 125, display: 'eighths' };
const CRUDE: PriceGrid = { scale: 2, tickUnits: 1, display: 'decimal' };
const COPPER: PriceGrid = { scale: 4, tickUnits: 5, display: 'decimal' };
const NICKEL: PriceGrid = { scale: 0, tickUnits: 5, display: 'decimal' };

describe('decimal text', () => {
  test.each(['1.', '.5', '+1', '1e3', '01', '1,5', ' 1', '1 ', '', '-', 'NaN', '1.2.3', '0x10', '٣'])(
    'refuses %j',
    (text) => {
      expect(parseDecimal(text)).toBeUndefined();
      expect(parseShortDecimal(text)).toBeUndefined();
    },
  );

  test('short ones are read the same without a regular expression', () => {
    const anyText = fc.oneof(
      fc.stringMatching(/^-?\d{0,17}\.?\d{0,10}$/),
      fc.stringMatching(/^-?(0|[1-9]\d{0,6})(\.\d{1,4})?$/),
      fc.string({ unit: fc.constantFrom('0', '1', '9', '.', '-', ' ', '٣'), maxLength: 8 }),
    );
    let shortOnes = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const short = parseShortDecimal(text);
        const decimal = parseDecimal(text);
        const isShort = decimal !== undefined && text.replace(/[-.]/g, '').length <= 15;
        expect(short !== undefined).toBe(isShort);
        if (!short) return;
        shortOnes += 1;
        expect({ units: BigInt(short.units), scale: short.scale }).toEqual(decimal);
      }),
      { seed: 1, numRuns: 5_000 },
    );
    expect(shortOnes).toBeGreaterThan(2_000);
  });

  test('reads back what it writes', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
        fc.integer({ min: 0, max: 9 }),
        (units, scale) => {
          const read = parseDecimal(formatDecimal(units, scale));
          expect(read && rescale(read, scale)).toBe(units);
        },
      ),
      { seed: 1 },
    );
  });
});

describe('prices on the wire', () => {
  test('the short way and the long one come to the same ticks', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^-?(0|[1-9]\d{0,15})(\.\d{1,9})?$/),
        fc.constantFrom(CORN, MINI_CORN, CRUDE, COPPER, NICKEL),
        (text, grid) => {
          const decimal = parseDecimal(text);
          const long = decimal ? priceFromDecimal(decimal, grid) : { kind: 'notANumber' };
          expect(priceFromText(text, grid)).toStrictEqual(long);
        },
      ),
      { seed: 1, numRuns: 5_000 },
    );
  });

  test.each([
    ['457.75', CORN, 1831],
    ['457.7500', CORN, 1831],
    ['0', CORN, 0],
    ['-37.63', CRUDE, -3763],
    ['4.1235', COPPER, 8247],
    ['15005', NICKEL, 3001],
  ] as const)('%s is %i ticks', (text, grid, ticks) => {
    expect(priceFromText(text, grid)).toEqual({ kind: 'price', ticks });
    expect(priceFromText(priceToText(ticks, grid), grid)).toEqual({ kind: 'price', ticks });
  });

  test.each([
    ['457.80', CORN, 1831, 1832],
    ['-0.10', CORN, -1, 0],
    ['457.7501', CORN, 1831, 1832],
    ['15001', NICKEL, 3000, 3001],
  ] as const)('%s lies between two ticks', (text, grid, lowerTicks, upperTicks) => {
    expect(priceFromText(text, grid)).toEqual({ kind: 'offGrid', lowerTicks, upperTicks });
  });

  test.each([
    ['451.50', CORN, "451'4"],
    ['451.5000', CORN, "451'4"],
    ['-0.25', CORN, "−0'2"],
    ['443.5300', CORN, '443.53'],
    ['-0.0350', CRUDE, '−0.035'],
    ['15001.00', NICKEL, '15001'],
    ['x', CORN, undefined],
  ] as const)('%s is shown as %s', (text, grid, shown) => expect(priceTextToDisplay(text, grid)).toBe(shown));

  test('every tick of every grid survives the way over the wire', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.constantFrom(CORN, MINI_CORN, CRUDE, COPPER, NICKEL),
        (ticks, grid) => {
          expect(priceFromText(priceToText(ticks, grid), grid)).toEqual({ kind: 'price', ticks });
          expect(readTypedPrice(priceToDisplay(ticks, grid), grid)).toEqual({ kind: 'price', ticks });
        },
      ),
      { seed: 2 },
    );
  });
});

describe('prices as people read them', () => {
  test.each([
    [1831, CORN, "457'6"],
    [-1, CORN, "−0'2"],
    [0, CORN, "0'0"],
    [3655, MINI_CORN, "456'7"],
    [-3763, CRUDE, '−37.63'],
    [3001, NICKEL, '15005'],
  ] as const)('%i ticks read %s', (ticks, grid, text) => {
    expect(priceToDisplay(ticks, grid)).toBe(text);
  });

  test('a tick and an average', () => {
    expect(tickText(CORN)).toBe('0.25');
    expect(averagePriceText(3661n, 2, CORN)).toBe('457.6250');
    expect(averagePriceText(-5n, 3, CRUDE)).toBe('-0.0167');
  });
});

describe('what people type', () => {
  test.each([
    ["457'6", CORN, 1831],
    ['457’6', CORN, 1831],
    ['457-6', CORN, 1831],
    ['457,75', CORN, 1831],
    ['457.75', CORN, 1831],
    ['1.234,5', CRUDE, 123450],
    ['1,234.5', CRUDE, 123450],
    ['1.234.567', CRUDE, 123456700],
    ['-37,63', CRUDE, -3763],
    ['−37.63', CRUDE, -3763],
    ['007', CRUDE, 700],
  ] as const)('price %s is %i ticks', (typed, grid, ticks) => {
    expect(readTypedPrice(typed, grid)).toEqual({ kind: 'price', ticks });
  });

  test.each(['', '-', '1.23.4', '1,2,3', '12.34,5.6', '1e3', 'abc', "1'9", '1.2345.678', '1..2'])(
    'price %j is refused',
    (typed) => {
      expect(readTypedPrice(typed, CORN).kind).toBe('notANumber');
    },
  );

  test.each([
    ['1000000', 1_000_000n],
    ['1.000.000', 1_000_000n],
    ['1,000,000', 1_000_000n],
    ['1.000.000 ₫', 1_000_000n],
    ['1 000 000', 1_000_000n],
    ['1\u00a0000\u00a0000\u00a0₫', 1_000_000n],
    ['1.000.000 VNĐ', 1_000_000n],
    ['1000000 đồng', 1_000_000n],
    ['1 000.000', undefined],
    ['1 00', undefined],
    ['50tr', undefined],
    ['1.000,000', undefined],
    ['10.00', undefined],
    ['-5', undefined],
    ['', undefined],
  ] as const)('dong %s', (typed, vnd) => {
    expect(readTypedVnd(typed)).toBe(vnd);
  });

  test('lots are whole', () => {
    expect([readTypedLots('2'), readTypedLots('2.5'), readTypedLots('-1'), readTypedLots('')]).toEqual([
      2,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
