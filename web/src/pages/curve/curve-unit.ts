/** Writes the prices of the page in the contract's own unit, or as what the thing itself costs. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { unitText } from '#i18n/unit-text.ts';
import type { Format } from '#i18n/use-format.ts';
import { physicalUnits, physicalVnd } from '#market/physical-price.ts';

export type CurveUnit = 'quoted' | 'physical';

export interface MonthWriter {
  price(ticks: Ticks | null | undefined): string;
  /** Signed. */
  change(ticks: Ticks | null | undefined): string;
}

export function writerOf(format: Format, shownIn: CurveUnit, contract: Contract): MonthWriter {
  const grid = contract.decimalFormat;
  const [unit] = physicalUnits(contract);
  if (shownIn === 'quoted' || unit === undefined) {
    return { price: (ticks) => format.price(ticks, grid), change: (ticks) => format.priceChange(ticks, grid) };
  }
  const vnd = (ticks: Ticks | null | undefined) => physicalVnd(contract, { ticks: ticks ?? null, unit });
  return {
    price: (ticks) => format.vnd(vnd(ticks), { bare: true }),
    change: (ticks) => format.vnd(vnd(ticks), { bare: true, signed: true }),
  };
}

/** What the page's prices may be counted in, the contract's own first; one where the thing has no unit. */
export function unitsOf(contract: Contract): readonly CurveUnit[] {
  return physicalUnits(contract).length === 0 ? ['quoted'] : ['quoted', 'physical'];
}

/** `cent/bushel`, `₫/kg` */
export function unitLabel(t: TFunction, contract: Contract, unit: CurveUnit): string {
  const [physical] = physicalUnits(contract);
  return unit === 'physical' && physical !== undefined ? `₫/${unitText(t, physical)}` : unitText(t, contract.priceUnit);
}
