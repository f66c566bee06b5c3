/** What a follower must send for a leader's fill, by the rule and from the auditor's own book; and why it need not. */
import { type CopyDecision, dailyLimits, type LeaderFill } from '@mua/core/engine';
import type { CopySkip, RefusalCode, Side } from '@mua/core/values';
import type { ModelCopy } from '#test/simulator/copy-book.ts';
import type { AccountModel, Model } from '#test/simulator/model.ts';
import { feeOf, orderLotsOf } from '#test/simulator/package-checks.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { covered, equityOf, isReducing, requiredBy } from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

export interface Turn {
  readonly model: Model;
  readonly step: Step;
  /** Copy orders that this step has sent so far. */
  readonly sentNow: ReadonlySet<string>;
}

type Fill = Omit<LeaderFill, 'timeMs' | 'fillId'>;

interface Due {
  readonly target: number;
  readonly side: Side;
  readonly lots: number;
  readonly reducing: number;
  readonly limitTicks: number | null;
  readonly skip: CopySkip | null;
  readonly working: Readonly<Record<Side, number>>;
}

/** Undefined: the follower is where it should be. */
function dueOf(turn: Turn, copy: ModelCopy, { contractCode, priceTicks }: Fill): Due | undefined {
  const { model, step } = turn;
  const strategy = model.copying.strategyOf(copy);
  if (!strategy) return undefined;
  const leader = model.account(strategy.accountId);
  const follower = model.account(copy.accountId);
  const { lots: target, isRounded } = model.copying.targetOf(copy, leader, contractCode);
  const working = workingThen(turn, follower, contractCode);
  const net = model.netLots(follower, contractCode);
  const missing = target - net - working.BUY + working.SELL;
  const side = missing > 0 ? 'BUY' : 'SELL';
  const known = { target, side, working } as const;
  if (missing === 0)
    return isRounded ? { ...known, lots: 0, reducing: 0, limitTicks: null, skip: 'RoundedToZero' } : undefined;
  const lots = Math.abs(missing);
  // What others of its side close already is not there to be closed.
  const reducing = Math.min(lots, Math.max(0, (side === 'BUY' ? -net : net) - working[side]));
  const due = { ...known, reducing };
  if (reducing === lots) return { ...due, lots, limitTicks: null, skip: null };
  if (copy.state === 'PAUSED') return { ...due, lots: reducing, limitTicks: null, skip: 'Paused' };
  const { slippageTicks } = strategy.terms;
  const worst = side === 'BUY' ? priceTicks + slippageTicks : priceTicks - slippageTicks;
  const last = model.mark(contractCode) ?? priceTicks;
  const isBeyond = side === 'BUY' ? last > worst : last < worst;
  if (isBeyond) return { ...due, lots: reducing, limitTicks: null, skip: 'SlippageExceeded' };
  const settlement = model.settlements.get(contractCode) ?? null;
  const day = dailyLimits(model.commodity(contractCode), settlement, step.command.timeMs);
  const inDay = day ? Math.max(day.lowestTicks, Math.min(day.highestTicks, worst)) : worst;
  const from = settlement ?? model.mark(contractCode);
  const limitTicks = from === null ? inDay : withinBand(inDay, from, side);
  return { ...due, lots, limitTicks, skip: null };
}

const CLOSES_BY_HAND: ReadonlySet<string> = new Set(['closeCopied', 'liquidateContract', 'closeOut']);

function withinBand(ticks: number, from: number, side: Side): number {
  const distance = Math.max(20, Math.floor(Math.abs(from) * 0.07 + 1e-9));
  return side === 'BUY' ? Math.min(ticks, from + distance) : Math.max(ticks, from - distance);
}

/** At this follower's turn: what the step sends later is not on its way yet. */
function workingThen({ step, sentNow }: Turn, follower: AccountModel, contractCode: string): Record<Side, number> {
  const working = { BUY: 0, SELL: 0 };
  const { seq, kind } = step.command;
  for (const order of follower.live.values()) {
    if (order.contractCode !== contractCode) continue;
    const isThere = order.isForceSell ? CLOSES_BY_HAND.has(kind) : sentNow.has(order.orderId);
    if (order.receivedSeq < seq || isThere) working[order.side] += covered(order);
  }
  return working;
}

