/**
 * What the thing itself costs at a contract's price, in dong for a unit in which people in Vietnam buy and sell it. From
 * the worth of one lot and what is in it, so the exchange's own quoting units never matter. One rounding, at the end.
 */
import type { MoneyTerms } from '#positions/position.ts';
import { parseDecimal, powerOfTen } from '#values/decimal-text.ts';
import { MINOR_PER_UNIT, RATE_SCALE } from '#values/money.ts';
import type { Ticks, Vnd } from '#values/units.ts';
import { divideHalfEven } from '#values/whole-numbers.ts';

export type PhysicalUnit = 'kg' | 'tonne' | 'troy ounce' | 'barrel';

/** What is in one lot: `"5000"` `"bushel"` of a commodity. */
export interface LotContent {
  readonly commodityCode: string;
  readonly size: string;
  readonly sizeUnit: string;
}

/** An exact amount, in 10^-10 kilograms or in gallons. */
interface Measure {
  readonly of: 'mass' | 'volume';
  readonly amount: bigint;
}

/** The international pound (1959): 0.45359237 kg exactly, in 10^-8 kg. */
const POUND = 45_359_237n;
const KILOGRAM = 100_000_000n;

/** Of which the unit of size is one. The troy ounce is 31.1034768 g exactly, here in 10^-10 kg. */
const MASSES_E10: Readonly<Record<string, bigint>> = {
  kg: 100n * KILOGRAM,
  tonne: 100_000n * KILOGRAM,
  pound: 100n * POUND,
  cwt: 10_000n * POUND,
  'short ton': 200_000n * POUND,
  'troy ounce': 311_034_768n,
};

/** Pounds in a bushel, a measure of its own for each grain (United States, 7 CFR 810). */
const BUSHEL_POUNDS: Readonly<Record<string, bigint>> = {
  ZCE: 56n,
  XC: 56n,
  ZWA: 60n,
  XW: 60n,
  KWE: 60n,
  ZSE: 60n,
  XB: 60n,
};

/** A barrel of oil has 42 gallons. */
const VOLUMES: Readonly<Record<string, bigint>> = { barrel: 42n, gallon: 1n };

const ASKED: Readonly<Record<PhysicalUnit, Measure>> = {
  kg: { of: 'mass', amount: 100n * KILOGRAM },
  tonne: { of: 'mass', amount: 100_000n * KILOGRAM },
  'troy ounce': { of: 'mass', amount: 311_034_768n },
  barrel: { of: 'volume', amount: 42n },
};

function measureOf({ commodityCode, sizeUnit }: LotContent): Measure | undefined {
  const volume = VOLUMES[sizeUnit];
  if (volume !== undefined) return { of: 'volume', amount: volume };
  const pounds = sizeUnit === 'bushel' ? BUSHEL_POUNDS[commodityCode] : undefined;
  const mass = pounds === undefined ? MASSES_E10[sizeUnit] : pounds * 100n * POUND;
  return mass === undefined ? undefined : { of: 'mass', amount: mass };
}

/** The units that such a contract has a price in, the usual one first; none for energy and unknown measures. */
export function physicalUnitsOf(content: LotContent): readonly PhysicalUnit[] {
  const measure = measureOf(content);
  if (measure === undefined) return [];
  if (measure.of === 'volume') return ['barrel'];
  return content.sizeUnit === 'troy ounce' ? ['troy ounce', 'kg'] : ['kg', 'tonne'];
}

/** Dong for one unit, to nearest, ties to even; negative where the price is. Null if the contract has no such price. */
export function physicalPriceVnd(ticks: Ticks, content: LotContent, terms: MoneyTerms, unit: PhysicalUnit): Vnd | null {
  const measure = measureOf(content);
  const asked = ASKED[unit];
  const size = parseDecimal(content.size);
  if (!measure || !size || size.units <= 0n || measure.of !== asked.of) return null;
  const lotE6 = BigInt(ticks) * terms.tickValueMinor * terms.rateE4;
  const inLot = size.units * measure.amount * MINOR_PER_UNIT * RATE_SCALE;
  return divideHalfEven(lotE6 * asked.amount * powerOfTen(size.scale), inLot);
}
