/** Writes what the thing itself costs at a contract's price: dong for a kilogram, tonne, ounce or barrel, by core's sum. */
import type { Contract } from '@mua/contract/entities/contract';
import { type PhysicalUnit, physicalPriceVnd, physicalUnitsOf } from '@mua/core/preview/physical-price';
import type { Ticks } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { unitText } from '#i18n/unit-text.ts';
import type { Format } from '#i18n/use-format.ts';
import { moneyTermsOf } from '#market/live-marks.ts';

type Priced = Pick<Contract, 'commodityCode' | 'size' | 'sizeUnit' | 'terms'>;

/** The usual one first; none without terms in force, or where a commodity has no such unit. */
export function physicalUnits(contract: Priced): readonly PhysicalUnit[] {
  return contract.terms === null ? [] : physicalUnitsOf(contract);
}

export function physicalPriceText(
  { t, format }: { readonly t: TFunction; readonly format: Format },
  contract: Priced,
  { ticks, unit }: { readonly ticks: Ticks | null; readonly unit: PhysicalUnit },
): string {
  const money = contract.terms && moneyTermsOf(contract.terms);
  const vnd = money && ticks !== null ? physicalPriceVnd(ticks, contract, money, unit) : null;
  return `${format.vnd(vnd)}/${unitText(t, unit)}`;
}
