/** The service package of a sub-account as its row keeps it, and what the wire says of it. */
import type { ServicePackageTerms, WireSubscription } from '@mua/contract/entities/service-package';
import type { ServicePackage, Subscription } from '@mua/core/engine';
import { FEE_CLASSES, type FeeClass } from '@mua/core/values';

/** Amounts in dong are text there. */
export interface StoredSubscription extends Omit<Subscription, 'terms'> {
  readonly terms: Omit<ServicePackage, 'priceVnd' | 'feeVnd'> & {
    readonly priceVnd: string;
    readonly feeVnd: Readonly<Record<FeeClass, string>>;
  };
}

export function subscriptionOf({ terms, ...rest }: StoredSubscription): Subscription {
  return { ...rest, terms: { ...terms, priceVnd: BigInt(terms.priceVnd), feeVnd: byClass(terms.feeVnd, BigInt) } };
}

export function termsToWire({ name, title, priceVnd, feeVnd, maxLotsPerOrder }: ServicePackage): ServicePackageTerms {
  return { name, title, price: priceVnd.toString(), feePerLot: byClass(feeVnd, String), maxLotsPerOrder };
}

export function subscriptionToWire({ terms, since, from, until, isEnding }: Subscription): WireSubscription {
  return { terms: termsToWire(terms), since, from, until, isEnding };
}

function byClass<A, B>(fees: Readonly<Record<FeeClass, A>>, change: (fee: A) => B): Record<FeeClass, B> {
  return Object.fromEntries(FEE_CLASSES.map((name) => [name, change(fees[name])])) as Record<FeeClass, B>;
}
