/**
 * Carries on with what concerns all followers of a strategy, a bounded part at a time: the first in the step that gave
 * rise to it, each further one with the next turn of the clock. The clock's turns come once to a batch, so a batch never
 * holds more of it, however many orders and reports come between.
 */
import { startsWeek } from '#copying/copy-week.ts';
import type { Command } from '#engine/commands.ts';
import { closeCopy, hasLostMost, reportCopy } from '#engine/copies.ts';
import { payCopyFee, payWeek, tooDearToFollow } from '#engine/copy-money.ts';
import type { Copy, CopyErrand } from '#engine/copy-records.ts';
import { mirror, nextCopy } from '#engine/mirror.ts';
import type { EngineState } from '#engine/state.ts';
import { accountOf, type Step } from '#engine/step.ts';
import { forget } from '#engine/strategies.ts';
import { isReachable } from '#engine/venues.ts';
import { MINUTE_MS } from '#values/bar-time.ts';
import type { CivilDate } from '#values/civil-date.ts';

/** Others' orders wait meanwhile for as long as a hundred of their own would take. */
const FOLLOWERS_AT_ONCE = 100;

/** Expects to be called in the steps that `isErrandTime` names. */
export function carryOnErrands(step: Step): void {
  const { errands, strategies } = step.state.copying;
  let served = 0;
  while (served < FOLLOWERS_AT_ONCE) {
    const errand = errands.find((one) => waitsUntilMs(step.state, one) <= step.timeMs);
    if (!errand) return;
    const strategy = strategies.get(errand.strategyId);
    const copy = strategy && nextCopy(strategy, errand);
    if (!copy) {
      errands.splice(errands.indexOf(errand), 1);
      if (strategy) forget(step.state, strategy);
      continue;
    }
    errand.doneNumber = copy.number;
    served += 1;
    serve(step, errand, copy);
  }
}

/** Tells before a step whether errands are carried on in it: what waits already waits for the clock. */
export function isErrandTime({ copying }: EngineState, command: Pick<Command, 'kind'>): boolean {
  return copying.errands.length === 0 || command.kind === 'passTime';
}

/** When errands are carried on: at once, unless all wait for a link; infinite while there are none. */
export function nextErrandMs(state: EngineState): number {
  let first = Number.POSITIVE_INFINITY;
  for (const errand of state.copying.errands) first = Math.min(first, waitsUntilMs(state, errand));
  return Math.max(first, state.timeMs);
}

/**
 * A fill waits for a link that is down, as it is at every start of the server, for a minute; then followers are told
 * that it was not copied. The strategy's tolerance bounds what the price may have done meanwhile.
 */
function waitsUntilMs(state: EngineState, errand: CopyErrand): number {
  if (errand.kind !== 'mirror') return 0;
  const strategy = state.copying.strategies.get(errand.strategyId);
  const leader = strategy && state.accounts.get(strategy.accountId);
  // Leader and followers trade at the same exchange.
  if (!leader || isReachable(state, leader)) return 0;
  return errand.fill.timeMs + MINUTE_MS;
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
      // What its follower, or the loss limit, has asked to be closed is closed first: the copy ends with it.
      if (copy.state !== 'CLOSING') closeCopy(step, copy, 'StrategyEnded');
      return;
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
