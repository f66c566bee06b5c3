/**
 * The filter of the order list (docs/rules/orders.md#order-list): as the client stores it, and as an address carries
 * it.
 */
import { ORDER_STATUSES, type OrderStatus } from '@mua/core/values';
import { z } from 'zod';
import { instant, listingCode, orderStatus } from '#wire.ts';

/** Part of a contract code; empty means every contract. */
const codePart = z.union([z.literal(''), listingCode]);

/** Bounds are inclusive; an absent part filters nothing. */
export const queryTable = z
  .strictObject({
    orderDateTime: z.strictObject({ gte: instant, lte: instant }).partial().optional(),
    statusOrder: z.strictObject({ nin: z.array(orderStatus).max(ORDER_STATUSES.length) }).optional(),
    contractCode: z.strictObject({ contains: codePart }).optional(),
  })
  .meta({ id: 'QueryTable' });
export type QueryTable = z.infer<typeof queryTable>;

/**
 * Statuses that the default order history filter excludes (docs/rules/orders.md#order-list): live orders have a tab
 * besides the history.
 */
export const DEFAULT_EXCLUDED_STATUSES = ['PENDING', 'WORKING', 'NOT_SENT'] as const satisfies readonly OrderStatus[];

/** The tabs of the order list, and one for refused orders, so that the counts of the others add up to the first. */
export const ORDER_TABS = ['ALL', 'PENDING', 'CANCELLED', 'FILLED', 'REJECTED'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];

/** Each order is in one tab besides ALL; orders in PENDING are live. */
export const TAB_OF_STATUS = {
  NEW: 'PENDING',
  NOT_SENT: 'PENDING',
  PENDING: 'PENDING',
  IN_TRANSIT: 'PENDING',
  ACTIVEAT: 'PENDING',
  SUSPENDED: 'PENDING',
  WORKING: 'PENDING',
  PARTIALLY_FILLED: 'PENDING',
  IN_MODIFY: 'PENDING',
  IN_CANCEL: 'PENDING',
  DISCONNECTED: 'PENDING',
  UNKNOWN: 'PENDING',
  FILLED: 'FILLED',
  CANCELLED: 'CANCELLED',
  EXPIRED: 'CANCELLED',
  REJECTED: 'REJECTED',
} as const satisfies Record<OrderStatus, Exclude<OrderTab, 'ALL'>>;

export const POSITION_TABS = ['OPEN', 'SETTLE'] as const;
export const CONDITIONAL_ORDER_TABS = ['PENDING_ACTIVATION', 'ACTIVATED'] as const;

export const orderFilterState = z
  .object({
    queryTable,
    /**
     * Whether the filter counts as active: a contract code is typed, or the dates are not today's
     * (docs/rules/orders.md#order-list).
     */
    isFilter: z.boolean(),
    activeTab: z.object({
      orders: z.enum(ORDER_TABS),
      positions: z.enum(POSITION_TABS),
      conditionalOrders: z.enum(CONDITIONAL_ORDER_TABS),
    }),
  })
  .meta({ id: 'OrderFilterState' });
export type OrderFilterState = z.infer<typeof orderFilterState>;

const ANY_STATUS = ORDER_STATUSES.join('|');

/** The same filter in an address: lists in brackets, statuses separated by commas. */
export const orderFilterQuery = z.strictObject({
  'orderDateTime[gte]': instant.optional(),
  'orderDateTime[lte]': instant.optional(),
  'statusOrder[nin]': z
    .string()
    .max(200)
    .regex(new RegExp(`^(?:${ANY_STATUS})(?:,(?:${ANY_STATUS}))*$`))
    .optional(),
  'contractCode[contains]': codePart.optional(),
});
export type OrderFilterQuery = z.infer<typeof orderFilterQuery>;

function isStatus(text: string): text is OrderStatus {
  return orderStatus.safeParse(text).success;
}

export function queryFromOrderFilter(filter: QueryTable): OrderFilterQuery {
  const nin = filter.statusOrder?.nin ?? [];
  return {
    'orderDateTime[gte]': filter.orderDateTime?.gte,
    'orderDateTime[lte]': filter.orderDateTime?.lte,
    'statusOrder[nin]': nin.length === 0 ? undefined : nin.join(','),
    'contractCode[contains]': filter.contractCode?.contains,
  };
}

export function orderFilterFromQuery(query: OrderFilterQuery): QueryTable {
  const nin = query['statusOrder[nin]'];
  const contains = query['contractCode[contains]'];
  return {
    orderDateTime: { gte: query['orderDateTime[gte]'], lte: query['orderDateTime[lte]'] },
    ...(nin === undefined ? {} : { statusOrder: { nin: nin.split(',').filter(isStatus) } }),
    ...(contains === undefined ? {} : { contractCode: { contains } }),
  };
}
