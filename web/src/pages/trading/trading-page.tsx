/** `/trading/:code`: the desk of one contract. It finds the contract and lays out the panels. */
import { getRouteApi, Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { OrderDetails } from '#features/order-details/order-details.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { useWatchedMarket } from '#feeds/market-feeds.ts';
import { errorText } from '#i18n/error-text.ts';
import { useContracts } from '#market/contracts.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { Desk } from '#pages/trading/desk.tsx';
import { useDeskShape } from '#pages/trading/desk-shape.ts';
import { DeskWaiting } from '#pages/trading/desk-waiting.tsx';
import { PhoneDesk } from '#pages/trading/phone-desk.tsx';
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
  useDraftOf(code);
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

/**
 * The draft is set to the contract on screen before anything is painted, so that a price picked in the book is never
 * used for another contract. Buy and Sell on the board arrive as a side in the address and open the sheet on a phone.
 */
function useDraftOf(code: string): void {
  const { side } = route.useSearch();
  useLayoutEffect(() => {
    const draft = useTicketDraft.getState();
    if (draft.contractCode !== code) draft.reset(code);
    if (side === undefined) return;
    draft.setSide(side);
    draft.requestFocus();
  }, [code, side]);
}

function UnknownContract({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-0 flex-1 bg-surface">
      <EmptyState
        icon={SearchX}
        title={errorText(t, 'ContractNotFound', { code })}
        action={
          <Link to="/" className={buttonVariants({ variant: 'outline' })}>
            {t(($) => $.desk.toPriceboard)}
          </Link>
        }
        className="m-auto"
      />
    </div>
  );
}
