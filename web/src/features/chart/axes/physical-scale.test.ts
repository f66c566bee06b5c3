import type { Contract } from '@mua/contract/entities/contract';
import { expect, test } from 'vitest';
import { physicalScale } from '#features/chart/axes/physical-scale.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';

/** 5,000 bushels of 56 lb; a tick of a quarter cent is 12.50 USD; 26,100 dong a dollar. */
const CORN = {
  ...{ commodityCode: 'ZCE', size: '5000', sizeUnit: 'bushel' },
  decimalFormat: { scale: 2, tickUnits: 25, display: 'eighths' },
  terms: { tickValue: '12.5', fxRate: '26100' },
} as unknown as Contract;
const SCALE = priceScale(CORN.decimalFormat);
const scaleOf = (contract: Contract) => physicalScale(contract, SCALE, () => 'vi');

test('writes a price as core’s sum for the usual unit, without the currency', () => {
  expect(scaleOf(CORN)?.unit).toBe('kg');
  expect(scaleOf(CORN)?.textAt(450)).toBe('4.624');
  // Between two ticks it is that of the nearer.
  expect(scaleOf(CORN)?.textAt(450.1)).toBe('4.624');
});

test('labels are round sums at the prices that make them', () => {
  const labels = scaleOf(CORN)?.labels({ from: 447, to: 455, count: 5 }) ?? [];
  expect(labels.map(({ text }) => text)).toEqual(['4.600', '4.620', '4.640', '4.660']);
  for (const { price, text } of labels) {
    const sum = Number(text.replace('.', ''));
    expect(Math.abs((price / 450) * 4623.8018 - sum)).toBeLessThan(0.001);
  }
});

test('however far in, no two labels are one sum', () => {
  const texts = scaleOf(CORN)
    ?.labels({ from: 450, to: 450.2, count: 40 })
    .map(({ text }) => text);
  expect(texts).toEqual(['4.624', '4.625']);
});

test('is none without terms in force, or where the measure is unknown', () => {
  expect(scaleOf({ ...CORN, terms: null })).toBeNull();
  expect(scaleOf({ ...CORN, sizeUnit: 'mmBtu' })).toBeNull();
});
