/**
 * What an account owes after losses beyond its money (docs/rules/margin-and-money.md#margin-levels) is paid back out of
 * whatever money reaches it, before anybody can use that money.
 */
import { type Account, owedVnd } from '#engine/state.ts';
import type { Step } from '#engine/step.ts';
import { deficitAccount, post, postingOf } from '#ledger/ledger.ts';
import type { Vnd } from '#values/units.ts';
import { minBigint } from '#values/whole-numbers.ts';

/** Repays out of money that has just been posted to the account; returns what is left of that. */
export function repayDebt(step: Step, account: Account, amountVnd: Vnd, reference: string): Vnd {
  const { state } = step;
  const { accountId, cash } = account;
  const repaidVnd = minBigint(owedVnd(state, account), amountVnd);
  if (repaidVnd <= 0n) return amountVnd;
  const takes = deficitAccount(accountId);
  const posting = postingOf({
    type: 'deficit-repaid',
    accountId,
    amountVnd: repaidVnd,
    reference,
    gives: cash,
    takes,
  });
  post(state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting });
  return amountVnd - repaidVnd;
}
