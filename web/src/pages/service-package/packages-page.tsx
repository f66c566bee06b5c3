/** `/account-overview/service-package`: the packages side by side, and what the sub-account has of them. */
import type { ServicePackage } from '@mua/contract/entities/service-package';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { FeeTable } from '#pages/service-package/fee-table.tsx';
import { PackageAction } from '#pages/service-package/package-action.tsx';
import { PackagePrice, PackageState, Worth } from '#pages/service-package/package-facts.tsx';
import { type OwnPackages, PackagesOfAccount } from '#pages/service-package/packages-of-account.tsx';

export function PackagesPage() {
  const { t } = useTranslation();
  const title = t(($) => $.packages.title);
  usePageTitle(title);
  return (
    <PackagesOfAccount title={title}>
      {(own) => (
        <>
          <p className="max-w-2xl text-fg-2">{t(($) => $.packages.about)}</p>
          <div className="grid items-stretch gap-4 lg:grid-cols-3">
            {own.packages.map((one) => (
              <PackageCard key={one.name} one={one} own={own} />
            ))}
          </div>
          <p className="max-w-2xl text-12 text-fg-3">{t(($) => $.packages.rule)}</p>
        </>
      )}
    </PackagesOfAccount>
  );
}

function PackageCard({ one, own }: { readonly one: ServicePackage; readonly own: OwnPackages }) {
  const { t } = useTranslation();
  return (
    <Card
      aria-label={one.title}
      className="flex flex-col gap-4 max-md:p-4"
      data-testid={`package-${one.name}`}
      data-current={own.current.name === one.name}
    >
      <header className="flex items-center justify-between gap-2">
        <h2 className="text-16">
          <Link
            to="/account-overview/service-package/{-$packageName}"
            params={{ packageName: one.name }}
            className="inline-flex items-center rounded-sm underline-offset-2 hover:underline max-md:min-h-11"
          >
            {one.title}
          </Link>
        </h2>
        <PackageState one={one} own={own} />
      </header>
      <PackagePrice one={one} />
      <FeeTable one={one} basic={own.basic} caption={t(($) => $.packages.feesOf, { title: one.title })} />
      <div className="mt-auto grid gap-3">
        <Worth one={one} basic={own.basic} />
        <PackageAction one={one} own={own} />
      </div>
    </Card>
  );
}
