/** Order history of the trading account: tabs and filters, live rows, what may be done with each. Cards on a phone. */
import { ListFilter } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTradingAccount } from '#data/accounts.ts';
import { errorCodeOf, useActiveUser } from '#data/actor.ts';
import type { AccountActor } from '#data/orders.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/button.tsx';
import { EmptyState } from '#design/ui/empty-state.tsx';
import { ErrorPanel } from '#design/ui/error-panel.tsx';
import { SignInFirst } from '#design/ui/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/skeleton.tsx';
import { ToastRoom } from '#design/ui/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { OrderCards } from './order-cards.tsx';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { OrderTable } from './order-table.tsx';
import { UnconfirmedOrders } from './unconfirmed-orders.tsx';
import { type OrderRows, type OrderTab, showEveryOrder, useOrderRows } from './use-order-rows.ts';

export interface OrderListProps {
  /** Only orders of this contract, as on a phone's desk. */
  readonly contractCode?: string | undefined;
}

export function OrderList({ contractCode }: OrderListProps) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  if (userId === null) return <SignInFirst />;
  if (!account) return <SkeletonRows rows={4} columns={['text', 'text', 'number', 'number']} />;
  return <AccountOrders actor={{ userId, accountId: account.accountId }} contractCode={contractCode} />;
}

function AccountOrders({ actor, contractCode }: { actor: AccountActor; contractCode: string | undefined }) {
  const list = useOrderRows(actor, contractCode);
  return (
    <div data-slot="order-list" className="flex min-h-0 flex-1 flex-col bg-surface">
      <OrderFilterBar actor={actor} list={list} hasContractFilter={contractCode === undefined} />
      <UnconfirmedOrders accountId={actor.accountId} />
      <div className="@container min-h-0 flex-1 overflow-auto">
        <Rows actor={actor} list={list} />
      </div>
    </div>
  );
}

function Rows({ actor, list }: { actor: AccountActor; list: OrderRows }) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  if (list.isLoading) return <SkeletonRows rows={4} columns={['text', 'text', 'text', 'number', 'number', 'number']} />;
  if (list.error) {
    return <ErrorPanel panel={t(($) => $.orders.panel)} code={errorCodeOf(list.error)} onRetry={list.retry} />;
  }
  if (list.rows.length === 0 && !list.hasMore) return <NoOrders list={list} />;
  return (
    <>
      {isNarrow ? <OrderCards actor={actor} orders={list.rows} /> : <OrderTable actor={actor} orders={list.rows} />}
      {list.hasMore && (
        <div className="grid justify-center p-2">
          <Button size="sm" variant="outline" busy={list.isLoadingMore} onClick={list.loadMore}>
            {t(($) => $.orders.more)}
          </Button>
        </div>
      )}
      <ToastRoom />
    </>
  );
}

/** Says why it is empty and where the orders are: in the other tab, or behind the filter; one click shows them. */
function NoOrders({ list: { counts, hidden } }: { list: OrderRows }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const isFilter = useOrderFilter((state) => state.isFilter);
  if (tab === 'PENDING') {
    const name = t(($) => $.shell.tab.all);
    return (
      <EmptyState
        icon={ListFilter}
        title={t(($) => $.orders.noneOfTab)}
        action={<TabLink tab="ALL" name={name} orders={counts.ALL?.orders ?? 0} />}
      />
    );
  }
  const isPlain = tab === 'ALL' && !isFilter;
  return (
    <EmptyState
      icon={ListFilter}
      title={isPlain ? t(($) => $.empty.orders.title) : t(($) => $.orders.none)}
      hint={hidden > 0 ? t(($) => $.empty.orders.hidden, { hidden: format.volume(hidden) }) : undefined}
      action={
        hidden > 0 ? (
          <span className="flex flex-wrap justify-center gap-2">
            <Button size="sm" variant="outline" data-testid="clear-order-filter" onClick={showEveryOrder}>
              {t(($) => $.empty.orders.button)}
            </Button>
            <TabLink tab="PENDING" name={t(($) => $.shell.tab.pending)} orders={counts.PENDING?.orders ?? 0} />
          </span>
        ) : undefined
      }
    />
  );
}

function TabLink({ tab, name, orders }: { tab: OrderTab; name: string; orders: number }) {
  const format = useFormat();
  const setTab = useOrderFilter((state) => state.setTab);
  if (orders === 0) return null;
  return (
    <Button size="sm" variant="ghost" onClick={() => setTab('orders', tab)}>
      {name} {format.volume(orders)}
    </Button>
  );
}
