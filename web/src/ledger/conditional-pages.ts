/**
 * Places a newer state of a conditional order in a cached view (newest first, in pages). Waiting and fired orders are
 * two lists; a cancelled one is in neither (docs/rules/orders.md#conditional-orders).
 */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { ConditionalStatus } from '@mua/core/values';
import type { AccountLedger } from '#ledger/account-ledger.ts';

export interface ConditionalPage {
  readonly items: ConditionalOrder[];
  readonly nextCursor: string | null;
  /** Of all pages; the first one's is kept up to date. */
  readonly total: number;
}

export interface ConditionalPages<PageParam = unknown> {
  readonly pages: ConditionalPage[];
  readonly pageParams: PageParam[];
}

type View = 'pending' | 'activated';

/** Without a contract the orders of all of them. */
export interface ConditionalListing {
  readonly view: View;
  readonly contractCode?: string | undefined;
}

const VIEW_OF: Readonly<Record<ConditionalStatus, View | null>> = {
  PENDING_ACTIVATION: 'pending',
  TRIGGERED: 'activated',
  ACTIVE: 'activated',
  FAILED: 'activated',
  CANCELLED: null,
};

function isListed(order: ConditionalOrder, { view, contractCode }: ConditionalListing): boolean {
  return VIEW_OF[order.state] === view && (contractCode ?? order.contractCode) === order.contractCode;
}

/** Returns a fetched page with the states reported meanwhile laid over it. */
export function overlayConditionals(
  page: ConditionalPage,
  { conditionals }: AccountLedger,
  { isFirst, ...listing }: ConditionalListing & { readonly isFirst: boolean },
): ConditionalPage {
  const fetched = new Set(page.items.map(({ conditionalOrderId }) => conditionalOrderId));
  const rows = page.items.map((row) => newerOf(row, conditionals.get(row.conditionalOrderId)));
  const oldest = page.items.at(-1)?.createdAt ?? '';
  const missed = [...conditionals.values()].filter(
    (order) => isFirst && !fetched.has(order.conditionalOrderId) && order.createdAt >= oldest,
  );
  const items = newestFirst([...missed, ...rows].filter((order) => isListed(order, listing)));
  return { ...page, items, total: page.total + items.length - page.items.length };
}

/**
 * Returns the same pages when nothing changes; otherwise the row is replaced, removed, or inserted where it belongs.
 */
export function withConditional<T extends ConditionalPages>(
  data: T,
  order: ConditionalOrder,
  listing: ConditionalListing,
): T {
  const { conditionalOrderId: id } = order;
  const known = data.pages.flatMap(({ items }) => items).find((row) => row.conditionalOrderId === id);
  if (known && known.seq >= order.seq) return data;
  const belongs = isListed(order, listing);
  if (known) {
    const items = (page: ConditionalPage) =>
      belongs
        ? page.items.map((row) => (row.conditionalOrderId === id ? order : row))
        : page.items.filter((row) => row.conditionalOrderId !== id);
    const left = belongs ? 0 : 1;
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: items(page), total: page.total - left })) };
  }
  const [first, ...others] = data.pages;
  if (!first || !belongs) return data;
  const oldest = first.items.at(-1)?.createdAt ?? '';
  // It is older than everything on the first page: only the server knows which page it belongs to.
  if (first.nextCursor !== null && order.createdAt < oldest) return data;
  const grown = { ...first, items: newestFirst([order, ...first.items]), total: first.total + 1 };
  return { ...data, pages: [grown, ...others] };
}

function newerOf(row: ConditionalOrder, known: ConditionalOrder | undefined): ConditionalOrder {
  return known && known.seq > row.seq ? known : row;
}

function newestFirst(orders: readonly ConditionalOrder[]): ConditionalOrder[] {
  return [...orders].sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
}
