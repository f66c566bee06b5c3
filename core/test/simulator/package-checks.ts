/** The auditor's own book of service packages: who has which until when, that each month is paid once, and by whom. */
import type { EngineEvent, Order, ServicePackage, Subscription } from '@mua/core/engine';
import { maxBigint, minBigint } from '@mua/core/values';
import type { Audit } from '#test/simulator/audit.ts';
import { MoneyThen } from '#test/simulator/copy-money-checks.ts';
import type { Model } from '#test/simulator/model.ts';
import type { Step } from '#test/simulator/simulation.ts';
import { hold, Violation } from '#test/simulator/violation.ts';

type Refused = Extract<EngineEvent, { kind: 'commandRefused' }>;
type Changed = Extract<EngineEvent, { kind: 'packageChanged' }>;

export function learnPackage(model: Model, step: Step, event: Changed): void {
  const { change } = event;
  const { accountId, status, subscription } = change;
  const known = model.packages.get(accountId);
  const name = subscription.terms.name;
  if (status !== 'BEGAN')
    hold(known?.terms.name === name && known.since === subscription.since, 'a package stays what it is', () => name);
  const { command } = step;
  const isOf = 'packageName' in command && command.accountId === accountId;
  switch (status) {
    case 'BEGAN':
      hold(isOf && command.packageName === name, 'a package is its owner’s wish', () => accountId);
      return learnPaid(model, step, event, today(model));
    case 'RENEWED':
      hold(known !== undefined && !known.isEnding, 'what is to end is not renewed', () => accountId);
      return learnPaid(model, step, event, known?.since ?? '');
    case 'ENDING':
    case 'CONTINUED':
      hold(isOf && payments(step, accountId).length === 0, 'a wish costs nothing', () => accountId);
      if (known) model.packages.set(accountId, { ...known, isEnding: status === 'ENDING' });
      return;
    case 'ENDED':
      return learnEnded(model, step, event);
  }
}

function learnPaid(model: Model, step: Step, event: Changed, since: string): void {
  const { accountId, subscription } = event.change;
  const { terms, from, until } = subscription;
  const offered = offeredNow(model, terms.name);
  hold(
    JSON.stringify(offered, plain) === JSON.stringify(terms, plain),
    'a month has its day’s terms',
    () => terms.name,
  );
  const month = monthOf(since, today(model));
  const isMonth = subscription.since === since && from === month.from && until === month.until;
  hold(isMonth, 'a month is counted from the day of subscription', () => `${since} ${from} ${until}`);
  const paid = payments(step, accountId);
  const isPaid = paid.length === 1 && paid[0] === -terms.priceVnd;
  hold(isPaid, 'a month is paid once and in full', () => `${accountId} ${paid.join(' ')}`);
  const { free, available } = boundsOf(model, step, event, accountId);
  hold(free >= 0n && available >= 0n, 'no package takes what margin needs', () => `${accountId} ${free} ${available}`);
  model.packages.set(accountId, subscription);
  if (step.command.kind === 'endTradeDate') return;
  model.dayBases.set(accountId, (model.dayBases.get(accountId) ?? 0n) - terms.priceVnd);
}

function learnEnded(model: Model, step: Step, event: Changed): void {
  const { command } = step;
  const { accountId, reason, shortfallVnd, subscription } = event.change;
  const because = (isRight: boolean): void =>
    hold(isRight, 'no package ends without a reason', () => `${accountId} ${reason}`);
  model.packages.delete(accountId);
  if (reason === 'Replaced')
    return because(command.kind === 'subscribePackage' && command.packageName !== subscription.terms.name);
  because(command.kind === 'endTradeDate' && subscription.until < today(model));
  if (reason === 'Asked') return because(subscription.isEnding);
  const offered = offeredNow(model, subscription.terms.name);
  if (reason === 'NotOffered') return because(offered === undefined);
  because(
    offered !== undefined &&
      shortfallVnd === offered.priceVnd - spendable(model, step, event, accountId) &&
      shortfallVnd > 0n,
  );
}

/** A request that was not refused is known from now on, also where it changed nothing. */
export function notePackageRequest(model: Model, { command, events }: Step): void {
  if (command.kind !== 'subscribePackage' || events.some(({ kind }) => kind === 'commandRefused')) return;
  model.packageRequests.set(command.requestId, command.packageName);
}

