/** Order history of the trading account: tabs and filters, live rows, what may be done with each. Cards on a phone. */
import { Link, useLocation } from '@tanstack/react-router';
import { ListFilter, LogIn } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useTradingAccount } from '#data/accounts.ts';
import { errorCodeOf, useActiveUser } from '#data/actor.ts';
import type { AccountActor } from '#data/orders.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/button.tsx';
import { EmptyState } from '#design/ui/empty-state.tsx';
import { ErrorPanel } from '#design/ui/error-panel.tsx';
import { SkeletonRows } from '#design/ui/skeleton.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { OrderCards } from './order-cards.tsx';
import { OrderFilterBar } from './order-filter-bar.tsx';
import { OrderTable } from './order-table.tsx';
import { type OrderRows, showEveryOrder, useOrderRows } from './use-order-rows.ts';

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
      <OrderFilterBar list={list} hasContractFilter={contractCode === undefined} />
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
  if (list.rows.length === 0 && !list.hasMore) return <NoOrders hidden={list.hidden} pending={list.counts.PENDING} />;
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
    </>
  );
}

/** Says why it is empty: the day has none, or the filter hides them; one click shows all. */
function NoOrders({ hidden, pending }: { hidden: number; pending: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const isFilter = useOrderFilter((state) => state.isFilter);
  const setTab = useOrderFilter((state) => state.setTab);
  const isHistory = tab !== 'PENDING';
  const title = !isHistory
    ? t(($) => $.orders.noneOfTab)
    : isFilter || tab !== 'ALL'
      ? t(($) => $.orders.none)
      : t(($) => $.empty.orders.title);
  return (
    <EmptyState
      icon={ListFilter}
      title={title}
      hint={isHistory && hidden > 0 ? t(($) => $.empty.orders.hidden, { hidden: format.volume(hidden) }) : undefined}
      action={
        isHistory && hidden > 0 ? (
          <span className="flex flex-wrap justify-center gap-2">
            <Button size="sm" variant="outline" data-testid="clear-order-filter" onClick={showEveryOrder}>
              {t(($) => $.empty.orders.button)}
            </Button>
            {pending > 0 && (
              <Button size="sm" variant="ghost" onClick={() => setTab('orders', 'PENDING')}>
                {t(($) => $.shell.tab.pending)} {format.volume(pending)}
              </Button>
            )}
          </span>
        ) : undefined
      }
    />
  );
}

function SignInFirst() {
  const { t } = useTranslation();
  const returnUrl = useLocation({ select: ({ href }) => href });
  return (
    <EmptyState
      icon={LogIn}
      title={t(($) => $.shell.state.loginRequired)}
      action={
        <Button asChild size="sm" variant="outline">
          <Link to="/login" search={{ returnUrl }}>
            {t(($) => $.shell.action.signin)}
          </Link>
        </Button>
      }
    />
  );
}
