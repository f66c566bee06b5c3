/**
 * Service packages: what the broker offers beside its ordinary terms, for a price a month. They are part of the trading
 * rules and dated like them. An account keeps the terms that it paid for until its paid month is over.
 */
import { addDays, type CivilDate, monthsAfter } from '#values/civil-date.ts';
import type { FeeClass } from '#values/trading-words.ts';
import type { Lots, Vnd } from '#values/units.ts';

export interface ServicePackage {
  /** A lasting name in lower case, as it stands in addresses. */
  readonly name: string;
  /** A proper name, the same in every language. */
  readonly title: string;
  /** Dong for one month. */
  readonly priceVnd: Vnd;
  /** Dong for one lot and side. */
  readonly feeVnd: Readonly<Record<FeeClass, Vnd>>;
  readonly maxLotsPerOrder: Lots;
}

/** What an account has: the package as it was paid for, and the paid month. All dates are the broker's trade dates. */
export interface Subscription {
  readonly terms: ServicePackage;
  /** When it began: months are counted from this day. */
  readonly since: CivilDate;
  /** First and last day of the paid month. */
  readonly from: CivilDate;
  readonly until: CivilDate;
  /** Its owner does not want another month. */
  readonly isEnding: boolean;
}

/**
 * The month that a day belongs to, counted from the day of subscription: from the 25th to the 24th. Where a month lacks
 * that day its last one counts, and the next month has the day again.
 */
export function paidMonth(since: CivilDate, day: CivilDate): { readonly from: CivilDate; readonly until: CivilDate } {
  let months = 0;
  while (monthsAfter(since, months + 1) <= day) months += 1;
  return { from: monthsAfter(since, months), until: addDays(monthsAfter(since, months + 1), -1) };
}

/** The terms that everybody has, as the package that nobody pays for. */
const BASIC = { name: 'basic', title: 'Mùa Basic', priceVnd: 0n } as const;

/** Everything that an account can have, the ordinary terms first. */
export function packagesOf({
  feeVnd,
  maxLotsPerOrder,
  packages = [],
}: Pick<ServicePackage, 'feeVnd' | 'maxLotsPerOrder'> & {
  readonly packages?: readonly ServicePackage[];
}): readonly ServicePackage[] {
  return [{ ...BASIC, feeVnd, maxLotsPerOrder }, ...packages];
}

/** The fee of an account, one lot and side: never above the ordinary one. Undefined: it has no package. */
export function feePerLotVnd(ordinaryVnd: Vnd, packageVnd: Vnd | undefined): Vnd {
  return packageVnd !== undefined && packageVnd < ordinaryVnd ? packageVnd : ordinaryVnd;
}

/** The largest order of an account: never below the ordinary one. */
export function largestOrderLots(ordinaryLots: Lots, terms: Pick<ServicePackage, 'maxLotsPerOrder'> | undefined): Lots {
  return Math.max(ordinaryLots, terms?.maxLotsPerOrder ?? 0);
}

/** From how many lots a month, each bought or sold once, the lower fee is worth the price; null: never. */
export function breakEvenLots(ordinaryVnd: Vnd, packageVnd: Vnd, priceVnd: Vnd): Lots | null {
  const savedVnd = ordinaryVnd - packageVnd;
  return savedVnd > 0n ? Number((priceVnd + savedVnd - 1n) / savedVnd) : null;
}
