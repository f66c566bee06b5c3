/** What the investor has in the contract on screen: working orders and position, as the book and the chart show them. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import { type PriceGrid, parseDecimal } from '@mua/core/values';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTradingAccount } from '#data/accounts.ts';
import { useActiveUser } from '#data/actor.ts';
import { conditionalOrdersQuery } from '#data/conditional-orders.ts';
import { profitAt, useMark } from '#data/live-marks.ts';
import { type AccountActor, liveOrdersQuery } from '#data/orders.ts';
import { openPositionsQuery } from '#data/positions.ts';
import { liveStopTicks } from '#data/trailing-stop.ts';
import { ticksFromWire } from '#data/wire-ticks.ts';
import type { ChartLine } from '#features/chart/own-lines.ts';
import { type OwnLots, ownKey } from '#features/order-book/book-rows.ts';
import { formatVolume, MINUS } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { type ScopedList, scopedTo, useListScope } from '#session/list-scope-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';

export interface OwnStakes {
  readonly actor: AccountActor | null;
  readonly position: OpenPosition | null;
  /** At this moment's mark, in dong. */
  readonly profitVnd: bigint | null;
  /** Of the list's pending tab, its contract filter and scope included; undefined for a visitor and until they are known. */
  readonly pendingOrders: number | undefined;
  readonly openPositions: number | undefined;
  /** Of the contracts that the tab lists. */
  readonly waitingConditionals: number | undefined;
  readonly ownLots: OwnLots;
  readonly lines: readonly ChartLine[];
}

const NO_ORDERS: readonly Order[] = [];
const NO_POSITIONS: readonly OpenPosition[] = [];

export function useOwnStakes(contract: Contract): OwnStakes {
  const { t } = useTranslation();
  const format = useFormat();
  const actor = useDeskActor();
  const known = actor ?? { userId: '', accountId: '' };
  const enabled = actor !== null;
  const typed = useOrderFilter(({ queryTable }) => queryTable.contractCode.contains);
  const scopes = useListScope();
  const scopeOf = (list: ScopedList) => scopedTo(scopes, list, contract.code);
  const listed = scopeOf('orders') ?? typed;
  const isListed = (list: ScopedList) => (one: { readonly contractCode: string }) =>
    scopeOf(list) === undefined || one.contractCode === contract.code;
  const orderPages = useInfiniteQuery({ ...liveOrdersQuery(known), enabled });
  const pendingPages = useInfiniteQuery({ ...liveOrdersQuery(known, listed), enabled });
  const open = useQuery({ ...openPositionsQuery(known), enabled }).data;
  const positions = open ?? NO_POSITIONS;
  const waiting = useInfiniteQuery({ ...conditionalOrdersQuery(known, 'pending'), enabled }).data;
  const mark = useMark(contract.code);
  const live = useMemo(() => orderPages.data?.pages.flatMap(({ items }) => items) ?? NO_ORDERS, [orderPages.data]);
  const orders = useMemo(() => live.filter((order) => order.contractCode === contract.code), [live, contract.code]);
  const position = positions.find(({ contractCode }) => contractCode === contract.code) ?? null;
  const profit = position && profitAt(position, contract, mark);
  const profitText = profit && format.foreign(profit.minor, contract.terms?.currency ?? '', { signed: true });
  const orderLines = useMemo(() => linesOfOrders(orders, contract.decimalFormat, t), [orders, contract, t]);
  const positionLine = useMemo(
    () => (position ? lineOfPosition(position, { contract, profitText, t }) : null),
    [position, contract, profitText, t],
  );
  const conditionals = useMemo(
    () => waiting?.pages.flatMap(({ items }) => items.filter((one) => one.contractCode === contract.code)) ?? [],
    [waiting, contract.code],
  );
  const exitLines = useMemo(
    () => conditionals.flatMap((one) => linesOfConditional(one, { grid: contract.decimalFormat, mark, t })),
    [conditionals, contract, mark, t],
  );
  const lines = useMemo(
    () => [...(positionLine ? [positionLine] : []), ...orderLines, ...exitLines],
    [positionLine, orderLines, exitLines],
  );
  return {
    actor,
    position,
    profitVnd: profit?.vnd ?? null,
    pendingOrders: pendingPages.data?.pages[0]?.total,
    openPositions: open?.filter(isListed('positions')).length,
    waitingConditionals: waiting?.pages.flatMap(({ items }) => items).filter(isListed('conditionals')).length,
    ownLots: useMemo(() => lotsByPrice(orders, contract.decimalFormat), [orders, contract]),
    lines,
  };
}

