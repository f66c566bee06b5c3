/** Writes what the thing itself costs at a contract's price: dong for a kilogram, tonne, ounce or barrel, by core's sum. */
import type { Contract } from '@mua/contract/entities/contract';
import { type PhysicalUnit, physicalPriceVnd, physicalUnitsOf } from '@mua/core/preview/physical-price';
import type { Ticks } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { unitText } from '#i18n/unit-text.ts';
import type { Format } from '#i18n/use-format.ts';
import { moneyTermsOf } from '#market/money-terms.ts';

type Priced = Pick<Contract, 'commodityCode' | 'size' | 'sizeUnit' | 'terms'>;

/** The usual one first; none without terms in force, or where a commodity has no such unit. */
export function physicalUnits(contract: Priced): readonly PhysicalUnit[] {
  return contract.terms === null ? [] : physicalUnitsOf(contract);
}

/** Dong for the usual unit, to compare; null where there is none. */
export function physicalValue(contract: Priced, ticks: Ticks | null): number | null {
  const [unit] = physicalUnits(contract);
  const vnd = unit === undefined ? null : physicalVnd(contract, { ticks, unit });
  return vnd === null ? null : Number(vnd);
}

interface Asked {
  readonly ticks: Ticks | null;
  readonly unit: PhysicalUnit;
}

/** Dong for one unit; null without a price, or without terms in force. */
export function physicalVnd(contract: Priced, { ticks, unit }: Asked): bigint | null {
  const money = contract.terms && moneyTermsOf(contract.terms);
  return money && ticks !== null ? physicalPriceVnd(ticks, contract, money, unit) : null;
}

export function physicalPriceText(
  { t, format }: { readonly t: TFunction; readonly format: Format },
  contract: Priced,
  asked: Asked,
): string {
  return `${format.vnd(physicalVnd(contract, asked))}/${unitText(t, asked.unit)}`;
}
