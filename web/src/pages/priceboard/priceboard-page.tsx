/** `/`: index band, market chart and price table stack from the top; the table takes what is left. */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#features/shell/page-title.ts';

export interface PriceboardPageProps {
  readonly indices?: ReactNode;
  readonly table?: ReactNode;
}

export function PriceboardPage({ indices, table }: PriceboardPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.priceboard));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-px bg-border">
      <h1 className="sr-only">{t(($) => $.pages.title.priceboard)}</h1>
      {indices && <div className="shrink-0 bg-surface">{indices}</div>}
      <div className="flex min-h-0 flex-1 flex-col bg-surface">{table}</div>
    </div>
  );
}
