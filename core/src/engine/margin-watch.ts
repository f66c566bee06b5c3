/**
 * Whom a price concerns. Everybody who holds a contract is moved by its price, but only few can come to another level of
 * their margin: those that are on one already, and those whom the price could take below the first. The others are not
 * looked at, which changes nothing but the time it takes.
 */
import { type Account, contractTerms, type EngineState, type ListedContract, markTicks } from '#engine/state.ts';
import { revalue, type Step } from '#engine/step.ts';
import { HEALTHY, type Solvency } from '#margin/margin-level.ts';
import { anyPrice, isSafe, narrow } from '#margin/safe-prices.ts';

/** The mark of a contract has moved, by a price, a fill or a settlement. */
export function priceMoved(step: Step, listed: ListedContract): void {
  const { state } = step;
  const { code } = listed.contract;
  lookAgain(step, code);
  const ticks = markTicks(listed);
  const { safePrices } = listed;
  if (ticks === null || (safePrices && isSafe(safePrices, ticks))) return;
  // Each holder that is found well narrows it anew.
  listed.safePrices = anyPrice();
  for (const account of state.holders.get(code) ?? []) revalue(step, account);
}

/** What kept the margin levels from acting in a contract may be over: accounts below one are looked at. */
export function lookAgain(step: Step, contractCode: string): void {
  for (const account of step.state.unhealthy) if (account.positions.has(contractCode)) revalue(step, account);
}

/** Notes whether the account is healthy from now on. */
export function noteHealth(state: EngineState, account: Account): void {
  if (account.marginState === HEALTHY) state.unhealthy.delete(account);
  else state.unhealthy.add(account);
}

/** An account that is off the ladder: prices that could bring it onto it are no longer safe. */
export function keepSafe(account: Account, solvency: Solvency, callPercent: number): void {
  if (solvency.requiredVnd <= 0n || account.positions.size === 0) return;
  const cushionVnd = Number(solvency.equityVnd) - (Number(solvency.requiredVnd) * callPercent) / 100;
  // Each contract may use up its share and no more, whatever the others do; two dong each are for rounding.
  const lossVnd = cushionVnd / account.positions.size - 2;
  for (const { listed, netLots } of account.positions.values()) {
    const ticks = markTicks(listed);
    if (listed.safePrices && ticks !== null)
      narrow(listed.safePrices, { netLots, markTicks: ticks, tickVnd: contractTerms(listed).tickVnd, lossVnd });
  }
}