/** Who the desk acts for; null for a visitor and while the sub-accounts load. */
function useDeskActor(): AccountActor | null {
  const userId = useActiveUser();
  const accountId = useTradingAccount()?.accountId;
  return useMemo(
    () => (userId === null || accountId === undefined ? null : { userId, accountId }),
    [userId, accountId],
  );
}

/** Only what rests at a limit price stands in a book. */
function lotsByPrice(orders: readonly Order[], grid: PriceGrid): OwnLots {
  const lots = new Map<string, number>();
  for (const order of orders) {
    const { side, limitPrice, quantity, filledQuantity } = order;
    const ticks = ticksFromWire(limitPrice, grid);
    if (ticks === null || waitsForItsStop(order)) continue;
    const key = ownKey(side, ticks);
    lots.set(key, (lots.get(key) ?? 0) + quantity - filledQuantity);
  }
  return lots;
}

/** A stop that has fired is what it became. */
function waitsForItsStop({ stopPrice, triggeredAt }: Order): boolean {
  return stopPrice !== null && triggeredAt === null;
}

function linesOfOrders(orders: readonly Order[], grid: PriceGrid, t: TFunction): ChartLine[] {
  return orders.flatMap((order): ChartLine[] => {
    const ticks = ticksFromWire(waitsForItsStop(order) ? order.stopPrice : order.limitPrice, grid);
    if (ticks === null) return [];
    const label = t(($) => $.desk.line.order, {
      side: t(($) => $.words.side[order.side]),
      orderType: t(($) => $.words.orderTypeShort[order.orderType]),
      lots: formatVolume(order.quantity - order.filledQuantity),
    });
    const detail = t(($) => $.words.status[order.status]);
    return [{ id: order.orderId, kind: 'order', side: order.side, ticks, label, detail, detailTone: 'plain' }];
  });
}

/** Its take profit, its stop loss, and where its trailing stop stands at this price. */
function linesOfConditional(
  order: ConditionalOrder,
  { grid, mark, t }: { readonly grid: PriceGrid; readonly mark: number | null; readonly t: TFunction },
): ChartLine[] {
  const legs = [
    { name: t(($) => $.words.order.takeProfitShort), ticks: ticksFromWire(order.takeProfit, grid) },
    { name: t(($) => $.words.order.stopLossShort), ticks: ticksFromWire(order.stopLoss, grid) },
    { name: t(($) => $.words.orderTypeShort.TRAILING_STOP), ticks: liveStopTicks(order, grid, mark) },
  ];
  const side = t(($) => $.words.side[order.side]);
  const detail = t(($) => $.words.conditionalStatus[order.state]);
  return legs.flatMap(({ name, ticks }): ChartLine[] => {
    if (ticks === null) return [];
    const id = `${order.conditionalOrderId} ${name}`;
    const label = t(($) => $.desk.line.exit, { leg: name, side, lots: formatVolume(order.quantity) });
    return [{ id, kind: 'order', side: order.side, ticks, label, detail, detailTone: 'plain' }];
  });
}

function lineOfPosition(
  position: OpenPosition,
  { contract, profitText, t }: { contract: Contract; profitText: string | null; t: TFunction },
): ChartLine | null {
  const average = parseDecimal(position.averagePrice);
  if (!average) return null;
  const { scale, tickUnits } = contract.decimalFormat;
  const ticks = (Number(average.units) / 10 ** average.scale) * (10 ** scale / tickUnits);
  const side = position.netLots > 0 ? 'BUY' : 'SELL';
  return {
    id: `position ${position.contractCode}`,
    kind: 'position',
    side,
    ticks,
    label: t(($) => $.desk.line.position, {
      side: t(($) => $.words.side[side]),
      lots: formatVolume(Math.abs(position.netLots)),
    }),
    detail: profitText ?? '',
    detailTone: toneOf(profitText),
  };
}

/** Signed money: the sign may stand behind the currency's name. */
function toneOf(profitText: string | null): ChartLine['detailTone'] {
  if (profitText?.includes('+')) return 'up';
  return profitText?.includes(MINUS) ? 'down' : 'plain';
}
