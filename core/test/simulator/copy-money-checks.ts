/** What followers pay, by an independent reckoning: copy fees by period, performance fees above the high-water mark. */
import type { CopyWeekReport, EngineEvent, Order } from '@mua/core/engine';
import { type FeePeriod, maxBigint, minBigint } from '@mua/core/values';
import type { ModelCopy, ModelStrategy } from '#test/simulator/copy-book.ts';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { equityOf, requiredBy } from '#test/simulator/sums.ts';
import { hold } from '#test/simulator/violation.ts';

/** From one sub-account to another. */
export interface Payment {
  readonly type: 'copy-fee' | 'performance-fee' | 'transfer';
  readonly from: string;
  readonly to: string;
  readonly amountVnd: bigint;
}

interface Later {
  readonly at: number;
  readonly cashVnd: bigint;
  readonly heldVnd: bigint;
}

/** An account's money as it was before an event of the step: what came later is taken off again. */
export class MoneyThen {
  private readonly model: Model;
  private readonly changes = new Map<string, Later[]>();

  constructor(model: Model, { events }: Step) {
    this.model = model;
    for (const [at, event] of events.entries()) this.note(at, event);
  }

  private note(at: number, event: EngineEvent): void {
    if (event.kind === 'moneyPosted') {
      for (const { account, amountVnd } of event.posting.entries)
        if (account.startsWith('cash:')) this.add(account.slice(5), { at, cashVnd: amountVnd, heldVnd: 0n });
    } else if (event.kind === 'withdrawalChanged' && event.change.reason === 'MarginNeeded') {
      this.add(event.change.accountId, { at, cashVnd: 0n, heldVnd: -event.change.amountVnd });
    }
  }

  private add(accountId: string, change: Later): void {
    const known = this.changes.get(accountId);
    if (known) known.push(change);
    else this.changes.set(accountId, [change]);
  }

  cash(accountId: string, at: number): bigint {
    let cash = this.model.balance(`cash:${accountId}`);
    for (const change of this.changes.get(accountId) ?? []) if (change.at >= at) cash -= change.cashVnd;
    return cash;
  }

  /** What margin needed and was given back later in the step. */
  givenBackLater(accountId: string, at: number): bigint {
    let sum = 0n;
    for (const change of this.changes.get(accountId) ?? []) if (change.at >= at) sum -= change.heldVnd;
    return sum;
  }

  free(accountId: string, at: number): bigint {
    const held = (this.model.held.get(accountId) ?? 0n) + this.givenBackLater(accountId, at);
    return this.cash(accountId, at) - held;
  }

  equity(accountId: string, at: number): bigint {
    const { model } = this;
    const cashSince = model.balance(`cash:${accountId}`) - this.cash(accountId, at);
    return equityOf(model, model.account(accountId)) - cashSince - this.givenBackLater(accountId, at);
  }

  /** `isThere`: whether a live order was there by then. */
  available(accountId: string, at: number, isThere?: (order: Order) => boolean): bigint {
    return this.equity(accountId, at) - requiredBy(this.model, this.model.account(accountId), isThere).total;
  }

  /** What could be withdrawn. */
  spendable(accountId: string, at: number): bigint {
    return maxBigint(0n, minBigint(this.available(accountId, at), this.free(accountId, at)));
  }
}

/** What a follower's leader has earned in the week under way, which the follower can't take along. */
export function shareOwed(model: Model, accountId: string, equity: bigint): bigint {
  const copy = model.copying.copyOf(accountId);
  const strategy = copy && model.copying.strategyOf(copy);
  if (!copy || !strategy || copy.state === 'CLOSED') return 0n;
  const above = maxBigint(0n, equity - copy.week.fundChangedVnd - copy.week.highEquityVnd);
  return halfEven(above * BigInt(strategy.terms.performanceFeeBasisPoints), 10_000n);
}

/** What margin left when a copy order was decided; undefined for any other order. A step may send several, and fees. */
export function availableThen(model: Model, step: Step, order: Order): bigint | undefined {
  const { seq } = step.command;
  const at = step.events.findIndex(
    (event) => event.kind === 'copyDecided' && event.decision.order?.orderId === order.orderId,
  );
  if (at < 0) return undefined;
  const isThere = (other: Order): boolean => other.receivedSeq < seq || numberOf(other) <= numberOf(order);
  return new MoneyThen(model, step).available(order.accountId, at, isThere);
}

/** The broker numbers the orders that it makes in a step. */
function numberOf({ orderId }: Order): number {
  return Number(orderId.split('-')[2]);
}

