/** The order history of the trading account: tabs and filters, live rows, and the actions on each. Cards on a phone. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SignInFirst } from '#design/ui/feedback/sign-in-first.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { MoreRows } from '#design/ui/table/more-rows.tsx';
import { ToastRoom } from '#design/ui/table/table.tsx';
import { type RowSelection, useRowSelection } from '#design/use-row-selection.ts';
import { NoOrders } from '#features/order-list/no-orders.tsx';
import { OrderCards } from '#features/order-list/order-cards.tsx';
import { fillExport, orderExport } from '#features/order-list/order-export.ts';
import { OrderFilterBar, OrderListHead } from '#features/order-list/order-filter-bar.tsx';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { OrderTable } from '#features/order-list/order-table.tsx';
import { UnconfirmedOrders } from '#features/order-list/unconfirmed-orders.tsx';
import { type OrderRows, useOrderRows } from '#features/order-list/use-order-rows.ts';
import { useBulkCancel } from '#orders/bulk-cancel.ts';
import { conditionalOrdersQuery } from '#orders/conditional-orders.ts';
import { useExporting } from '#orders/export-list.ts';
import { cancelOrder } from '#orders/orders.ts';
import { BulkBar } from '#orders/ui/bulk-bar.tsx';
import { ExportLine } from '#orders/ui/export-line.tsx';
import { WithoutAccount } from '#orders/without-account.tsx';
import { scopedTo, useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useNamedAccount, useTradingAccount } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { errorCodeOf, useActiveUser } from '#signed-in/actor.ts';

export interface OrderListProps {
  /** The desk's contract, for narrowing the list; omitted outside the desk. */
  readonly contractCode?: string | undefined;
  /** If the list is a panel of its own, without a tab that names it. */
  readonly title?: string;
}

export function OrderList({ contractCode, title }: OrderListProps) {
  const userId = useActiveUser();
  const account = useTradingAccount();
  if (userId === null || !account) {
    const waiting = <SkeletonRows rows={4} columns={['text', 'text', 'number', 'number']} />;
    return (
      <>
        {title !== undefined && <OrderListHead title={title} />}
        {userId === null ? <SignInFirst /> : <WithoutAccount userId={userId} waiting={waiting} />}
      </>
    );
  }
  const { accountId } = account;
  const key = `${userId} ${accountId}`;
  return <AccountOrders key={key} {...{ userId, accountId, deskCode: contractCode, title }} />;
}

interface AccountOrdersProps extends AccountActor {
  readonly deskCode: string | undefined;
  readonly title: string | undefined;
}

function AccountOrders({ userId, accountId, deskCode, title }: AccountOrdersProps) {
  const actor = useMemo(() => ({ userId, accountId }), [userId, accountId]);
  const scope = useListScope((store) => scopedTo(store, 'orders', deskCode));
  const list = useOrderRows(actor, scope);
  const bulk = useOrderBulk(actor, list, scope);
  const exporting = useExporting();
  const account = useNamedAccount(accountId).name;
  const listed = { actor, account, listing: list.listing };
  return (
    <div data-slot="order-list" className="flex min-h-0 flex-1 flex-col bg-surface">
      <OrderFilterBar
        actor={actor}
        list={list}
        deskCode={deskCode}
        isNarrowed={scope !== undefined}
        selection={bulk.selection}
        title={title}
        onExportOrders={() => void exporting.start(orderExport(listed))}
        onExportFills={() => void exporting.start(fillExport(listed))}
      />
      <ExportLine exporting={exporting} />
      {bulk.selection.isUnlocked && (
        <BulkBar
          chosen={bulk.selection.chosen}
          progress={bulk.progress}
          onCancel={() => void bulk.start(bulk.selection.chosen)}
          onChoose={bulk.selection.toggleAll}
          onForget={bulk.forget}
        />
      )}
      <UnconfirmedOrders accountId={accountId} />
      <Rows actor={actor} list={list} selection={bulk.selection} progress={bulk.progress} />
    </div>
  );
}

/** Bulk cancel for the current listing: any other listing clears the selection and the last summary. */
function useOrderBulk(actor: AccountActor, list: OrderRows, scope: string | undefined) {
  const client = useQueryClient();
  const tab = useOrderFilter(({ activeTab }) => activeTab.orders);
  const filter = useOrderFilter(({ queryTable }) => queryTable);
  const listed = JSON.stringify([actor, tab, filter, scope]);
  const able = useMemo(
    () => list.rows.filter((order) => orderRights(order).canCancel).map(({ orderId }) => orderId),
    [list.rows],
  );
  const selection = useRowSelection(able, listed);
  return { selection, ...useBulkCancel((orderId) => cancelOrder(client, actor, { orderId }), listed) };
}

const NO_CONDITIONALS: readonly ConditionalOrder[] = [];

/** Pairs and trailing stops used to group entries and the orders they sent; those not loaded are not waited for. */
function useKnownConditionals(actor: AccountActor): readonly ConditionalOrder[] {
  const waiting = useInfiniteQuery(conditionalOrdersQuery(actor, 'pending')).data;
  const fired = useInfiniteQuery(conditionalOrdersQuery(actor, 'activated')).data;
  return useMemo(() => {
    const pages = [...(waiting?.pages ?? []), ...(fired?.pages ?? [])];
    return pages.length === 0 ? NO_CONDITIONALS : pages.flatMap(({ items }) => items);
  }, [waiting, fired]);
}

interface RowsProps {
  readonly actor: AccountActor;
  readonly list: OrderRows;
  readonly selection: RowSelection;
  readonly progress: ReturnType<typeof useBulkCancel>['progress'];
}

function Rows({ actor, list, selection, progress }: RowsProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const conditionals = useKnownConditionals(actor);
  if (list.isLoading) return <SkeletonRows rows={4} columns={['text', 'text', 'text', 'number', 'number', 'number']} />;
  if (list.error) {
    return <ErrorPanel panel={t(($) => $.orders.panel)} code={errorCodeOf(list.error)} onRetry={list.retry} />;
  }
  if (list.rows.length === 0 && !list.hasMore) return <NoOrders list={list} />;
  const Shape = isNarrow ? OrderCards : OrderTable;
  return (
    <Shape
      actor={actor}
      orders={list.rows}
      totals={list.totals}
      conditionals={conditionals}
      selection={selection}
      progress={progress}
    >
      <MoreRows list="orders" rows={list.rows.length} more={list} />
      <ToastRoom />
    </Shape>
  );
}
