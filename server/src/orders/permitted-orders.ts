/**
 * Orders of an investor with an overdue paper to sign (docs/rules/people.md#digital-contracts): whatever adds risk is
 * refused, whatever reduces it is accepted. Decided from memory, before the engine: such a request leaves no trace,
 * just as one of an investor who may not trade.
 */
import type { ModifyOrderRequest, PlaceGroupRequest, PlaceOrderRequest } from '@mua/contract/http/orders';
import { orderTypeFromWire, sideFromWire, uuidFromWire } from '@mua/contract/wire';
import { type Account, type EngineState, exposureOf, leavesLots, type Order } from '@mua/core/engine';
import { isRiskReducing } from '@mua/core/preview';
import { type Lots, legCodes, oppositeSide, type Side } from '@mua/core/values';
import type { OrderService } from '#orders/order-service.ts';
import { replyError } from '#refusals/reply-error.ts';

/** Whether an investor has an overdue paper: this room's port, which signed-contracts/ implements. */
export type OwesPapers = (investorId: string) => boolean;

interface Permission {
  readonly state: EngineState;
  readonly owesPapers: OwesPapers;
}

export function createPermittedOrders(orders: OrderService, permission: Permission): OrderService {
  return {
    ...orders,
    async place(accountId, request, sender) {
      const account = owingAccount(permission, accountId);
      if (account && !mayBePlaced(account, request)) throw replyError('PapersNotSigned', {});
      return orders.place(accountId, request, sender);
    },
    async placeGroup(accountId, request, sender) {
      const account = owingAccount(permission, accountId);
      if (account && !mayGroupBePlaced(account, request)) throw replyError('PapersNotSigned', {});
      return orders.placeGroup(accountId, request, sender);
    },
    async modify(accountId, request, sender) {
      const account = owingAccount(permission, accountId);
      if (account && !mayBeModified(permission.state, account, request)) throw replyError('PapersNotSigned', {});
      return orders.modify(accountId, request, sender);
    },
    async reverse(accountId, request, sender) {
      if (owingAccount(permission, accountId)) throw replyError('PapersNotSigned', {});
      return orders.reverse(accountId, request, sender);
    },
  };
}

/** A conditional order that may open a position must not get more lots. */
export function demandPermitted(
  permission: Permission,
  accountId: string,
  change: {
    readonly conditionalOrderId?: string | undefined;
    readonly clientOrderId?: string | undefined;
    readonly quantity?: Lots | undefined;
  },
): void {
  const account = owingAccount(permission, accountId);
  if (!account || change.quantity === undefined) return;
  const { conditionalOrderId, clientOrderId } = change;
  const id = conditionalOrderId ?? orderIdOf(account, clientOrderId);
  const known = id === undefined ? undefined : permission.state.conditionals.get(id);
  if (known?.accountId !== accountId || known.isReduceOnly || change.quantity <= known.lots) return;
  throw replyError('PapersNotSigned', {});
}

function owingAccount({ state, owesPapers }: Permission, accountId: string): Account | undefined {
  const account = state.accounts.get(accountId);
  return account && owesPapers(account.investorId) ? account : undefined;
}

function orderIdOf(account: Account, clientOrderId: string | undefined): string | undefined {
  return clientOrderId === undefined ? undefined : account.clientOrders.get(uuidFromWire(clientOrderId))?.orderId;
}

/** An order that exists already is answered as a repetition. */
function mayBePlaced(account: Account, request: PlaceOrderRequest): boolean {
  const { clientOrderId, contractCode, side, quantity, isReduceOnly, orderType, rollInto } = request;
  if (orderIdOf(account, clientOrderId) !== undefined) return true;
  // It closes one month and opens another.
  if (rollInto) return false;
  if (isReduceOnly || orderTypeFromWire(orderType) === 'TPSL') return true;
  return reduces(account, { contractCode, side: sideFromWire(side), lots: quantity, ownLots: 0 });
}

/** Each order beside those of its side before it. */
function mayGroupBePlaced(account: Account, { contractCode, orders }: PlaceGroupRequest): boolean {
  const before = { BUY: 0, SELL: 0 };
  return orders.every((order) => {
    const side = sideFromWire(order.side);
    if (order.isReduceOnly || orderIdOf(account, order.clientOrderId) !== undefined) return true;
    const lots = order.quantity;
    before[side] += lots;
    return reduces(account, { contractCode, side, lots, ownLots: lots - before[side] });
  });
}

/** Fewer lots on the same terms are less risk, on either side. */
function mayBeModified(state: EngineState, account: Account, request: ModifyOrderRequest): boolean {
  const { orderId, clientOrderId, quantity, limitPrice, stopPrice, duration } = request;
  const id = orderId ?? orderIdOf(account, clientOrderId);
  const order: Order | undefined = id === undefined ? undefined : state.orders.get(id);
  if (order?.accountId !== account.accountId || order.isReduceOnly) return true;
  const total = quantity ?? order.quantityLots;
  const keepsTerms = limitPrice === undefined && stopPrice === undefined && duration === undefined;
  if (keepsTerms && total <= order.quantityLots) return true;
  const { contractCode, side, filledLots } = order;
  return reduces(account, { contractCode, side, lots: total - filledLots, ownLots: leavesLots(order) });
}

function reduces(
  account: Account,
  order: {
    readonly contractCode: string;
    readonly side: Side;
    readonly lots: Lots;
    /** Lots of the order itself that already count as working. */
    readonly ownLots: Lots;
  },
): boolean {
  const { contractCode, side, lots, ownLots } = order;
  const legs = legCodes(contractCode);
  if (legs) {
    const far = { ...order, contractCode: legs.far, side: oppositeSide(side) };
    return reduces(account, { ...order, contractCode: legs.near }) && reduces(account, far);
  }
  const { netLots, workingBuyLots, workingSellLots } = exposureOf(account, contractCode);
  const working = side === 'BUY' ? workingBuyLots : workingSellLots;
  return isRiskReducing(side, lots, netLots, working - ownLots);
}
