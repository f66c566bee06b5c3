/**
 * Service packages of accounts (docs/rules/margin-and-money.md#service-packages): a month is paid in the step that
 * begins it, at the subscription and then at the broker's roll. What can't be paid ends; nobody comes to owe for it.
 */

import type { PackageChange } from '#engine/events.ts';
import type { EndPackage, SubscribePackage } from '#engine/investor-commands.ts';
import { type Account, accountWithdrawableVnd, type EngineState, rulesInForce } from '#engine/state.ts';
import { emitAccount, refuseCommand, type Step, touchFunds } from '#engine/step.ts';
import { paidMonth, type ServicePackage, type Subscription } from '#instruments/service-packages.ts';
import { post, postingBetween } from '#ledger/ledger.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Vnd } from '#values/units.ts';

/**
 * Begins a package now. Another one that the account has ends with it, and what was paid for it is not given back. The
 * one that it has goes on: nothing is paid, and a wish to end it is taken back.
 */
export function subscribePackage(step: Step, { accountId, packageName, requestId }: SubscribePackage): void {
  const { state } = step;
  const account = state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  if (!account.isActivated) return refuseCommand(step, refusal('InvestorTradingAccountNotAllowed', {}));
  const known = account.packageRequests.get(requestId);
  if (known !== undefined && known !== packageName) return refuseCommand(step, refusal('IDEMPOTENCY_MISMATCH', {}));
  if (known !== undefined) return emitAccount(step, account);
  const { subscription } = account;
  if (subscription?.terms.name === packageName) {
    remember(account, requestId, packageName);
    return goOn(step, account, subscription);
  }
  const terms = offeredPackage(state, packageName);
  if (!terms) return refuseCommand(step, refusal('NotFound', {}));
  const short = tooDear(state, account, terms.priceVnd);
  if (short) return refuseCommand(step, short);
  remember(account, requestId, packageName);
  if (subscription) end(step, account, subscription, { reason: 'Replaced' });
  const since = state.tradeDate;
  pay(step, account, { terms, since, ...paidMonth(since, since), isEnding: false });
  report(step, account, { status: 'BEGAN' });
}

/** Of an account: a browser that asks again does so within minutes, and nobody makes the state grow by asking. */
const REQUESTS_REMEMBERED = 64;

function remember({ packageRequests }: Account, requestId: string, packageName: string): void {
  packageRequests.set(requestId, packageName);
  const [oldest] = packageRequests.keys();
  if (packageRequests.size > REQUESTS_REMEMBERED && oldest !== undefined) packageRequests.delete(oldest);
}

/** Takes effect when the paid month is over; again is no mistake. */
export function endPackage(step: Step, { accountId, packageName }: EndPackage): void {
  const account = step.state.accounts.get(accountId);
  if (!account) return refuseCommand(step, refusal('InvestorTradingAccountNotFound', {}));
  const { subscription } = account;
  if (subscription?.terms.name !== packageName) return refuseCommand(step, refusal('NotFound', {}));
  if (subscription.isEnding) return emitAccount(step, account);
  account.subscription = { ...subscription, isEnding: true };
  report(step, account, { status: 'ENDING' });
}

/** At the broker's roll: months that are over are followed by another one, or their package ends. */
export function renewPackages(step: Step): void {
  for (const account of step.state.accounts.values()) {
    const { subscription } = account;
    if (subscription && subscription.until < step.state.tradeDate) renew(step, account, subscription);
  }
}

/** A new month has the terms that are in force when it begins. Months in which no date began are not paid for. */
function renew(step: Step, account: Account, subscription: Subscription): void {
  const { state } = step;
  const { since, isEnding } = subscription;
  if (isEnding) return end(step, account, subscription, { reason: 'Asked' });
  const terms = offeredPackage(state, subscription.terms.name);
  if (!terms) return end(step, account, subscription, { reason: 'NotOffered' });
  const short = tooDear(state, account, terms.priceVnd);
  if (short) return end(step, account, subscription, { reason: 'NotPaid', shortfallVnd: short.facts.missing });
  pay(step, account, { terms, since, ...paidMonth(since, state.tradeDate), isEnding });
  report(step, account, { status: 'RENEWED' });
}

function goOn(step: Step, account: Account, subscription: Subscription): void {
  if (!subscription.isEnding) return emitAccount(step, account);
  account.subscription = { ...subscription, isEnding: false };
  report(step, account, { status: 'CONTINUED' });
}

/** The price of a month is no loss of the day: own limits count what trading lost. */
function pay(step: Step, account: Account, subscription: Subscription): void {
  const { priceVnd, name } = subscription.terms;
  account.subscription = subscription;
  account.dayBaseVnd -= priceVnd;
  const reference = `${name} ${subscription.from}`;
  const given = { type: 'package-fee', broker: 'fees', amountVnd: -priceVnd } as const;
  const posting = postingBetween({ ...given, of: account, reference });
  post(step.state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting });
  touchFunds(step, account);
}

function end(
  step: Step,
  account: Account,
  subscription: Subscription,
  why: Pick<PackageChange, 'reason' | 'shortfallVnd'>,
): void {
  account.subscription = null;
  emitAccount(step, account);
  step.events.push({
    kind: 'packageChanged',
    change: { accountId: account.accountId, status: 'ENDED', subscription, ...why },
  });
}

function report(step: Step, account: Account, { status }: Pick<PackageChange, 'status'>): void {
  const { accountId, subscription } = account;
  emitAccount(step, account);
  if (subscription) step.events.push({ kind: 'packageChanged', change: { accountId, status, subscription } });
}

function offeredPackage(state: EngineState, name: string): ServicePackage | undefined {
  return rulesInForce(state).packages?.find((offered) => offered.name === name);
}

/** A package is paid with money that could be withdrawn: never with what margin needs, nor with unrealised profit. */
function tooDear(
  state: EngineState,
  account: Account,
  priceVnd: Vnd,
): Extract<Refusal, { code: 'ServicePackageTooDear' }> | undefined {
  const available = accountWithdrawableVnd(state, account);
  return priceVnd <= available
    ? undefined
    : refusal('ServicePackageTooDear', { amount: priceVnd, available, missing: priceVnd - available });
}
