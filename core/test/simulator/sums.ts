/**
 * The auditor's sums over its model: exposure, required margin, profit, equity, levels. Written independently of the
 * rules it checks.
 */
import type { MarginLevel, MarginLevelRules, Order } from '@mua/core/engine';
import type { Side } from '@mua/core/values';
import { sideIn, tradedBy } from '#test/simulator/legs.ts';
import type { AccountModel, Model, ModelTerms } from '#test/simulator/model.ts';

/** Lots that margin must cover: an unanswered increase counts, an unanswered decrease not yet. */
export function covered(order: Order): number {
  return Math.max(0, Math.max(order.quantityLots, order.pendingTerms?.quantityLots ?? 0) - order.filledLots);
}

/** In order of receipt, which a rollback does not keep in the map. */
export function liveOrders(account: AccountModel): Order[] {
  return [...account.live.values()].sort((a, b) => a.receivedSeq - b.receivedSeq);
}

function isAny(_order: Order): boolean {
  return true;
}

/** By contract: covered lots of the working buys and sells. */
export function workingLots(account: AccountModel, isCounted = isAny): Map<string, Record<Side, number>> {
  const sums = new Map<string, Record<Side, number>>();
  for (const order of account.live.values()) {
    if (!isCounted(order)) continue;
    for (const { contractCode, side } of tradedBy(order)) {
      const sum = sums.get(contractCode) ?? { BUY: 0, SELL: 0 };
      sum[side] += covered(order);
      sums.set(contractCode, sum);
    }
  }
  return sums;
}

export function requiredBy(
  model: Model,
  account: AccountModel,
  isCounted = isAny,
): { total: bigint; byContract: Map<string, bigint> } {
  const working = workingLots(account, isCounted);
  const byContract = new Map<string, bigint>();
  let total = 0n;
  for (const code of new Set([...working.keys(), ...account.positions.keys()])) {
    const netLots = model.netLots(account, code);
    const { BUY = 0, SELL = 0 } = working.get(code) ?? {};
    const worst = Math.max(Math.abs(netLots + BUY), Math.abs(netLots - SELL));
    const required = BigInt(worst) * model.termsOf(code).perLotVnd[account.investorKind];
    byContract.set(code, required);
    total += required;
  }
  return { total, byContract };
}

/** Dong of minor units, to nearest, ties to even. */
export function roundedVnd(minor: bigint, { rateE4 }: Pick<ModelTerms, 'rateE4'>): bigint {
  const scaled = minor * rateE4;
  const floor = scaled / 1_000_000n - (scaled < 0n && scaled % 1_000_000n !== 0n ? 1n : 0n);
  const rest = scaled - floor * 1_000_000n;
  if (rest === 500_000n) return floor % 2n === 0n ? floor : floor + 1n;
  return rest > 500_000n ? floor + 1n : floor;
}

export function equityOf(
  model: Model,
  account: AccountModel,
  markOf: (contractCode: string) => number | null = (code) => model.mark(code),
): bigint {
  let equity = model.balance(`cash:${account.accountId}`) - (model.held.get(account.accountId) ?? 0n);
  for (const [code, { netLots, notional }] of account.positions) {
    const mark = markOf(code);
    if (mark === null) continue;
    const terms = model.termsOf(code);
    const ticks = netLots > 0 ? mark * netLots - notional : notional - mark * -netLots;
    equity += roundedVnd(BigInt(ticks) * terms.tickValueMinor, terms);
  }
  return equity;
}

export function isUnder(equity: bigint, required: bigint, percent: number): boolean {
  return required > 0n && equity * 100n < BigInt(percent) * required;
}

export function marginLevelByRule(equity: bigint, required: bigint, rules: MarginLevelRules): MarginLevel {
  if (isUnder(equity, required, rules.liquidationPercent)) return 'LIQUIDATION';
  if (isUnder(equity, required, rules.countdownPercent)) return 'COUNTDOWN';
  if (isUnder(equity, required, rules.cancelPercent)) return 'CANCEL';
  return isUnder(equity, required, rules.callPercent) ? 'CALL' : 'NONE';
}

/** At market, or never left to rest; a stop once it has fired. */
export function isGoneSoon({ orderType, duration, stopPriceTicks, triggeredMs }: Order): boolean {
  if (stopPriceTicks !== null && triggeredMs === null) return false;
  return orderType === 'MARKET' || orderType === 'STOP' || duration === 'IOC' || duration === 'FOK';
}

/** What other orders of its side close at once, those received after it aside if it is new. */
export function closedAtOnce(account: AccountModel, order: Order, isNew: boolean): number {
  let lots = 0;
  for (const other of liveOrders(account)) {
    if (other.orderId === order.orderId) {
      if (isNew) break;
      continue;
    }
    if (sideIn(other, order.contractCode) === order.side && isGoneSoon(other))
      lots += other.quantityLots - other.filledLots;
  }
  return lots;
}

/** The lots by which an order counts against a position, and whether it adds risk beside the earlier ones of its side. */
export function standing(
  order: Order,
  side: Side,
  netLots: number,
  earlier: number,
): { readonly lots: number; readonly adds: boolean } {
  if (!order.isReduceOnly) return { lots: covered(order), adds: !isReducing(side, covered(order), netLots, earlier) };
  const lots = Math.min(covered(order), Math.max(0, side === 'BUY' ? -netLots : netLots));
  return { lots, adds: !isGoneSoon(order) && !isTwiceCovered(side, lots, netLots, earlier) };
}

/** One exit above and one below for each lot: all filled, they leave no larger position. */
export function isTwiceCovered(side: Side, lots: number, netLots: number, earlier: number): boolean {
  const opposite = side === 'BUY' ? -netLots : netLots;
  return opposite > 0 && Math.abs(opposite - earlier - lots) <= opposite;
}

/** Wholly reducing with the orders of its side before it: the acceptance rule. */
export function isReducing(side: Side, lots: number, netLots: number, earlier: number): boolean {
  const opposite = side === 'BUY' ? -netLots : netLots;
  return opposite > 0 && earlier + lots <= opposite;
}
