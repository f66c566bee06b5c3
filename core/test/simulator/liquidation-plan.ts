/**
 * Computes what a forced liquidation must sell, from the rules, lot by lot: the contract with the largest required
 * margin first, ties by code, and exactly the lots that bring the ratio to its target.
 */
import type { Order } from '@mua/core/engine';
import type { Audit } from '#test/simulator/audit.ts';
import { sideIn, tradedBy } from '#test/simulator/legs.ts';
import type { AccountModel, Model } from '#test/simulator/model.ts';
import { covered, equityOf, isUnder, liveOrders } from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

/** `orders` are the closing ones that the margin levels have made for one account in this step. */
export function checkPlan(audit: Audit, orders: readonly Order[]): void {
  const { model } = audit;
  const account = model.account(orders[0]?.accountId ?? '');
  const reported = new Map(orders.map(({ contractCode, quantityLots }) => [contractCode, quantityLots]));
  const planned = plan(model, account, contractsBefore(audit, account, orders));
  const text = (lots: ReadonlyMap<string, number>): string => JSON.stringify([...lots]);
  hold(
    text(reported) === text(planned),
    'a liquidation takes the largest margin first, and as many lots as its target asks for',
    () => `${account.accountId} sells ${text(reported)}, planned ${text(planned)}`,
  );
}

/** Whoever is liquidated, and not waiting to try again, has nothing left to be sold that is not being sold. */
export function checkNothingMissing(audit: Audit, accountId: string): void {
  const { model, state, step } = audit;
  if (!model.marginStateOf(accountId).isLiquidating || model.isLinkLost) return;
  if ((state.accounts.get(accountId)?.liquidationRetryMs ?? 0) > step.command.timeMs) return;
  const account = model.account(accountId);
  const planned = plan(model, account, contractsBefore(audit, account, []));
  hold(
    planned.size === 0,
    'a liquidation sells all that its target asks for',
    () => `${accountId} lacks ${JSON.stringify([...planned])}`,
  );
}

interface Held {
  readonly code: string;
  readonly perLot: bigint;
  /** Required margin as it stood when the margin state was worked out. */
  readonly required: bigint;
  /** Lots that nobody closes yet, and how many of them can be traded now. */
  readonly rest: number;
  readonly lots: number;
  readonly isUnderWay: boolean;
}

/**
 * As they were when the margin state was worked out: its closing orders not yet made, what it cancels at once still
 * working.
 */
function contractsBefore({ model, step }: Audit, account: AccountModel, made: readonly Order[]): Held[] {
  const isMade = new Set(made.map(({ orderId }) => orderId));
  const working = liveOrders(account).filter(({ orderId }) => !isMade.has(orderId));
  for (const event of step.events)
    if (event.kind === 'orderChanged' && isCancelledAhead(event.order, account.accountId)) working.push(event.order);
  const codes = new Set([
    ...account.positions.keys(),
    ...working.flatMap(tradedBy).map(({ contractCode }) => contractCode),
  ]);
  return [...codes].map((code) => {
    const sums = { BUY: 0, SELL: 0 };
    let closing = 0;
    for (const order of working) {
      const side = sideIn(order, code);
      if (!side) continue;
      sums[side] += covered(order);
      if (order.isForceSell) closing += order.quantityLots - order.filledLots;
    }
    const net = model.netLots(account, code);
    const perLot = model.termsOf(code).perLotVnd[account.investorKind];
    const worst = Math.max(Math.abs(net + sums.BUY), Math.abs(net - sums.SELL));
    const canTrade = net !== 0 && model.isTradable(code) && !model.hasEnded(code);
    const rest = Math.max(0, Math.abs(net) - closing);
    const lots = canTrade ? rest : 0;
    return { code, perLot, required: BigInt(worst) * perLot, rest, lots, isUnderWay: rest < Math.abs(net) };
  });
}

function isCancelledAhead(order: Order, accountId: string): boolean {
  const { status, reason, isForceSell } = order;
  return order.accountId === accountId && status === 'CANCELLED' && reason === 'ForceSell' && !isForceSell;
}

function plan(model: Model, account: AccountModel, contracts: readonly Held[]): Map<string, number> {
  const target = model.rulesNow.ladder?.targetPercent ?? 100;
  const equity = equityOf(model, account);
  // What is being closed counts as closed, the orders that go ahead of it as gone.
  const marginOf = ({ isUnderWay, rest, perLot, required }: Held): bigint =>
    isUnderWay ? BigInt(rest) * perLot : required;
  let required = contracts.reduce((sum, held) => sum + marginOf(held), 0n);
  const inOrder = [...contracts].sort((a, b) => {
    const [left, right] = [marginOf(a), marginOf(b)];
    if (left === right) return a.code < b.code ? -1 : 1;
    return left > right ? -1 : 1;
  });
  const sold = new Map<string, number>();
  for (const held of inOrder) {
    if (held.lots === 0 || !isUnder(equity, required, target)) continue;
    // Its working orders are cancelled before it is sold, which may be enough.
    required -= marginOf(held) - BigInt(held.lots) * held.perLot;
    let lots = 0;
    for (; lots < held.lots && isUnder(equity, required, target); lots += 1) required -= held.perLot;
    if (lots > 0) sold.set(held.code, lots);
  }
  return sold;
}
