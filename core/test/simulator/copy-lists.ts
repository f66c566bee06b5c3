/** Checks copy trading at the end of a step: its lists, its closings, and what following sub-accounts send. */
import type { CopyRecord } from '@mua/core/engine';
import type { Audit } from '#test/simulator/audit.ts';
import type { ModelCopy } from '#test/simulator/copy-book.ts';
import type { Model } from '#test/simulator/model.ts';
import { hold } from '#test/simulator/violation.ts';

type Facts = Pick<CopyRecord, 'state' | 'end' | 'fundsVnd' | 'paidUntil' | 'week' | 'ratioBasisPoints' | 'maxLossVnd'>;

export function isSame(copy: ModelCopy, seen: Facts | undefined): boolean {
  return (
    seen?.state === copy.state &&
    seen.end === copy.end &&
    seen.fundsVnd === copy.fundsVnd &&
    seen.paidUntil === copy.paidUntil &&
    seen.ratioBasisPoints === copy.ratioBasisPoints &&
    seen.maxLossVnd === copy.maxLossVnd &&
    seen.week.startMs === copy.week.startMs &&
    seen.week.startEquityVnd === copy.week.startEquityVnd &&
    seen.week.fundChangedVnd === copy.week.fundChangedVnd &&
    seen.week.highEquityVnd === copy.week.highEquityVnd
  );
}

/** After a step: who follows what is in every list once, and what has closed is in none. */
export function checkCopies({ model, state }: Pick<Audit, 'model' | 'state'>): void {
  const { copies, strategies } = state.copying;
  const { copying } = model;
  const isCounted = copies.size === copying.copies.size && strategies.size === copying.strategies.size;
  hold(isCounted, 'closed copies are in no list', () => `${copies.size}, not ${copying.copies.size}`);
  let followers = 0;
  for (const { strategyId, copies: followersNow } of strategies.values()) {
    followers += followersNow.length;
    const known = copying.followersOf(strategyId);
    const isSameList =
      known.length === followersNow.length && followersNow.every(({ copyId }, at) => copyId === known[at]);
    hold(isSameList, 'closed copies are in no list', () => strategyId);
  }
  hold(followers === copies.size, 'closed copies are in no list', () => `${followers} of ${copies.size}`);
  let closing = 0;
  for (const copy of copying.copies.values()) {
    const has = copies.get(copy.copyId);
    hold(isSame(copy, has), 'a copy is what the book says', () => `${copy.copyId} ${has?.state} ${copy.state}`);
    if (copy.state === 'CLOSING') closing += 1;
  }
  hold(closing === state.copying.closing.size, 'closed copies are in no list', () => `${closing} are closing`);
  for (const [accountId, account] of state.accounts) {
    const isHeld = account.copy?.copyId === copying.follows.get(accountId);
    const isLed = account.strategy?.strategyId === copying.leads.get(accountId);
    hold(isHeld && isLed, 'closed copies are in no list', () => accountId);
  }
}

/** A closing copy gets on: an order is under way, a retry is due, or nothing of its can be traded now. */
export function checkClosings({ model, state, step }: Pick<Audit, 'model' | 'state' | 'step'>): void {
  for (const { copyId, retryMs, accountId } of state.copying.closing) {
    const account = model.account(accountId);
    if (retryMs > step.command.timeMs || model.isLinkLost || !account.isDemo) continue;
    const isUnderWay = [...account.live.values()].some((order) => order.isForceSell);
    const canTrade = [...account.positions.keys()].some((code) => model.isTradable(code) && !model.hasEnded(code));
    hold(isUnderWay || !canTrade, 'a closing copy never stalls', () => `${copyId} at seq ${step.command.seq}`);
  }
}

/** A following sub-account has no orders but copies and closings, and each avoids its leader. */
export function checkCopyOrders({ model, step }: Audit): void {
  if (model.copying.strategies.size === 0) return;
  const decided = new Set<string>();
  for (const event of step.events)
    if (event.kind === 'copyDecided' && event.decision.order) decided.add(event.decision.order.orderId);
  for (const event of step.events) {
    if (event.kind === 'orderChanged' && event.order.receivedSeq === step.command.seq && event.order.refusal === null) {
      const { orderId, accountId, isForceSell, conditionalOrderId } = event.order;
      const isCopy = decided.delete(orderId);
      if (!isCopy && model.copying.follows.has(accountId))
        hold(isForceSell && conditionalOrderId === null, 'a follower sends copies and closings only', () => orderId);
    }
  }
  hold(decided.size === 0, 'a copy order is what was decided', () => [...decided].join());
}

/** Whom an order that goes to the exchange must not meet there. */
export function learnAvoids(model: Model, orderId: string, avoids: string | undefined): void {
  const accountId = model.orders.get(orderId)?.accountId;
  const strategy = accountId === undefined ? undefined : model.copying.strategyOf(model.copying.copyOf(accountId));
  if (strategy) hold(avoids === strategy.investorId, 'a follower never trades with its leader', () => orderId);
  if (avoids !== undefined) model.copying.avoids.set(orderId, avoids);
}
