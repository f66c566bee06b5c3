/**
 * Carries on with what concerns all followers of a strategy, a bounded part in each command: the rest goes on in the
 * next, which the timers send at once.
 */
import { startsWeek } from '#copying/copy-week.ts';
import { closeCopy, hasLostMost, reportCopy } from '#engine/copies.ts';
import { payCopyFee, payWeek, tooDearToFollow } from '#engine/copy-money.ts';
import type { Copy, CopyErrand } from '#engine/copy-records.ts';
import { mirror, nextCopy } from '#engine/mirror.ts';
import { accountOf, type Step } from '#engine/step.ts';
import { forget } from '#engine/strategies.ts';
import type { CivilDate } from '#values/civil-date.ts';

/** Followers served in one command. Others' orders wait meanwhile for as long as a hundred of their own would take. */
const FOLLOWERS_PER_COMMAND = 100;

export function carryOnErrands(step: Step): void {
  const { copying } = step.state;
  let served = 0;
  while (served < FOLLOWERS_PER_COMMAND) {
    const [errand] = copying.errands;
    if (!errand) return;
    const strategy = copying.strategies.get(errand.strategyId);
    const copy = strategy && nextCopy(strategy, errand);
    if (!copy) {
      copying.errands.shift();
      if (strategy) forget(step.state, strategy);
      continue;
    }
    errand.doneNumber = copy.number;
    served += 1;
    serve(step, errand, copy);
  }
}

function serve(step: Step, errand: CopyErrand, copy: Copy): void {
  switch (errand.kind) {
    case 'mirror':
      // Whom the price of this step has cost as much as they would lose is closed in it, and opens nothing before.
      if (hasLostMost(step, accountOf(step, copy.accountId))) return;
      return mirror(step, copy, errand.fill);
    case 'roll':
      return beginDate(step, copy, errand.endsWeek);
    case 'end':
      return closeCopy(step, copy, 'StrategyEnded');
  }
}

/** The copy fee of a date that begins is of the week that begins, if one does. */
function beginDate(step: Step, copy: Copy, endsWeek: boolean): void {
  const account = accountOf(step, copy.accountId);
  if (endsWeek) payWeek(step, account, copy);
  const isDue = copy.paidUntil < step.state.tradeDate;
  // A strategy that was stopped meanwhile does not run in the period that begins.
  if (isDue && copy.state !== 'CLOSING' && copy.strategy.status.running === 'ACTIVE') {
    if (tooDearToFollow(step.state, account, copy.strategy.terms.copyFeeVnd))
      return closeCopy(step, copy, 'FeeNotPaid', { isReported: endsWeek });
    payCopyFee(step, account, copy);
  }
  if (endsWeek || isDue) reportCopy(step, copy);
}

/** At the broker's roll. A week ends with the first trade date of another one. */
export function rollCopies(step: Step, endedDate: CivilDate): void {
  const endsWeek = endedDate !== '' && startsWeek(endedDate, step.state.tradeDate);
  const { strategies, errands } = step.state.copying;
  for (const { strategyId, copies, lastNumber } of strategies.values())
    if (copies.length > 0) errands.push({ kind: 'roll', strategyId, doneNumber: 0, lastNumber, endsWeek });
}
