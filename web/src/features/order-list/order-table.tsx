/** Orders as rows; an order with fills can be expanded to show them, an entry has its exits below it. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { AllRowsCheck, RowCheck } from '#design/ui/table/row-checks.tsx';
import type { RowSelection } from '#design/use-row-selection.ts';
import { useHighlightedRowOf } from '#desk/highlighted-row.ts';
import { ExitsLine } from '#features/order-list/exits-line.tsx';
import { OrderActions } from '#features/order-list/order-actions.tsx';
import { firstToGo, useOrderColumns } from '#features/order-list/order-columns.tsx';
import { type OrderLine, orderLines } from '#features/order-list/order-lines.ts';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { useOrderName } from '#features/order-list/order-text.ts';
import type { OrderRows } from '#features/order-list/use-order-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { writtenAs } from '#market/listing-codes.ts';
import type { BulkProgress } from '#orders/bulk-cancel.ts';
import { FillRows } from '#orders/ui/fill-rows.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OrderTableProps {
  readonly actor: AccountActor;
  readonly orders: readonly OrderHistory[];
  /** Of every order of the tab, loaded or not; null until they are known. */
  readonly totals: OrderRows['totals'];
  readonly conditionals: readonly ConditionalOrder[];
  readonly selection: RowSelection;
  readonly progress: BulkProgress;
  /** Rendered below the last row. */
  readonly children?: ReactNode;
}

/** An order created by the system has no client id. */
export function testIdOf({ clientOrderId, orderId }: Order): string {
  return `order-${clientOrderId ?? orderId}`;
}

const CHECK_WIDTH = 40;
const ACTIONS_WIDTH = 176;
const keyOf = ({ key }: OrderLine) => key;

export function OrderTable({ actor, orders, totals, conditionals, selection, progress, children }: OrderTableProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  const nameOf = useOrderName();
  const [opened, toggleFills] = useToggled();
  const spot = useHighlightedRowOf('orders');
  const lines = useMemo(() => orderLines(orders, conditionals), [orders, conditionals]);
  const columns = useOrderColumns({
    actor,
    contracts,
    lines,
    sums: totals?.sums ?? null,
    opened,
    onToggleFills: toggleFills,
    fates: progress.fates,
  });
  const hasStops = orders.some(({ stopPrice }) => stopPrice !== null);
  const lead = useMemo(
    () => ({
      width: CHECK_WIDTH,
      head: <AllRowsCheck selection={selection} />,
      cell: (line: OrderLine) =>
        line.kind === 'order' && (
          <RowCheck
            selection={selection}
            rowKey={line.key}
            name={nameOf(line.order)}
            isAble={orderRights(line.order).canCancel}
          />
        ),
    }),
    [selection, nameOf],
  );
  const tail = useMemo(
    () => ({
      width: ACTIONS_WIDTH,
      head: <span className="sr-only">{t(($) => $.orders.actions)}</span>,
      cell: (line: OrderLine) =>
        line.kind === 'order' && (
          <OrderActions actor={actor} order={line.order} contract={writtenAs(contracts, line.order.contractCode)} />
        ),
    }),
    [t, actor, contracts],
  );
  const openedOf = useCallback(
    (line: OrderLine) =>
      line.kind === 'order' && opened.has(line.key) ? (
        <FillRows order={line.order} contract={writtenAs(contracts, line.order.contractCode)} />
      ) : null,
    [opened, contracts],
  );
  const wholeOf = useCallback(
    (line: OrderLine) =>
      line.kind === 'exits' ? <ExitsLine exits={line.exits} contract={contracts.get(line.exits.contractCode)} /> : null,
    [contracts],
  );
  const rowProps = useCallback(
    (line: OrderLine) =>
      line.kind === 'order'
        ? {
            'data-testid': testIdOf(line.order),
            'data-status': line.order.status,
            selected: line.key === spot || selection.has(line.key),
          }
        : {},
    [spot, selection],
  );
  return (
    <ListTable
      list="orders"
      label={t(($) => $.words.order.orders)}
      columns={columns}
      firstToGo={firstToGo(hasStops)}
      rows={lines}
      keyOf={keyOf}
      rowProps={rowProps}
      lead={selection.isUnlocked ? lead : null}
      tail={tail}
      openedOf={openedOf}
      wholeOf={wholeOf}
      highlightedRow={spot}
      totals={{
        lead: t(($) => $.lists.totalOrders, { orders: format.volume(totals?.orders ?? orders.length) }),
        testId: 'order-totals',
      }}
    >
      {children}
    </ListTable>
  );
}

function useToggled(): readonly [ReadonlySet<string>, (id: string) => void] {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (id: string) =>
      setIds((before) => {
        const next = new Set(before);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    [],
  );
  return [ids, toggle];
}
