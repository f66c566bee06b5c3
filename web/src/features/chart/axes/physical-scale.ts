/**
 * Writes the price axis in what the thing itself costs: dong for a kilogram, ounce or barrel, at the contract's dated
 * rate. As with percentages the axis remains one of prices and only its labels differ.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { PhysicalUnit } from '@mua/core/preview/physical-price';
import type { Ticks } from '@mua/core/values';
import { roundSteps } from '#features/chart/axes/scale-mode.ts';
import type { PriceScale } from '#features/chart/surface/price-scale.ts';
import { formatVnd } from '#i18n/format.ts';
import type { Language } from '#i18n/languages.ts';
import { physicalUnits, physicalVnd } from '#market/physical-price.ts';

export interface PhysicalScale {
  readonly unit: PhysicalUnit;
  /** The exact sum at the nearest tick, without the currency's sign. */
  textAt(price: number): string;
  /** Round sums in this range of prices, lowest first. */
  labels(range: { readonly from: number; readonly to: number; readonly count: number }): AxisLabel[];
}

export interface AxisLabel {
  readonly price: number;
  readonly text: string;
}

/** So many ticks that the sum's rounding to one dong is not seen in the place of a label. */
const FAR_TICKS: Ticks = 1_000_000;

/** Null where the contract has no such unit, or no terms in force. */
export function physicalScale(
  contract: Contract,
  scale: Pick<PriceScale, 'priceOf' | 'ticksOf'>,
  language: () => Language,
): PhysicalScale | null {
  const [unit] = physicalUnits(contract);
  if (unit === undefined) return null;
  const vndAt = (ticks: Ticks) => physicalVnd(contract, { ticks, unit });
  const text = (vnd: bigint | null) => formatVnd(vnd, language(), { bare: true });
  const vndPerPrice = Number(vndAt(FAR_TICKS)) / scale.priceOf(FAR_TICKS);
  return {
    unit,
    textAt: (price) => text(vndAt(scale.ticksOf(price))),
    labels: ({ from, to, count }) =>
      roundSteps({ from: from * vndPerPrice, to: to * vndPerPrice, count, least: 1 }).map((vnd) => ({
        price: vnd / vndPerPrice,
        text: text(BigInt(Math.round(vnd))),
      })),
  };
}
