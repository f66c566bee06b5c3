/** `/account-overview/service-package/:package-name`: one package in full: fees beside the ordinary ones, months, rules. */
import { Link } from '@tanstack/react-router';
import { ArrowLeft, PackageOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { Card } from '#design/ui/figures/card.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { FeeTable } from '#pages/service-package/fee-table.tsx';
import { PackageAction } from '#pages/service-package/package-action.tsx';
import { PackagePrice, PackageState, Worth } from '#pages/service-package/package-facts.tsx';
import { type OwnPackages, PackagesOfAccount } from '#pages/service-package/packages-of-account.tsx';

export function PackagePage({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  const title = t(($) => $.packages.title);
  usePageTitle(title);
  return (
    <PackagesOfAccount title={title}>
      {(own) => (
        <>
          <Link
            to="/account-overview/service-package/{-$packageName}"
            params={{ packageName: undefined }}
            className="flex w-fit items-center gap-1.5 rounded-sm text-fg-2 hover:text-foreground max-md:min-h-11"
          >
            <ArrowLeft aria-hidden className="size-4" />
            {t(($) => $.packages.all)}
          </Link>
          <PackageInFull own={own} name={name} />
        </>
      )}
    </PackagesOfAccount>
  );
}

function PackageInFull({ own, name }: { readonly own: OwnPackages; readonly name: string }) {
  const { t } = useTranslation();
  const one = own.packages.find((offered) => offered.name === name);
  if (!one) return <EmptyState icon={PackageOpen} title={t(($) => $.packages.unknown)} />;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card aria-label={one.title} className="grid gap-4 max-md:p-4" data-testid={`package-${one.name}`}>
        <header className="flex items-center justify-between gap-2">
          <h2 className="text-16">{one.title}</h2>
          <PackageState one={one} own={own} />
        </header>
        <FeeTable one={one} basic={own.basic} caption={t(($) => $.packages.feesOf, { title: one.title })} isCompared />
        <Worth one={one} basic={own.basic} />
      </Card>
      <Card aria-label={t(($) => $.packages.month)} className="grid gap-4 max-md:p-4">
        <PackagePrice one={one} />
        <p className="text-fg-2">{t(($) => $.packages.rule)}</p>
        <PackageAction one={one} own={own} />
      </Card>
    </div>
  );
}
