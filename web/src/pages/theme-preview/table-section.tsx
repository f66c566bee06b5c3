/**
 * The table used by all lists: rows that are selected, edited and expanded, totals; and what is shown instead when
 * there are no rows.
 */
import type { OrderHistory } from '@mua/contract/entities/order';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { ProgressRing } from '#design/ui/feedback/progress-ring.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit, SideText } from '#design/ui/figures/figures.tsx';
import type { ListColumn } from '#design/ui/table/list-columns.ts';
import { ListTable } from '#design/ui/table/list-table.tsx';
import { AllRowsCheck, RowCheck } from '#design/ui/table/row-checks.tsx';
import { useRowSelection } from '#design/use-row-selection.ts';
import { OrderStatusText } from '#features/order-list/order-status-text.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { CORN as CONTRACT, sampleFill, sampleOrder } from '#mock/sample-records.ts';
import { FillRows } from '#orders/ui/fill-rows.tsx';
import { EditablePrice } from '#pages/theme-preview/editable-price.tsx';
import { Section, Specimen } from '#pages/theme-preview/specimen.tsx';

const FILLED = { filledQuantity: 1, averagePrice: '454.00', fills: [sampleFill({ orderId: 'partly' })] };
const REASON = { code: 'PriceOutsideDailyLimit', facts: { floor: '422.25', ceiling: '482.25' } } as const;
const ROWS: readonly OrderHistory[] = [
  sampleOrder({ orderId: 'working' }),
  sampleOrder({ orderId: 'edited' }),
  sampleOrder({ orderId: 'chosen', side: 'SELL' }),
  sampleOrder({ orderId: 'partly', status: 'PARTIALLY_FILLED', quantity: 3, ...FILLED }),
  sampleOrder({ orderId: 'changing', status: 'IN_MODIFY' }),
  sampleOrder({ orderId: 'refused', side: 'SELL', status: 'REJECTED', rejection: REASON }),
];
const ABLE = ['working', 'edited', 'chosen', 'partly'];
const FIRST_TO_GO = ['profit'];
const keyOf = ({ orderId }: OrderHistory) => orderId;
const openedOf = (order: OrderHistory) =>
  order.orderId === 'partly' ? <FillRows order={order} contract={CONTRACT} /> : null;

export function TableSection({ className }: { className?: string | undefined }) {
  const { t } = useTranslation();
  const format = useFormat();
  const columns = useColumns();
  const selection = useRowSelection(ABLE, 'preview');
  const lead = useMemo(
    () => ({
      width: 40,
      head: <AllRowsCheck selection={selection} />,
      cell: (order: OrderHistory) => (
        <RowCheck
          selection={selection}
          rowKey={order.orderId}
          name={order.contractCode}
          isAble={ABLE.includes(order.orderId)}
        />
      ),
    }),
    [selection],
  );
  return (
    <Section className={className} title={t(($) => $.preview.section.table)}>
      <div className="overflow-hidden rounded-md border border-border">
        <ListTable
          list="preview"
          label={t(($) => $.words.order.orders)}
          columns={columns}
          firstToGo={FIRST_TO_GO}
          rows={ROWS}
          keyOf={keyOf}
          rowProps={({ orderId }) => ({ selected: orderId === 'chosen' || selection.has(orderId) })}
          lead={lead}
          openedOf={openedOf}
          totals={{
            lead: t(($) => $.lists.totalOrders, { orders: format.volume(ROWS.length) }),
            testId: 'preview-totals',
          }}
        />
      </div>
      <div className="mt-3.5 grid items-end gap-3 md:grid-cols-3">
        <Specimen state={t(($) => $.preview.section.loading)} className="[&>*]:w-full">
          <SkeletonRows rows={4} columns={['text', 'text', 'number', 'number']} />
        </Specimen>
        <Specimen state={t(($) => $.preview.state.filtered)} className="[&>*]:w-full">
          <EmptyState
            title={t(($) => $.empty.orders.title)}
            hint={t(($) => $.empty.orders.hidden, { hidden: 12 })}
            action={
              <Button size="sm" variant="outline">
                {t(($) => $.preview.sample.lastOrders)}
              </Button>
            }
          />
        </Specimen>
        <Specimen state={t(($) => $.preview.section.error)} className="[&>*]:w-full">
          <ErrorPanel panel={t(($) => $.preview.sample.orderBookPanel)} code="GatewayTimeout" onRetry={() => {}} />
        </Specimen>
      </div>
    </Section>
  );
}

function useColumns(): readonly ListColumn<OrderHistory>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        id: 'code',
        name: t(($) => $.words.board.code),
        width: 120,
        isFixed: true,
        cell: ({ contractCode, side }) => (
          <>
            <SideText side={side} /> <span className="font-medium">{contractCode}</span>
          </>
        ),
      },
      {
        id: 'price',
        name: t(($) => $.words.order.limitPrice),
        width: 96,
        numeric: true,
        cell: ({ orderId }) => <EditablePrice isOpen={orderId === 'edited'} />,
      },
      {
        id: 'filled',
        name: t(($) => $.words.order.filledQuantity),
        width: 88,
        numeric: true,
        compare: (a, b) => a.filledQuantity - b.filledQuantity,
        cell: ({ filledQuantity, quantity }) => (
          <span className="inline-flex items-center gap-1.5">
            <ProgressRing done={filledQuantity} total={quantity} />
            {filledQuantity}/{quantity}
          </span>
        ),
      },
      {
        id: 'profit',
        name: t(($) => $.words.position.estimatedProfit),
        width: 130,
        numeric: true,
        cell: ({ side }) => <Profit amount={side === 'BUY' ? '16512500' : '-3302500'} />,
        total: <Profit amount="59445000" />,
      },
      {
        id: 'status',
        name: t(($) => $.words.order.status),
        width: 220,
        grows: true,
        cell: (order) => <OrderStatusText order={order} contract={CONTRACT} />,
      },
    ],
    [t],
  );
}
