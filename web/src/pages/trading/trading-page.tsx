/** `/trading/:code`: the desk. Its panels arrive as features; the page keeps their places. */
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useLastContract } from '#session/last-contract-store.ts';

export interface TradingPageProps {
  readonly code: string;
  readonly children?: ReactNode;
}

export function TradingPage({ code, children }: TradingPageProps) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.trading, { code }));
  useEffect(() => useLastContract.getState().remember(code), [code]);
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <h1 className="sr-only">{t(($) => $.pages.title.trading, { code })}</h1>
      {children}
    </div>
  );
}
