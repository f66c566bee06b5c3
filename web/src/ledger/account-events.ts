/**
 * Receives everything that happens to a sub-account: feed messages and answers to orders alike. Newer states are
 * recorded, merged into every cached list, and reported to subscribers (toasts, the ticket).
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Fill } from '@mua/contract/entities/fill';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { Order } from '@mua/contract/entities/order';
import type { OpenPosition, SettledPosition } from '@mua/contract/entities/position';
import type { AccountItem } from '@mua/contract/feeds/investor-feed';
import type { QueryClient } from '@tanstack/react-query';
import { type AccountEvent, ledgerOf, overlayPositions, recordItems } from '#ledger/account-ledger.ts';
import { type ConditionalListing, type ConditionalPages, withConditional } from '#ledger/conditional-pages.ts';
import { useExchangeLinks } from '#ledger/exchange-links.ts';
import { type OrderListing, type OrderPages, withFill, withOrder } from '#ledger/order-pages.ts';
import { type SettledPages, withSettled } from '#ledger/settled-pages.ts';
import { useMargins } from '#session/margin-store.ts';

type Scope = Pick<AccountEvent, 'userId' | 'accountId'>;
type Listener = (event: AccountEvent) => void;

const listeners = new Set<Listener>();

/**
 * Subscribes to every new state, reported once the cache has it. Snapshots are reported as such: nothing happened just
 * now.
 */
export function subscribeAccountEvents(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function applyAccountEvent(client: QueryClient, event: AccountEvent): void {
  const ledger = ledgerOf(event.userId, event.accountId);
  const before = new Map(ledger.orders);
  if (event.isSnapshot) {
    closeMissingPositions(ledger.positions, event.items);
    forgetMissingConditionals(ledger.conditionals, event.items);
  }
  const items = recordItems(ledger, event.items);
  for (const item of items) applyItem(client, event, item, before);
  if (event.isSnapshot) refetchLists(client, event);
  else refetchRealised(client, event, items);
  const reported = { ...event, items };
  for (const listener of [...listeners]) listener(reported);
}

/** Applies one item to the caches; `before` holds the orders as this client knew them when the item came. */
function applyItem(client: QueryClient, scope: Scope, item: AccountItem, before: Map<string, Order>): void {
  switch (item.kind) {
    case 'order':
      patchOrders(client, scope, item.order, before.get(item.order.orderId));
      before.set(item.order.orderId, item.order);
      return;
    case 'position':
      return patchPositions(client, scope);
    case 'settled':
      return patchSettled(client, scope, item.settled);
    case 'margin':
      return patchMargin(client, scope, item.margin);
    case 'fill':
      return patchFills(client, scope, item.fill);
    case 'conditionalOrder':
      return patchConditionals(client, scope, item.conditionalOrder);
    // The notifications' own listener handles these.
    case 'message':
    case 'unread':
      return;
    case 'exchangeLink':
      return useExchangeLinks.getState().note(scope.accountId, item.isUp);
  }
}

function patchOrders(client: QueryClient, { userId, accountId }: Scope, order: Order, before: Order | undefined): void {
  const row = { ...order, fills: ledgerOf(userId, accountId).fills.get(order.orderId) ?? [] };
  for (const [queryKey, data] of client.getQueriesData<OrderPages>({ queryKey: [userId, 'orders', accountId] })) {
    if (!data) continue;
    const patched = withOrder(data, row, queryKey[3] as OrderListing, { before });
    if (patched.data !== data) client.setQueryData(queryKey, patched.data);
    if (patched.isStale) void client.invalidateQueries({ queryKey, exact: true });
  }
}

function patchFills(client: QueryClient, { userId, accountId }: Scope, fill: Fill): void {
  client.setQueriesData<OrderPages>(
    { queryKey: [userId, 'orders', accountId] },
    (data) => data && withFill(data, fill),
  );
}

function patchConditionals(client: QueryClient, { userId, accountId }: Scope, order: ConditionalOrder): void {
  const lists = client.getQueriesData<ConditionalPages>({ queryKey: [userId, 'conditionals', accountId] });
  for (const [queryKey, data] of lists) {
    if (data) client.setQueryData(queryKey, withConditional(data, order, queryKey[3] as ConditionalListing));
  }
}

function patchPositions(client: QueryClient, { userId, accountId }: Scope): void {
  const ledger = ledgerOf(userId, accountId);
  client.setQueryData<OpenPosition[]>(
    [userId, 'positions', accountId],
    (rows) => rows && overlayPositions(ledger, rows),
  );
}

function patchSettled(client: QueryClient, { userId, accountId }: Scope, settled: SettledPosition): void {
  for (const [queryKey, data] of client.getQueriesData<SettledPages>({ queryKey: [userId, 'settled', accountId] })) {
    const patched = data && withSettled(data, settled, queryKey[3] as string | null);
    if (patched && patched !== data) client.setQueryData(queryKey, patched);
  }
}

function patchMargin(client: QueryClient, { userId, accountId }: Scope, margin: MarginStatus): void {
  client.setQueryData<MarginStatus>([userId, 'margin', accountId], (known) =>
    known && known.seq >= margin.seq ? known : margin,
  );
  const { isDemo, equity, requiredMargin, availableMargin, transactionFee, marginRatio, seq } = margin;
  const figures = { accountId, isDemo, equity, requiredMargin, availableMargin, transactionFee, marginRatio, seq };
  useMargins.getState().merge([figures]);
  client.setQueryData<AccountOverview[]>([userId, 'accounts'], (accounts) =>
    accounts?.map((account) => (account.accountId === accountId ? withMargin(account, margin) : account)),
  );
}

function withMargin(account: AccountOverview, { equity, availableMargin, estimatedProfit, seq }: MarginStatus) {
  if (account.seq >= seq) return account;
  return { ...account, totalEquity: equity, availableMargin, estimatedProfitLoss: estimatedProfit, seq };
}

/** Closes positions that a snapshot lacks: they closed while the connection was down. */
function closeMissingPositions(positions: Map<string, OpenPosition>, items: readonly AccountItem[]): void {
  const open = new Set(items.flatMap((item) => (item.kind === 'position' ? [item.position.contractCode] : [])));
  for (const code of [...positions.keys()]) if (!open.has(code)) positions.delete(code);
}

/**
 * Drops conditional orders that a snapshot lacks: they fired or ended while the connection was down, and only the
 * server knows how.
 */
function forgetMissingConditionals(known: Map<string, ConditionalOrder>, items: readonly AccountItem[]): void {
  const waiting = new Set(
    items.flatMap((item) => (item.kind === 'conditionalOrder' ? [item.conditionalOrder.conditionalOrderId] : [])),
  );
  for (const id of [...known.keys()]) if (!waiting.has(id)) known.delete(id);
}

/** Fetches the lists again: what became final while the connection was down is in no snapshot. */
function refetchLists(client: QueryClient, { userId, accountId }: Scope): void {
  for (const list of ['orders', 'conditionals', 'settled', 'positions']) {
    void client.invalidateQueries({ queryKey: [userId, list, accountId] });
  }
  void client.invalidateQueries({ queryKey: [userId, 'accounts'] });
}

/** Fetches the realised sum of the overview again; no message carries it. */
function refetchRealised(client: QueryClient, { userId }: Scope, items: readonly AccountItem[]): void {
  const isSettled = items.some((item) => item.kind === 'settled');
  if (isSettled) void client.invalidateQueries({ queryKey: [userId, 'accounts'] });
}