export function checkPackageRefused(model: Model, step: Step, event: Refused): void {
  const { command } = step;
  const { refusal } = event;
  if (!('packageName' in command)) return;
  const { accountId, packageName } = command;
  const known = model.packages.get(accountId);
  const because = (isRight: boolean): void =>
    hold(isRight, 'no package is refused without a reason', () => `${accountId} ${refusal.code}`);
  if (command.kind === 'endPackage') return because(refusal.code === 'NotFound' && known?.terms.name !== packageName);
  if (refusal.code === 'InvestorTradingAccountNotAllowed') return because(!model.account(accountId).isActivated);
  if (refusal.code === 'IDEMPOTENCY_MISMATCH')
    return because((model.packageRequests.get(command.requestId) ?? packageName) !== packageName);
  const offered = offeredNow(model, packageName);
  if (refusal.code === 'NotFound') return because(offered === undefined);
  if (refusal.code !== 'ServicePackageTooDear' || !offered) return because(false);
  const most = spendable(model, step, event, accountId);
  const { amount, available, missing } = refusal.facts;
  because(amount === offered.priceVnd && available === most && missing === amount - most && missing > 0n);
}

/** After a step: the engine has what the book says, and nobody has a month that is over. */
export function checkPackage({ model, state }: Pick<Audit, 'model' | 'state'>, accountId: string): void {
  const known = model.packages.get(accountId);
  const has = state.accounts.get(accountId)?.subscription ?? undefined;
  const isSame =
    has?.terms.name === known?.terms.name && has?.until === known?.until && has?.isEnding === known?.isEnding;
  hold(isSame, 'a package is what was paid for', () => `${accountId} ${has?.until} ${known?.until}`);
  hold(!known || known.until >= today(model), 'nobody has a month that is over', () => `${accountId} ${known?.until}`);
}

/** What an account pays for a lot, by the auditor's own reckoning. */
export function feeOf(model: Model, accountId: string, contractCode: string): bigint {
  const ordinary = model.termsOf(contractCode).feeVnd;
  const bought = model.packages.get(accountId)?.terms.feeVnd[model.commodity(contractCode).feeClass];
  return bought === undefined ? ordinary : minBigint(ordinary, bought);
}

export function orderLotsOf(model: Model, accountId: string): number {
  return Math.max(model.rulesNow.maxLotsPerOrder, model.packages.get(accountId)?.terms.maxLotsPerOrder ?? 0);
}

function today(model: Model): string {
  return model.tradeDates.get('broker') ?? '';
}

function offeredNow(model: Model, name: string): ServicePackage | undefined {
  return model.rulesNow.packages?.find((offered) => offered.name === name);
}

function payments({ events }: Step, accountId: string): bigint[] {
  return events.flatMap((event) =>
    event.kind === 'moneyPosted' && event.posting.type === 'package-fee' && event.posting.accountId === accountId
      ? [event.posting.amountVnd]
      : [],
  );
}

/** When it was decided: copying may send orders and take fees later in the step. */
function boundsOf(
  model: Model,
  step: Step,
  event: EngineEvent,
  accountId: string,
): { readonly free: bigint; readonly available: bigint } {
  const at = step.events.indexOf(event);
  const money = new MoneyThen(model, step);
  const isThere = ({ receivedSeq }: Order): boolean => receivedSeq < step.command.seq;
  return { free: money.free(accountId, at), available: money.available(accountId, at, isThere) };
}

function spendable(model: Model, step: Step, event: EngineEvent, accountId: string): bigint {
  const { free, available } = boundsOf(model, step, event, accountId);
  return maxBigint(0n, minBigint(free, available));
}

/** By days, one after the other: a month begins where the day of the month is that of the subscription, or the last. */
function monthOf(since: string, day: string): Pick<Subscription, 'from' | 'until'> {
  const wanted = Number(since.slice(8));
  const at = (date: string, days: number): string =>
    new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const isFirst = (date: string): boolean => {
    const dayOfMonth = Number(date.slice(8));
    return dayOfMonth === wanted || (dayOfMonth < wanted && at(date, 1).endsWith('-01'));
  };
  let from = day;
  while (!isFirst(from)) from = at(from, -1);
  let until = day;
  while (!isFirst(at(until, 1))) until = at(until, 1);
  if (from < since) throw new Violation('a month is counted from the day of subscription', `${since} ${day}`);
  return { from, until };
}

function plain(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? `${value}` : value;
}
