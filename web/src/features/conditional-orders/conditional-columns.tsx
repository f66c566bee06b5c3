/**
 * Defines the columns of the conditional orders (docs/rules/orders.md#conditional-orders), and which ones a narrow
 * panel drops first.
 */
import { Link2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { SideText } from '#design/ui/figures/figures.tsx';
import { Tooltip } from '#design/ui/overlays/tooltip.tsx';
import { compareKnown, type ListColumn } from '#design/ui/table/list-columns.ts';
import { useHighlightedRow } from '#desk/highlighted-row.ts';
import { AmendConditional } from '#features/conditional-orders/amend-conditional.tsx';
import { ConditionalState } from '#features/conditional-orders/conditional-state.tsx';
import { lotsText, momentText, priceText, trailText } from '#features/conditional-orders/conditional-text.ts';
import { LiveStop } from '#features/conditional-orders/live-stop.tsx';
import type { ConditionalRow } from '#features/conditional-orders/use-conditional-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { BulkProgress } from '#orders/bulk-cancel.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

/** After the times, drops columns that no listed order uses. */
export function firstToGo(rows: readonly ConditionalRow[]): readonly string[] {
  const hasTrails = rows.some(({ order }) => order.trailAmount !== null || order.trailPercent !== null);
  const hasExits = rows.some(({ order }) => order.takeProfit !== null || order.stopLoss !== null);
  const absent = [...(hasTrails ? [] : ['trail', 'initial', 'stop']), ...(hasExits ? [] : ['takeProfit', 'stopLoss'])];
  return ['updated', 'created', ...absent, 'initial', 'type', 'trail'];
}

export interface ConditionalColumnsOptions {
  readonly actor: AccountActor;
  readonly hasFired: boolean;
  readonly fates: BulkProgress['fates'];
}

export function useConditionalColumns({ actor, hasFired, fates }: ConditionalColumnsOptions) {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo((): readonly ListColumn<ConditionalRow>[] => {
    const writer = ({ contract }: ConditionalRow) => ({ t, format, contract });
    const by = <V extends string | number>(value: (row: ConditionalRow) => V | null) => {
      return (a: ConditionalRow, b: ConditionalRow) => compareKnown(value(a), value(b));
    };
    const moment = (of: (row: ConditionalRow) => string) => ({
      width: 116,
      compare: by(of),
      cellClass: () => 'text-fg-2',
      cell: (row: ConditionalRow) => momentText(writer(row), of(row), serverNowMs()),
    });
    const leg = (field: 'takeProfit' | 'stopLoss') => ({
      id: field,
      name: t(($) => $.words.order[field]),
      width: 78,
      numeric: true,
      compare: by(({ order, contract }) => ticksFromWire(order[field], contract?.decimalFormat)),
      cell: (row: ConditionalRow) => (
        <AmendConditional actor={actor} row={row} field={field}>
          {priceText(writer(row), row.order[field])}
        </AmendConditional>
      ),
    });
    return [
      { id: 'created', name: t(($) => $.conditional.createdAt), ...moment(({ order }) => order.createdAt) },
      {
        id: 'contract',
        name: t(($) => $.words.market.contractCodeShort),
        width: 74,
        isFixed: true,
        compare: by(({ order }) => order.contractCode),
        cellClass: () => 'font-medium',
        cell: ({ order }) => order.contractCode,
      },
      {
        id: 'side',
        name: t(($) => $.words.order.side),
        width: 54,
        isFixed: true,
        compare: by(({ order }) => order.side),
        cell: ({ order }) => <SideText side={order.side} />,
      },
      {
        id: 'type',
        name: t(($) => $.words.order.orderType),
        width: 112,
        compare: by(({ order }) => order.orderType),
        cell: ({ order }) => t(($) => $.words.orderType[order.orderType]),
      },
      {
        id: 'quantity',
        name: t(($) => $.words.order.quantity),
        head: t(($) => $.words.order.quantityShort),
        width: 52,
        numeric: true,
        isFixed: true,
        compare: by(({ order }) => order.quantity),
        cell: (row) => (
          <AmendConditional actor={actor} row={row} field="quantity">
            {lotsText(writer(row), row.order)}
          </AmendConditional>
        ),
      },
      {
        id: 'initial',
        name: t(($) => $.words.order.initialStopPrice),
        width: 92,
        numeric: true,
        compare: by(({ order, contract }) => ticksFromWire(order.initialStopPrice, contract?.decimalFormat)),
        cell: (row) => priceText(writer(row), row.order.initialStopPrice),
      },
      {
        id: 'stop',
        name: hasFired ? t(($) => $.words.order.currentStopPrice) : t(($) => $.words.order.stopPrice),
        width: 112,
        numeric: true,
        compare: by(({ stopTicks }) => stopTicks),
        cell: (row) => <LiveStop row={row} />,
      },
      {
        id: 'trail',
        name: t(($) => $.words.order.trailAmount),
        width: 96,
        numeric: true,
        compare: by(({ order }) => order.trailAmount ?? order.trailPercent),
        cell: (row) => (
          <AmendConditional actor={actor} row={row} field="trail">
            {trailText(writer(row), row.order)}
          </AmendConditional>
        ),
      },
      leg('takeProfit'),
      leg('stopLoss'),
      {
        id: 'status',
        name: t(($) => $.words.order.status),
        width: 150,
        grows: true,
        isFixed: true,
        compare: by(({ order }) => t(($) => $.words.conditionalStatus[order.state])),
        cell: (row) => (
          <span className="flex min-w-0 items-center gap-1">
            <EntryMark row={row} />
            <ConditionalState row={row} fate={fates.get(row.order.conditionalOrderId)} />
          </span>
        ),
      },
      { id: 'updated', name: t(($) => $.conditional.updatedAt), ...moment(({ order }) => order.updatedAt) },
    ];
  }, [t, format, actor, hasFired, fates]);
}

/** Link to the entry order whose fills arm it. */
export function EntryMark({ row: { order } }: { row: ConditionalRow }) {
  const { t } = useTranslation();
  const show = useHighlightedRow((state) => state.show);
  const { parentOrderCode, contractCode } = order;
  if (parentOrderCode === null) return null;
  const name = t(($) => $.lists.showEntry, { contract: contractCode });
  return (
    <Tooltip content={name}>
      <button
        type="button"
        aria-label={name}
        data-testid="show-entry"
        onClick={() => show('orders', parentOrderCode)}
        className="inline-flex shrink-0 rounded-sm p-0.5 text-primary-text hover:bg-surface-4 max-md:p-3"
      >
        <Link2 aria-hidden className="size-3.5" />
      </button>
    </Tooltip>
  );
}
