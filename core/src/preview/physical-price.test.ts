import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { REFERENCE_COMMODITIES } from '#instruments/reference/index.ts';
import { type PhysicalUnit, physicalPriceVnd, physicalUnitsOf } from '#preview/physical-price.ts';
import { priceFromText } from '#values/price-text.ts';

const RATE_E4 = 261_000_000n;

function commodity(code: string) {
  const found = REFERENCE_COMMODITIES.find((one) => one.commodity.code === code)?.commodity;
  if (!found) throw new Error(`no commodity ${code}`);
  return found;
}

function priceOf(code: string, text: string, unit: PhysicalUnit) {
  const { grid, size, sizeUnit, tickValueMinor } = commodity(code);
  const reading = priceFromText(text, grid);
  if (reading.kind !== 'price') throw new Error(`${text} is no price of ${code}`);
  return physicalPriceVnd(
    reading.ticks,
    { commodityCode: code, size, sizeUnit },
    { tickValueMinor, rateE4: RATE_E4 },
    unit,
  );
}

/** Worked out by hand at 26,100 dong for a dollar. */
describe('a price of the thing itself', () => {
  test.each<[string, string, PhysicalUnit, bigint]>([
    // 4.50 USD / (56 x 0.45359237 kg) = 0.177157177... USD/kg
    ['ZCE', '450.00', 'kg', 4_624n],
    ['ZCE', '450.00', 'tonne', 4_623_802n],
    // 10.50 USD / (60 x 0.45359237 kg)
    ['ZSE', '1050.00', 'kg', 10_070n],
    ['CLE', '60.00', 'barrel', 1_566_000n],
    ['CLE', '-37.63', 'barrel', -982_143n],
    ['SIE', '50.000', 'troy ounce', 1_305_000n],
  ])('%s at %s for a %s', (code, text, unit, dong) => {
    expect(priceOf(code, text, unit)).toBe(dong);
  });

  test('robusta, as it is quoted by the tonne: what a grower in Đắk Lắk is offered for a kilogram', () => {
    const robusta = REFERENCE_COMMODITIES.find((one) => /robusta/i.test(one.commodity.nameEn))?.commodity;
    expect(robusta && priceOf(robusta.code, '4000', 'kg')).toBe(104_400n);
  });

  test('is none in a unit of another kind', () => {
    expect(priceOf('CLE', '60.00', 'kg')).toBeNull();
    expect(priceOf('ZCE', '450.00', 'barrel')).toBeNull();
  });
});

test('every commodity but natural gas has one; minis agree with their elders', () => {
  const without = REFERENCE_COMMODITIES.filter(({ commodity: one }) => {
    return physicalUnitsOf({ commodityCode: one.code, size: one.size, sizeUnit: one.sizeUnit }).length === 0;
  });
  expect(without.map(({ commodity: one }) => one.sizeUnit)).toEqual(without.map(() => 'mmBtu'));
  expect(priceOf('XC', '450.000', 'kg')).toBe(priceOf('ZCE', '450.00', 'kg'));
});

test('property: a tonne is a thousand kilograms, to half a dong of each', () => {
  const { size, sizeUnit, tickValueMinor } = commodity('ZCE');
  const content = { commodityCode: 'ZCE', size, sizeUnit };
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 10_000 }), (ticks) => {
      const of = (unit: PhysicalUnit) =>
        physicalPriceVnd(ticks, content, { tickValueMinor, rateE4: RATE_E4 }, unit) ?? 0n;
      const apart = of('tonne') - 1_000n * of('kg');
      expect(apart >= -501n && apart <= 501n).toBe(true);
    }),
  );
});