/** The week as it must be reported, and the one that follows. */
export function checkWeek(
  { step, money }: { readonly step: Step; readonly money: MoneyThen },
  { copy, strategy }: { readonly copy: ModelCopy; readonly strategy: ModelStrategy },
  { at, report }: { readonly at: number; readonly report: CopyWeekReport },
): { readonly feeVnd: bigint; readonly next: ModelCopy['week'] } {
  const { accountId, week } = copy;
  const endEquity = money.equity(accountId, at);
  const later = money.givenBackLater(accountId, at);
  const changed = week.fundChangedVnd - later;
  const above = endEquity - changed - week.highEquityVnd;
  const toFee = maxBigint(0n, above);
  const asked = halfEven(toFee * BigInt(strategy.terms.performanceFeeBasisPoints), 10_000n);
  const fee = minBigint(asked, money.spendable(accountId, at));
  const high = maxBigint(week.highEquityVnd + changed, endEquity - fee);
  const isRight =
    report.strategyId === strategy.strategyId &&
    report.startMs === week.startMs &&
    report.endMs === step.command.timeMs &&
    report.startEquityVnd === week.startEquityVnd &&
    report.highEquityVnd === week.highEquityVnd &&
    report.fundChangedVnd === changed &&
    report.endEquityVnd === endEquity &&
    report.profitVnd === endEquity - week.startEquityVnd - changed &&
    report.profitToFeeVnd === toFee &&
    report.performanceFeeVnd === fee &&
    report.newHighEquityVnd === high &&
    report.nextStartEquityVnd === endEquity - fee;
  hold(isRight, 'a week is reported and paid by the high-water mark', () =>
    [copy.copyId, endEquity, changed, week.highEquityVnd, toFee, fee, high, report.performanceFeeVnd].join(' '),
  );
  const next = {
    startMs: step.command.timeMs,
    startEquityVnd: endEquity - fee,
    fundChangedVnd: later,
    highEquityVnd: high,
  };
  return { feeVnd: fee, next };
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const whole = numerator / denominator;
  const twice = 2n * (numerator % denominator);
  const isUp = twice > denominator || (twice === denominator && whole % 2n === 1n);
  return isUp ? whole + 1n : whole;
}

/** The last day of the fee period that a day belongs to, day by day from the follow. */
export function periodEnd(since: string, day: string, period: FeePeriod): string {
  let until = since;
  for (let days = 1; until < day || !isLastDay(since, until, days, period); days += 1) until = addDay(until);
  return until;
}

const MONTHS = { MONTHLY: 1, QUARTERLY: 3, YEARLY: 12 } as const;

/** Whether a new period begins on the next day; `days` is how many there have been. */
function isLastDay(since: string, day: string, days: number, period: FeePeriod): boolean {
  if (period === 'WEEKLY') return days % 7 === 0;
  const next = addDay(day);
  const months =
    (Number(next.slice(0, 4)) - Number(since.slice(0, 4))) * 12 + Number(next.slice(5, 7)) - Number(since.slice(5, 7));
  if (months === 0 || months % MONTHS[period] !== 0) return false;
  const [wanted, dayOfMonth] = [Number(since.slice(8)), Number(next.slice(8))];
  // The last day of a month that is too short for it.
  return dayOfMonth === wanted || (dayOfMonth < wanted && addDay(next).endsWith('-01'));
}

function addDay(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** By their Monday, in days. */
export function isOtherWeek(one: string, other: string): boolean {
  const mondayOf = (date: string): number => {
    const day = Date.parse(`${date}T00:00:00Z`) / 86_400_000;
    return day - ((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7);
  };
  return mondayOf(one) !== mondayOf(other);
}

/** Each payment has its two postings, and no money goes from one sub-account to another without. */
export function checkPayments({ events, command }: Step, payments: readonly Payment[]): void {
  const posted: string[] = [];
  for (const event of events) {
    if (event.kind !== 'moneyPosted') continue;
    const { type, accountId, amountVnd } = event.posting;
    if (['copy-fee', 'performance-fee', 'copy-earnings', 'transfer'].includes(type))
      posted.push(`${type} ${accountId} ${amountVnd}`);
  }
  const due = payments.flatMap(({ type, from, to, amountVnd }) => [
    `${type} ${from} ${-amountVnd}`,
    `${type === 'transfer' ? type : 'copy-earnings'} ${to} ${amountVnd}`,
  ]);
  const isSame = posted.sort().join() === due.sort().join();
  hold(
    isSame,
    'what copying costs is paid once, by whom and to whom it is due',
    () => `seq ${command.seq}: ${posted.join()}, not ${due.join()}`,
  );
}
