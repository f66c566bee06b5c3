/** Conditional orders as rows. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { AllRowsCheck, RowCheck } from '#design/ui/table/row-checks.tsx';
import type { RowSelection } from '#design/use-row-selection.ts';
import { useHighlightedRowOf } from '#desk/highlighted-row.ts';
import { ConditionalActions } from '#features/conditional-orders/conditional-actions.tsx';
import { firstToGo, useConditionalColumns } from '#features/conditional-orders/conditional-columns.tsx';
import type { ConditionalRow, ShowsOrder } from '#features/conditional-orders/use-conditional-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { BulkProgress } from '#orders/bulk-cancel.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ConditionalRowsProps extends ShowsOrder {
  readonly actor: AccountActor;
  readonly rows: readonly ConditionalRow[];
  readonly selection: RowSelection;
  readonly progress: BulkProgress;
  /** Rendered below the last row. */
  readonly children?: ReactNode;
}

const CHECK_WIDTH = 40;
const ACTIONS_WIDTH = 150;
const keyOf = ({ order }: ConditionalRow) => order.conditionalOrderId;

/** A pair that came with an entry has no client id. */
export function testIdOf({ order: { clientOrderId, conditionalOrderId } }: ConditionalRow): string {
  return `conditional-${clientOrderId ?? conditionalOrderId}`;
}

export function ConditionalTable({ actor, rows, onShowOrder, selection, progress, children }: ConditionalRowsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const spot = useHighlightedRowOf('conditionals');
  const hasFired = rows.some(({ order }) => order.triggeredAt !== null);
  const columns = useConditionalColumns({ actor, hasFired, fates: progress.fates });
  const lead = useMemo(
    () => ({
      width: CHECK_WIDTH,
      head: <AllRowsCheck selection={selection} />,
      cell: (row: ConditionalRow) => <ConditionalCheck row={row} selection={selection} />,
    }),
    [selection],
  );
  const tail = useMemo(
    () => ({
      width: ACTIONS_WIDTH,
      head: <span className="sr-only">{t(($) => $.orders.actions)}</span>,
      cell: (row: ConditionalRow) => <ConditionalActions actor={actor} row={row} onShowOrder={onShowOrder} />,
    }),
    [t, actor, onShowOrder],
  );
  const rowProps = useCallback(
    (row: ConditionalRow) => ({
      'data-testid': testIdOf(row),
      'data-state-name': row.order.state,
      'data-order-type': row.order.orderType,
      selected: keyOf(row) === spot || selection.has(keyOf(row)),
    }),
    [spot, selection],
  );
  return (
    <ListTable
      list="conditionals"
      label={t(($) => $.shell.tab.conditional)}
      columns={columns}
      firstToGo={firstToGo(rows)}
      rows={rows}
      keyOf={keyOf}
      rowProps={rowProps}
      lead={selection.isUnlocked ? lead : null}
      tail={tail}
      highlightedRow={spot}
      totals={{
        lead: t(($) => $.lists.totalOrders, { orders: format.volume(rows.length) }),
        testId: 'conditional-totals',
      }}
    >
      {children}
    </ListTable>
  );
}

export function ConditionalCheck({ row: { order }, selection }: { row: ConditionalRow; selection: RowSelection }) {
  const { t } = useTranslation();
  const format = useFormat();
  const name = t(($) => $.lists.orderName, {
    side: t(($) => $.words.side[order.side]),
    lots: format.volume(order.quantity),
    contract: order.contractCode,
  });
  return (
    <RowCheck
      selection={selection}
      rowKey={order.conditionalOrderId}
      name={name}
      isAble={order.state === 'PENDING_ACTIVATION'}
    />
  );
}
