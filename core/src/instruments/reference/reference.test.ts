import { describe, expect, test } from 'vitest';
import {
  CONVERSION_RATES,
  DEFAULT_TRADING_RULES,
  RECORDED_GOLD,
  RECORDED_GOLD_CONTRACT,
  REFERENCE_COMMODITIES,
} from '#instruments/reference/index.ts';
import { effectiveMs } from '#instruments/reference/sources.ts';
import { termsAt } from '#instruments/terms.ts';
import { parseDecimal, rescale } from '#values/decimal-text.ts';
import { priceToDisplay } from '#values/price-text.ts';

const RATES = new Map([
  ['USD', CONVERSION_RATES.USD],
  ['JPY', CONVERSION_RATES.JPY],
  ['MYR', CONVERSION_RATES.MYR],
] as const);

function termsOf(code: string, timeMs: number) {
  const found = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === code);
  return found && termsAt(found.commodity, DEFAULT_TRADING_RULES, RATES, timeMs);
}

describe('reference data', () => {
  test.each([
    // Dong for one lot that MXV's tables print: decision 411 of May 2025 at 120 %, the undated table at 100 %.
    ['ZCE', effectiveMs(2025, 5, 20), 'individual', 36_174_600n],
    ['XC', effectiveMs(2025, 5, 20), 'individual', 7_234_920n],
    ['KCE', effectiveMs(2025, 5, 20), 'individual', 358_645_320n],
    ['TRU', effectiveMs(2025, 5, 20), 'individual', 18_961_800n],
    ['MPO', effectiveMs(2025, 5, 20), 'individual', 56_079_000n],
    ['FEF', effectiveMs(2025, 5, 20), 'individual', 35_141_040n],
    ['PLE', effectiveMs(2026, 11, 20), 'business', 145_310_000n],
    ['SI5CO', effectiveMs(2026, 11, 20), 'business', 6_287_960n],
    ['LDKZ', effectiveMs(2026, 11, 20), 'business', 435_930_000n],
    ['LDKZ', effectiveMs(2026, 11, 20), 'individual', 435_930_000n],
  ] as const)('margin of one lot of %s is what the table prints', (code, timeMs, kind, vnd) => {
    expect(termsOf(code, timeMs)?.marginPerLotVnd[kind]).toBe(vnd);
  });

  test('all 44 commodities can be traded now', () => {
    expect(new Set(REFERENCE_COMMODITIES.map(({ commodity }) => commodity.code)).size).toBe(44);
    for (const { commodity } of REFERENCE_COMMODITIES) {
      expect(termsOf(commodity.code, effectiveMs(2026, 11, 20)), commodity.code).toBeDefined();
    }
  });

  test('a tick is worth size x tick, in cents where the price is in cents', () => {
    for (const { commodity } of [...REFERENCE_COMMODITIES, RECORDED_GOLD]) {
      const { size, sizeUnit, priceUnit, grid, tickValueMinor, code } = commodity;
      const decimal = parseDecimal(size);
      const units = decimal && rescale(decimal, 0);
      // Rubber is priced by the kilogram and sized in tonnes.
      const factor = priceUnit.endsWith('/kg') && sizeUnit === 'tonne' ? 1000n : 1n;
      const minorPerUnit = priceUnit.startsWith('cent/') ? 1n : 100n;
      const worth = (units ?? 0n) * factor * BigInt(grid.tickUnits) * minorPerUnit;
      expect(worth, code).toBe(tickValueMinor * 10n ** BigInt(grid.scale));
    }
  });

  test('minis of grains are written in eighths', () => {
    const mini = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'XC');
    expect(mini && priceToDisplay(3863, mini.commodity.grid)).toBe("482'7");
  });

  test('the nano contracts belong to ACM, nothing else does', () => {
    const acm = REFERENCE_COMMODITIES.filter(({ commodity }) => commodity.productType === 'ACM');
    expect(acm.map(({ commodity }) => commodity.code)).toEqual(['SI5CO', 'PL1NY', 'CP2CO']);
  });

  test('recorded gold is the contract of the recording', () => {
    expect(RECORDED_GOLD_CONTRACT).toMatchObject({ code: 'GCEZ13', lastTradeDay: '2013-12-27' });
  });
});
