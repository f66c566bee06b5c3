/** `/trading/:code`: the desk of one contract. It finds the contract and lays out the panels. */
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { OrderDetails } from '#features/order-details/order-details.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useWatchedMarket } from '#feeds/market-feeds.ts';
import { useContracts } from '#market/contracts.ts';
import { Desk } from '#pages/trading/desk.tsx';
import { useDeskShape } from '#pages/trading/desk-shape.ts';
import { DeskWaiting } from '#pages/trading/desk-waiting.tsx';
import { PhoneDesk } from '#pages/trading/phone-desk.tsx';
import { UnknownContract } from '#pages/trading/unknown-contract.tsx';
import { useDraftOf } from '#pages/trading/use-draft-of.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

const route = getRouteApi('/_frame/trading/$code');

export function TradingPage({ code }: { code: string }) {
  const { t } = useTranslation();
  usePageTitle(t(($) => $.pages.title.trading, { code }));
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-border">
      <h1 className="sr-only">{t(($) => $.pages.title.trading, { code })}</h1>
      <FoundContract code={code} />
      <OrderDetails />
    </div>
  );
}

function FoundContract({ code }: { code: string }) {
  const { contracts, data, error, refetch } = useContracts();
  const shape = useDeskShape();
  const contract = contracts.find((listed) => listed.code === code);
  useWatchedMarket(code);
  useDraftOf(code, route.useSearch(), contract?.decimalFormat);
  const isListed = contract !== undefined;
  useEffect(() => {
    if (isListed) useLastContract.getState().remember(code);
  }, [code, isListed]);

  if (!contract) {
    if (data !== undefined) return <UnknownContract code={code} />;
    if (error) return <ErrorPanel code={errorCodeOf(error)} onRetry={refetch} className="m-auto" />;
    return <DeskWaiting shape={shape} />;
  }
  const props = { contract, contracts };
  return shape === 'phone' ? <PhoneDesk {...props} /> : <Desk {...props} shape={shape} />;
}
