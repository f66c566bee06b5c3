/** Defines the columns of the order list, and which ones a narrow panel drops first. */
import type { Contract } from '@mua/contract/entities/contract';
import type { OrderHistory } from '@mua/contract/entities/order';
import type { OrderSums } from '@mua/contract/http/orders';
import { FINAL_STATUSES, legCodes } from '@mua/core/values';
import { CornerDownRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNowMs } from '#clock/market-clock.ts';
import { SideText } from '#design/ui/figures/figures.tsx';
import { compareKnown, type ListColumn } from '#design/ui/table/list-columns.ts';
import { AmendCell } from '#features/order-list/amend-cell.tsx';
import { FilledOfOrdered } from '#features/order-list/filled-of-ordered.tsx';
import { GroupMark } from '#features/order-list/group-mark.tsx';
import type { OrderLine } from '#features/order-list/order-lines.ts';
import { ReduceOnlyMark, SenderMark } from '#features/order-list/order-marks.tsx';
import { OrderStatusText } from '#features/order-list/order-status-text.tsx';
import { durationText, heldText, limitPriceText, stopPriceText, timeText } from '#features/order-list/order-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { writtenAs } from '#market/listing-codes.ts';
import type { BulkProgress } from '#orders/bulk-cancel.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface OrderColumnsOptions {
  readonly actor: AccountActor;
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly lines: readonly OrderLine[];
  /** Sums over every order of the list, loaded or not; null until they are known. */
  readonly sums: OrderSums | null;
  /** Orders whose fills are shown below them. */
  readonly opened: ReadonlySet<string>;
  readonly onToggleFills: (orderId: string) => void;
  /** Results in a bulk cancel. */
  readonly fates: BulkProgress['fates'];
}

/** With stops in the list, the stop price is kept longer than the times and average prices. */
export function firstToGo(hasStops: boolean): readonly string[] {
  const rest = ['closed', 'fee', 'held', 'duration', 'average', 'time', 'type'];
  return hasStops ? rest : ['stop', ...rest];
}

/** Widths of times alone, and of dates with times. */
const TIME_WIDTHS = { today: 80, ever: 116 };

/** With a word for what an order was placed with. */
const TYPE_WIDTHS = { alone: 102, grouped: 124 };

/** Of two codes and a hyphen. */
const SPREAD_CODE_WIDTH = 120;

type Draw = (order: OrderHistory, contract: Contract | undefined) => React.ReactNode;

