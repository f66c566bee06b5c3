/** Orders as rows; one that has fills opens to show them. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order, OrderHistory } from '@mua/contract/entities/order';
import { FINAL_STATUSES } from '@mua/core/values';
import { ChevronRight, Minimize2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useContractsByCode } from '#data/contracts.ts';
import { serverNowMs } from '#data/market-clock.ts';
import type { AccountActor } from '#data/orders.ts';
import { cn } from '#design/class-names.ts';
import { SideText } from '#design/ui/figures.tsx';
import { ProgressRing } from '#design/ui/progress-ring.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderFillRows } from './order-fill-rows.tsx';
import { OrderStatusText } from './order-status-text.tsx';
import { durationText, heldText, limitPriceText, stopPriceText, timeText } from './order-text.ts';

const COLUMNS = 12;

/** A narrow panel hides columns instead of squeezing them; the least needed goes first. */
const HELD = '@max-[1040px]:hidden';
/** With a column more; the status of a waiting stop says where it is held. */
const HELD_BESIDE_STOPS = '@max-[1240px]:hidden';
const DURATION = '@max-[1000px]:hidden';
const TYPE = '@max-[840px]:hidden';

export function OrderTable({ actor, orders }: { actor: AccountActor; orders: readonly OrderHistory[] }) {
  const { t } = useTranslation();
  const contracts = useContractsByCode();
  const hasStops = orders.some(({ stopPrice }) => stopPrice !== null);
  return (
    <Table aria-label={t(($) => $.words.order.orders)} className="tabular-nums">
      <thead>
        <tr>
          <Th>{t(($) => $.words.order.dateTime)}</Th>
          <Th>{t(($) => $.words.market.contractCodeShort)}</Th>
          <Th>{t(($) => $.words.order.side)}</Th>
          <Th className={TYPE}>{t(($) => $.words.order.orderType)}</Th>
          <Th numeric>{t(($) => $.words.order.filledQuantity)}</Th>
          {hasStops && <Th numeric>{t(($) => $.words.order.stopPrice)}</Th>}
          <Th numeric>{t(($) => $.words.order.limitPriceShort)}</Th>
          <Th numeric>{t(($) => $.words.order.averagePrice)}</Th>
          <Th className={DURATION}>{t(($) => $.words.order.duration)}</Th>
          <Th className="min-w-36">{t(($) => $.words.order.status)}</Th>
          <Th className={hasStops ? HELD_BESIDE_STOPS : HELD}>{t(($) => $.words.order.heldAt)}</Th>
          <Th>
            <span className="sr-only">{t(($) => $.orders.actions)}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow
            key={order.orderId}
            actor={actor}
            order={order}
            contract={contracts.get(order.contractCode)}
            hasStops={hasStops}
          />
        ))}
      </tbody>
    </Table>
  );
}

export interface OrderRowProps {
  readonly actor: AccountActor;
  readonly order: OrderHistory;
  readonly contract: Contract | undefined;
}

/** An order that the system made has no id of its sender's. */
export function testIdOf({ clientOrderId, orderId }: Order): string {
  return `order-${clientOrderId ?? orderId}`;
}

function OrderRow({ actor, order, contract, hasStops }: OrderRowProps & { hasStops: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const writer = { t, format, contract };
  const isFinal = FINAL_STATUSES.has(order.status);
  const hasFills = order.filledQuantity > 0;
  const quiet = isFinal ? 'text-fg-3' : undefined;
  return (
    <>
      <Tr data-testid={testIdOf(order)} data-status={order.status}>
        <Td className="text-fg-2">{timeText(format, order.dateTime, serverNowMs())}</Td>
        <Td className={cn('font-medium', quiet)}>{order.contractCode}</Td>
        <Td>
          <SideText side={order.side} />
        </Td>
        <Td className={cn(TYPE, quiet)}>
          {t(($) => $.words.orderType[order.orderType])}
          <ReduceOnlyMark order={order} />
        </Td>
        <Td numeric className={quiet}>
          <FilledOfOrdered order={order} isOpen={isOpen} onToggle={hasFills ? () => setOpen(!isOpen) : null} />
        </Td>
        {hasStops && (
          <Td numeric className={quiet}>
            {stopPriceText(writer, order)}
          </Td>
        )}
        <Td numeric className={quiet}>
          {limitPriceText(writer, order)}
        </Td>
        <Td numeric className={quiet}>
          {wirePrice(format, order.averagePrice, contract?.decimalFormat)}
        </Td>
        <Td className={cn(DURATION, 'max-w-36 truncate text-fg-2')} title={durationText(writer, order)}>
          {durationText(writer, order)}
        </Td>
        <Td className="w-full max-w-0">
          <OrderStatusText order={order} contract={contract} />
        </Td>
        <Td className={cn(hasStops ? HELD_BESIDE_STOPS : HELD, 'text-fg-2')}>{heldText(writer, order)}</Td>
        <Td numeric>
          <OrderActions actor={actor} order={order} contract={contract} />
        </Td>
      </Tr>
      {isOpen && (
        <tr>
          <td colSpan={COLUMNS} className="border-border border-b bg-surface-2 p-0">
            <OrderFillRows order={order} contract={contract} />
          </td>
        </tr>
      )}
    </>
  );
}

/** Never larger than the position: a mark beside the type, its words for whoever asks. */
export function ReduceOnlyMark({ order }: { order: Order }) {
  const { t } = useTranslation();
  if (!order.isReduceOnly) return null;
  const name = t(($) => $.words.order.reduceOnly);
  return (
    <span title={name} className="ml-1 inline-flex align-[-2px] text-fg-3">
      <Minimize2 aria-hidden className="size-3.5" />
      <span className="sr-only">{name}</span>
    </span>
  );
}

/** The ring and its figures; where there are fills they open them. */
export function FilledOfOrdered({
  order,
  isOpen,
  onToggle,
}: {
  order: Order;
  isOpen: boolean;
  onToggle: (() => void) | null;
}) {
  const { t } = useTranslation();
  const format = useFormat();
  const filledOfOrdered = `${format.volume(order.filledQuantity)}/${format.volume(order.quantity)}`;
  const figures = (
    <>
      <ProgressRing done={order.filledQuantity} total={order.quantity} />
      {filledOfOrdered}
    </>
  );
  if (!onToggle) return <span className="inline-flex items-center gap-1.5">{figures}</span>;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-label={t(($) => $.orders.showFills, { contract: order.contractCode, filled: filledOfOrdered })}
      onClick={onToggle}
      className="inline-flex items-center gap-1.5 rounded-sm hover:text-foreground"
    >
      <ChevronRight aria-hidden className={cn('size-3 text-fg-3', isOpen && 'rotate-90')} />
      {figures}
    </button>
  );
}
