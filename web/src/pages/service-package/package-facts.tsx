/** What is said of a package in words: its price, whether one has it and until when, and from how many lots it pays. */
import type { ServicePackage } from '@mua/contract/entities/service-package';
import { breakEvenLots } from '@mua/core/preview';
import { useTranslation } from 'react-i18next';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { OwnPackages } from '#pages/service-package/packages-of-account.tsx';

export function PackagePrice({ one }: { readonly one: ServicePackage }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const isFree = one.price === '0';
  return (
    <p className="flex items-baseline gap-1.5 tabular-nums">
      <span className="font-medium text-20">{isFree ? t(($) => $.packages.free) : format.vnd(one.price)}</span>
      {!isFree && <span className="text-12 text-fg-3">{t(($) => $.packages.perMonth)}</span>}
    </p>
  );
}

export function PackageState({ one, own }: { readonly one: ServicePackage; readonly own: OwnPackages }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  if (own.current.name !== one.name) return null;
  const { subscription } = own;
  if (!subscription) return <Badge>{t(($) => $.packages.yours)}</Badge>;
  const date = format.civilDate(subscription.until);
  return (
    <Badge tone={subscription.isEnding ? 'warning' : 'success'} data-testid="package-state">
      {subscription.isEnding ? t(($) => $.packages.ends, { date }) : t(($) => $.packages.paidUntil, { date })}
    </Badge>
  );
}

/** From the package's own figures: how many standard lots a month its price is worth. */
export function Worth({ one, basic }: { readonly one: ServicePackage; readonly basic: ServicePackage }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const fee = (of: ServicePackage) => BigInt(of.feePerLot.standard);
  const lots = breakEvenLots(fee(basic), fee(one), BigInt(one.price));
  if (lots === null) return null;
  return <p className="text-12 text-fg-2">{t(($) => $.packages.worth, { lots: format.volume(lots) })}</p>;
}