/** Cells show orders; the line of an exit pair spans all columns. */
export function useOrderColumns(options: OrderColumnsOptions): readonly ListColumn<OrderLine>[] {
  const { actor, contracts, lines, sums, opened, onToggleFills, fates } = options;
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const writer = (contract: Contract | undefined) => ({ t, format, contract });
    const cell = (draw: Draw) => (line: OrderLine) =>
      line.kind === 'order' ? draw(line.order, writtenAs(contracts, line.order.contractCode)) : null;
    const by = <V extends string | number | bigint>(value: (order: OrderHistory) => V | null) => {
      return (a: OrderLine, b: OrderLine) => compareKnown(value(a.head), value(b.head));
    };
    const ticks = (price: (order: OrderHistory) => string | null) => (order: OrderHistory) =>
      ticksFromWire(price(order), writtenAs(contracts, order.contractCode)?.decimalFormat);
    const quiet = (line: OrderLine) =>
      line.kind === 'order' && FINAL_STATUSES.has(line.order.status) ? 'text-fg-3' : undefined;
    const feeOf = ({ fills }: OrderHistory) => fills.reduce((sum, { fee }) => sum + BigInt(fee), 0n);
    const orders = lines.flatMap((line) => (line.kind === 'order' ? [line.order] : []));
    const time = (of: (order: OrderHistory) => string | null) => (order: OrderHistory) => {
      const at = of(order);
      return at === null ? null : timeText(format, at, serverNowMs());
    };
    const today = format.date(serverNowMs());
    const isToday = orders.every(({ dateTime }) => format.date(dateTime) === today);
    const columns: ListColumn<OrderLine>[] = [
      {
        id: 'time',
        name: t(($) => $.words.order.dateTime),
        width: isToday ? TIME_WIDTHS.today : TIME_WIDTHS.ever,
        compare: by(({ dateTime }) => dateTime),
        cellClass: () => 'text-fg-2',
        cell: cell(time(({ dateTime }) => dateTime)),
      },
      {
        id: 'contract',
        name: t(($) => $.words.market.contractCodeShort),
        width: orders.some(({ contractCode }) => legCodes(contractCode)) ? SPREAD_CODE_WIDTH : 72,
        isFixed: true,
        compare: by(({ contractCode }) => contractCode),
        cellClass: (line) => (quiet(line) ? 'font-medium text-fg-3' : 'font-medium'),
        cell: (line) =>
          line.kind === 'order' && (
            <>
              {line.isIndented && <CornerDownRight aria-hidden className="mr-1 inline size-3 text-fg-3" />}
              {line.order.contractCode}
            </>
          ),
      },
      {
        id: 'side',
        name: t(($) => $.words.order.side),
        width: 54,
        isFixed: true,
        compare: by(({ side }) => side),
        cell: cell(({ side }) => <SideText side={side} />),
      },
      {
        id: 'type',
        name: t(($) => $.words.order.orderType),
        width: orders.some(({ group }) => group) ? TYPE_WIDTHS.grouped : TYPE_WIDTHS.alone,
        compare: by(({ orderType }) => t(($) => $.words.orderType[orderType])),
        cellClass: quiet,
        cell: cell((order) => (
          <>
            {t(($) => $.words.orderType[order.orderType])}
            <GroupMark actor={actor} order={order} />
            <ReduceOnlyMark order={order} />
            <SenderMark order={order} />
          </>
        )),
      },
      {
        id: 'filled',
        name: t(($) => $.words.order.filledQuantity),
        head: t(($) => $.lists.filledHead),
        width: 80,
        numeric: true,
        isFixed: true,
        compare: by(({ quantity }) => quantity),
        cellClass: quiet,
        cell: cell((order, contract) => (
          <FilledOfOrdered
            order={order}
            isOpen={opened.has(order.orderId)}
            onToggle={order.filledQuantity > 0 ? () => onToggleFills(order.orderId) : null}
            quantity={
              <AmendCell actor={actor} order={order} contract={contract} field="quantity">
                {format.volume(order.quantity)}
              </AmendCell>
            }
          />
        )),
        total: sums && `${format.volume(sums.filledQuantity)}/${format.volume(sums.quantity)}`,
      },
      {
        id: 'stop',
        name: t(($) => $.words.order.stopPrice),
        head: t(($) => $.lists.stopHead),
        width: 68,
        numeric: true,
        compare: by(ticks(({ stopPrice }) => stopPrice)),
        cellClass: quiet,
        cell: cell((order, contract) => (
          <AmendCell actor={actor} order={order} contract={contract} field="stop">
            {stopPriceText(writer(contract), order)}
          </AmendCell>
        )),
      },
      {
        id: 'limit',
        name: t(($) => $.words.order.limitPriceShort),
        head: t(($) => $.lists.limitHead),
        width: 68,
        numeric: true,
        compare: by(ticks(({ limitPrice }) => limitPrice)),
        cellClass: quiet,
        cell: cell((order, contract) => (
          <AmendCell actor={actor} order={order} contract={contract} field="limit">
            {limitPriceText(writer(contract), order)}
          </AmendCell>
        )),
      },
      {
        id: 'average',
        name: t(($) => $.words.order.averagePrice),
        head: t(($) => $.words.position.averagePriceShort),
        width: 68,
        numeric: true,
        compare: by(({ averagePrice }) => (averagePrice === null ? null : Number(averagePrice))),
        cellClass: quiet,
        cell: cell(({ averagePrice }, contract) => wirePrice(format, averagePrice, contract?.decimalFormat)),
      },
      {
        id: 'duration',
        name: t(($) => $.words.order.duration),
        width: 132,
        compare: by(({ duration }) => duration),
        cellClass: () => 'text-fg-2',
        title: (line) => (line.kind === 'order' ? durationText(writer(undefined), line.order) : undefined),
        cell: cell((order) => durationText(writer(undefined), order)),
      },
      {
        id: 'status',
        name: t(($) => $.words.order.status),
        width: 152,
        grows: true,
        isFixed: true,
        compare: by(({ status }) => t(($) => $.words.status[status])),
        cell: cell((order, contract) => (
          <OrderStatusText order={order} contract={contract} fate={fates.get(order.orderId)} />
        )),
      },
      {
        id: 'held',
        name: t(($) => $.words.order.heldAt),
        width: 126,
        compare: by(({ heldAt }) => heldAt),
        cellClass: () => 'text-fg-2',
        cell: cell((order) => heldText(writer(undefined), order)),
      },
      {
        id: 'fee',
        name: t(($) => $.words.margin.transactionFee),
        head: t(($) => $.lists.fees),
        width: 84,
        numeric: true,
        compare: by(feeOf),
        cellClass: quiet,
        cell: cell((order) => (order.fills.length === 0 ? format.vnd(null) : format.vnd(feeOf(order), { bare: true }))),
        total: sums && format.vnd(sums.fee, { bare: true }),
      },
      {
        id: 'closed',
        name: t(($) => $.orders.closedAt),
        width: 116,
        isExtra: true,
        compare: by(({ dateClosed }) => dateClosed),
        cellClass: () => 'text-fg-2',
        cell: cell(time(({ dateClosed }) => dateClosed)),
      },
    ];
    return columns;
  }, [t, format, contracts, lines, sums, opened, actor, onToggleFills, fates]);
}
