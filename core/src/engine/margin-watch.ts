/**
 * Finds the accounts that a price concerns. A price moves everybody who holds the contract, but only few can change
 * their margin level: those already below one, and those whom the price could take below the first. Skipping the others
 * changes nothing but the time it takes.
 */
import { type Account, contractTerms, type EngineState, type ListedContract, markTicks } from '#engine/state.ts';
import { revalue, type Step } from '#engine/step.ts';
import { HEALTHY, type Solvency } from '#margin/margin-level.ts';
import { anyPrice, isSafe, narrow } from '#margin/safe-prices.ts';

/** Handles a changed mark of a contract, by a price, a fill or a settlement. */
export function priceMoved(step: Step, listed: ListedContract): void {
  const { state } = step;
  const { code } = listed.contract;
  lookAgain(step, code);
  const ticks = markTicks(listed);
  const { safePrices } = listed;
  if (ticks === null || (safePrices && isSafe(safePrices, ticks))) return;
  // Each holder that is found healthy narrows the range again.
  listed.safePrices = anyPrice();
  for (const account of state.holders.get(code) ?? []) revalue(step, account);
}

/**
 * Checks accounts below a margin level again, because what kept the levels from acting in this contract may be over.
 */
export function lookAgain(step: Step, contractCode: string): void {
  for (const account of step.state.unhealthy) if (account.positions.has(contractCode)) revalue(step, account);
}

/** Records whether the account is healthy. */
export function noteHealth(state: EngineState, account: Account): void {
  if (account.marginState === HEALTHY) state.unhealthy.delete(account);
  else state.unhealthy.add(account);
}

/** Narrows the safe prices of a healthy account's contracts to those that can't take it below the first level. */
export function keepSafe(account: Account, solvency: Solvency, callPercent: number): void {
  if (solvency.requiredVnd <= 0n || account.positions.size === 0) return;
  const cushionVnd = Number(solvency.equityVnd) - (Number(solvency.requiredVnd) * callPercent) / 100;
  narrowToLoss(account, cushionVnd);
}

/** Narrows them to those that can't cost the account as much as this. */
export function narrowToLoss(account: Account, cushionVnd: number): void {
  if (account.positions.size === 0) return;
  // Each contract may use up its share of the cushion, whatever the others do; two dong each are for rounding.
  const lossVnd = cushionVnd / account.positions.size - 2;
  for (const { listed, netLots } of account.positions.values()) {
    const ticks = markTicks(listed);
    if (listed.safePrices && ticks !== null)
      narrow(listed.safePrices, { netLots, markTicks: ticks, tickVnd: contractTerms(listed).tickVnd, lossVnd });
  }
}