/** Compares the one decision that is due, or none, with what the engine decided. */
export function checkDecision(turn: Turn, copy: ModelCopy, fill: Fill, decision: CopyDecision | undefined): void {
  const { model } = turn;
  const { copyId, accountId } = copy;
  const { contractCode } = fill;
  const due = dueOf(turn, copy, fill);
  const seen = (): string =>
    `${copyId} ${contractCode} ${JSON.stringify({ due, order: decision?.order, why: decision?.skip?.why })}`;
  hold((due === undefined) === (decision === undefined), 'a fill has its one decision where one is due', seen);
  if (!due || !decision) return;
  hold(decision.targetLots === due.target, 'the target is what the leader holds since the follow', seen);
  const { order, skip } = decision;
  const isOut = model.isLinkLost || !model.account(accountId).isDemo;
  const isRefused = due.lots > 0 && !isOut && skip?.why === 'Refused';
  if (isRefused && order) return checkReduced(turn, copy, fill, due, decision);
  if (due.lots === 0 || isOut || isRefused) {
    hold(order === null, 'no copy order where none may be sent', seen);
    if (due.lots === 0) return hold(skip?.why === due.skip, 'what is not copied has its reason', seen);
    if (isOut) return hold(skip?.why === 'LinkDown', 'what is not copied has its reason', seen);
    const code = skip?.refusal?.code;
    const isThroughZero = due.limitTicks !== null && due.reducing > 0;
    hold(!isThroughZero || isRefusedWhole(code), 'what goes through zero and is refused still reduces', seen);
    return hold(isRefusable(turn, copy, fill, due, code), 'no copy is refused without a reason', seen);
  }
  const isOpen = model.sessions.get(contractCode) === 'OPEN' && !model.isHalted(contractCode);
  hold(isOpen, 'no copy order while its market is closed, halted or out of reach', seen);
  const isSized = order?.side === due.side && order.lots === due.lots;
  hold(isSized, 'a copy order is the target less what is there and on its way', seen);
  hold(
    order?.limitTicks === due.limitTicks,
    'what opens is bounded by the tolerance, what reduces goes at market',
    seen,
  );
  hold((skip?.why ?? null) === due.skip, 'what is not copied has its reason', seen);
  const sent = model.orders.get(order?.orderId ?? '');
  const isSent =
    sent?.accountId === accountId &&
    sent.side === due.side &&
    sent.quantityLots === due.lots &&
    sent.limitPriceTicks === due.limitTicks &&
    sent.duration === 'IOC' &&
    sent.isReduceOnly === (due.limitTicks === null);
  hold(isSent, 'a copy order is what was decided', () => `${seen()} ${sent?.side} ${sent?.quantityLots}`);
}

/** An order through zero was refused: what reduces is sent alone. */
function checkReduced(turn: Turn, copy: ModelCopy, fill: Fill, due: Due, { order, skip }: CopyDecision): void {
  const seen = (): string => `${copy.copyId} ${JSON.stringify({ due, order, code: skip?.refusal?.code })}`;
  hold(isRefusable(turn, copy, fill, due, skip?.refusal?.code), 'no copy is refused without a reason', seen);
  const sent = turn.model.orders.get(order?.orderId ?? '');
  const isReduced =
    due.limitTicks !== null && sent?.side === due.side && sent.quantityLots === due.reducing && sent.isReduceOnly;
  hold(isReduced === true && sent?.orderType === 'MARKET', 'of what is refused no more is sent than reduces', seen);
}

/** What refuses the reducing part too; a size limit may. */
function isRefusedWhole(code: RefusalCode | undefined): boolean {
  return ['MarketClosed', 'TRADING_HALTED', 'ContractExpired', 'MaxLotsPerOrder'].includes(code ?? '');
}

/** The reasons whose numbers are not recounted here. */
const OTHERS: ReadonlySet<RefusalCode> = new Set([
  'ExpiryWindowReduceOnly',
  'PriceOutsideDailyLimit',
  'ReduceOnlyExceeded',
  'BrakeMaxLots',
  'BrakeDailyLoss',
  'BrakeHours',
  'BrakeCoolOff',
]);

function isRefusable({ model }: Turn, copy: ModelCopy, { contractCode }: Fill, due: Due, code?: RefusalCode): boolean {
  const isOpen = model.sessions.get(contractCode) === 'OPEN';
  if (!isOpen || code === 'MarketClosed') return !isOpen && code === 'MarketClosed';
  const isHalted = model.isHalted(contractCode) || model.halts.has(`account ${copy.accountId}`);
  if (isHalted || code === 'TRADING_HALTED') return isHalted && code === 'TRADING_HALTED';
  if (code === 'ContractExpired') return model.hasEnded(contractCode);
  if (code === 'MaxLotsPerOrder') return due.lots > orderLotsOf(model, copy.accountId);
  const follower = model.account(copy.accountId);
  const net = model.netLots(follower, contractCode);
  const { side, lots, working } = due;
  if (code === 'MaxLotsPerContract')
    return (side === 'BUY' ? net : -net) + working[side] + lots > model.rulesNow.maxLotsPerContract;
  if (code !== 'InsufficientMargin') return code !== undefined && OTHERS.has(code);
  if (isReducing(side, lots, net, working[side])) return false;
  const after = { ...working, [side]: working[side] + lots };
  const worst = Math.max(Math.abs(net + after.BUY), Math.abs(net - after.SELL));
  const { total, byContract } = requiredBy(model, follower);
  const perLot = model.termsOf(contractCode).perLotVnd[follower.investorKind];
  const required = total - (byContract.get(contractCode) ?? 0n) + BigInt(worst) * perLot;
  const fees = 2n * BigInt(lots) * feeOf(model, follower.accountId, contractCode);
  return equityOf(model, follower) - required - fees < 0n;
}
