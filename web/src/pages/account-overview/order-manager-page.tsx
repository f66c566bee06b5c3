/**
 * `/account-overview/order-manager/:account-id`: a sub-account's orders, positions and conditional orders, each as a
 * full page.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { openPositionsQuery } from '#accounts/positions.ts';
import { TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { showOrder, useHighlightedList } from '#desk/highlighted-row.ts';
import { ConditionalList } from '#features/conditional-orders/conditional-list.tsx';
import { AccountFigures } from '#features/margin-levels/account-figures.tsx';
import { OrderDetails } from '#features/order-details/order-details.tsx';
import { OrderList } from '#features/order-list/order-list.tsx';
import { showOrderHistory } from '#features/order-list/use-order-rows.ts';
import { PositionList } from '#features/positions/position-list.tsx';
import { usePageTitle } from '#features/shell/page-title.ts';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { liveOrdersQuery } from '#orders/orders.ts';
import { AccountHead } from '#pages/account-overview/account-head.tsx';
import { FoundAccount } from '#pages/account-overview/found-account.tsx';
import { MANAGER_TABS, type ManagerTab } from '#pages/account-overview/manager-tabs.ts';
import { useEnteredAccount } from '#pages/account-overview/use-entered-account.ts';
import { type ListSizes, ListTabs } from '#pages/list-tabs.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OrderManagerPageProps {
  readonly accountId: string;
  readonly tab: ManagerTab;
  readonly onTab: (tab: ManagerTab) => void;
}

export function OrderManagerPage({ accountId, ...tabs }: OrderManagerPageProps) {
  const { t } = useTranslation();
  const title = t(($) => $.accounts.orderManager);
  usePageTitle(title);
  return (
    <FoundAccount title={title} accountId={accountId}>
      {({ actor, account }) => (
        <OrderManager key={`${actor.userId} ${accountId}`} actor={actor} account={account} {...tabs} />
      )}
    </FoundAccount>
  );
}

interface OrderManagerProps extends Omit<OrderManagerPageProps, 'accountId'> {
  readonly actor: AccountActor;
  readonly account: AccountOverview;
}

const CONTENT = 'flex min-h-0 flex-1 flex-col outline-offset-[-2px]';

function OrderManager({ actor, account, tab, onTab }: OrderManagerProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isEntered, previous } = useEnteredAccount(account.accountId, (accountId) => {
    const to = '/account-overview/order-manager/$accountId';
    void navigate({ to, params: { accountId }, search: { tab }, replace: true });
  });
  const sizes = useSizes(actor);
  useHighlightedList((list) => {
    if (list === 'orders') showOrderHistory();
    onTab(list === 'conditionals' ? 'conditional' : 'orders');
  });
  const choose = (value: string) => onTab(MANAGER_TABS.find((name) => name === value) ?? 'orders');
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface" data-testid="order-manager">
      <div className="shrink-0 bg-background px-4 pt-4 pb-3 md:px-5">
        <AccountHead title={t(($) => $.accounts.orderManager)} account={account} previous={previous} />
      </div>
      <Tabs value={tab} onValueChange={choose} className="flex min-h-0 min-w-0 flex-1 flex-col border-border border-t">
        <TabsList
          aria-label={t(($) => $.accounts.orderManager)}
          className="shrink-0 border-border border-b px-1 max-md:h-11"
        >
          <ListTabs sizes={sizes} />
        </TabsList>
        {isEntered && (
          <>
            <TabContent value="orders" className={CONTENT}>
              <ErrorBoundary panel={t(($) => $.orders.panel)}>
                <OrderList />
              </ErrorBoundary>
            </TabContent>
            <TabContent value="positions" className={CONTENT}>
              <ErrorBoundary panel={t(($) => $.positions.panel)}>
                <PositionList summary={<AccountFigures className="flex flex-wrap gap-x-5 gap-y-1" />} />
              </ErrorBoundary>
            </TabContent>
            <TabContent value="conditional" className={CONTENT}>
              <ErrorBoundary panel={t(($) => $.conditional.panel)}>
                <ConditionalList onShowOrder={showOrder} />
              </ErrorBoundary>
            </TabContent>
          </>
        )}
      </Tabs>
      <OrderDetails />
    </div>
  );
}

function useSizes(actor: AccountActor): ListSizes {
  return {
    pendingOrders: useInfiniteQuery(liveOrdersQuery(actor)).data?.pages[0]?.total,
    openPositions: useQuery(openPositionsQuery(actor)).data?.length,
    waitingConditionals: useInfiniteQuery(conditionalOrdersQuery(actor, 'pending')).data?.pages[0]?.total,
  };
}
