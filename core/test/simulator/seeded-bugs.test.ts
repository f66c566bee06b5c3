/** Each bug that is put into the engine or the exchange on purpose is found by the invariant that is there for it. */
import { describe, expect, test } from 'vitest';
import { ABSENCE_BREAKS } from '#test/simulator/absence-breaks.ts';
import { BREAKS, type BreakName } from '#test/simulator/breaks.ts';
import { COPY_BREAKS } from '#test/simulator/copy-breaks.ts';
import { FOREIGN_BREAKS } from '#test/simulator/foreign-breaks.ts';
import { GROUP_BREAKS } from '#test/simulator/group-breaks.ts';
import { ROLL_BREAKS } from '#test/simulator/roll-breaks.ts';
import { simulate } from '#test/simulator/simulate.ts';
import { SPREAD_BREAKS } from '#test/simulator/spread-breaks.ts';
import { traitsOf } from '#test/simulator/workload.ts';

const STEPS = 1_000;

/** Where a break that few seeds meet was last met: that seed is tried first, and only saves the search. */
const LAST_MET_BY: Partial<Record<BreakName, number>> = {
  'forget-client-orders': 8,
  'snapshot-without-last-seq': 7,
  'good-till-date-too-long': 42,
  'countdown-restarts': 13,
  'countdown-lifted-early': 15,
  'dues-forgotten': 142,
  'no-cancel-level': 18,
  'close-out-spares-orders': 14,
  'liquidation-overshoots': 13,
  'closing-does-not-wait': 10,
  'stop-fires-twice': 5,
  'forgotten-orders-stay-so': 22,
  'day-never-ends-here': 6,
  'limits-loosened-at-once': 8,
  'expiry-window-late': 24,
  'answers-never-due': 6,
  'exits-count-as-risk': 555,
  'approved-cancelled': 8,
  'liquidates-beside-holds': 93,
  'restart-forgets-holds': 28,
  'paused-copies-open': 72,
  'loss-limit-early': 72,
  'follower-meets-leader': 124,
  'restart-forgets-errands': 176,
  'restart-forgets-bases': 176,
  'restart-forgets-packages': 8,
  'last-day-ignored': 8,
};

/** Those that can meet a break. */
function seedsOf(name: BreakName): number[] {
  const seeds = Array.from({ length: 1_000 }, (_, at) => at + 1);
  const canMeet = (seed: number): boolean => {
    const { hasCopying, hasAbsences, hasRolls, hasSpreads, hasGroups } = traitsOf(seed);
    return (
      (hasCopying || !(name in COPY_BREAKS)) &&
      (hasAbsences || !(name in ABSENCE_BREAKS)) &&
      (hasRolls || !(name in ROLL_BREAKS)) &&
      (hasGroups || !(name in GROUP_BREAKS)) &&
      (hasSpreads || !(name in SPREAD_BREAKS))
    );
  };
  const last = LAST_MET_BY[name];
  return [...(last === undefined ? [] : [last]), ...seeds.filter(canMeet).slice(0, 80)];
}

/** Each takes seconds; what ends by the clock is a loop without end, not a busy machine. */
const UNHURRIED = { timeout: 1_800_000 };

describe('a seeded bug', () => {
  /** The name of the invariant that must go red, so that a break is not "caught" by accident elsewhere. */
  const caughtBy: Record<BreakName, RegExp> = {
    'ack-before-commit': /an acknowledged order survives/,
    'forget-client-orders': /an acknowledged order survives/,
    'book-doubles': /every fill is booked once, or is in suspense/,
    'snapshot-without-last-seq': /another state|engine threw/,
    'no-price-below-zero': /the mark is the last price reported|equity is cash less holds and estimated profit/,
    'self-trade': /two sides of different owners/,
    'one-sided-posting': /entries sum to zero/,
    'fee-twice': /a fill pays its fee once/,
    'last-in-first-out': /lots settle first in, first out/,
    'limit-loosened': /a fill is never worse than the limit/,
    'good-till-date-too-long': /the exchange decides like the slow one/,
    'collar-too-wide': /the exchange decides like the slow one/,
    'stop-limits-at-market': /the exchange decides like the slow one/,
    'restart-forgets-triggers': /what is reached fires|a trailing stop follows the best price/,
    'release-margin-twice': /required margin equals the rule/,
    'level-at-its-ratio': /the level is the rule of the same seq/,
    'price-moves-nobody': /the level is the rule of the same seq/,
    'countdown-restarts': /a countdown runs on until lifted/,
    'countdown-lifted-early': /a countdown runs on until lifted/,
    'dues-forgotten': /when the time is over, liquidation begins|a liquidation never stalls/,
    'no-cancel-level': /at 70 % what increases risk is cancelled/,
    'close-out-spares-orders': /at the deadline nothing may open a position/,
    'increase-uncovered': /required margin equals the rule/,
    'smallest-margin-first': /a liquidation takes the largest margin first/,
    'full-fill-forgets-increase': /a full fill ends an order, unless an increase is unanswered/,
    'liquidation-overshoots': /a liquidation closes no more than its target asks for/,
    'closing-does-not-wait': /working orders go before a forced closing/,
    'liquidation-not-reduce-only': /forced closing is never more than what is open/,
    'deficit-clamped': /a loss beyond the money is posted as a deficit/,
    'terms-change-unseen': /the level is the rule|required margin equals the rule/,
    'trailing-stop-moves-back': /a trailing stop moves one way/,
    'both-legs-fire': /a conditional order fires once/,
    'exits-armed-without-fills': /exits are armed by the fills of their entry/,
    'exits-not-anchored': /exits keep their distance from the average fill of their entry/,
    'entry-passes-its-exits': /exits stand on their sides of where their entry should fill/,
    'exits-judged-by-the-market': /exits stand on their sides of where their entry should fill/,
    'stop-fires-twice': /an order is handed to an exchange once/,
    'stop-not-reached-at-its-price': /what is reached fires/,
    'reduce-only-forgotten': /what may only reduce is never larger than the position|what an order is stays so/,
    'exits-count-as-risk': /what only reduces stays below a margin level/,
    'sent-late': /what is for the moment is not sent late/,
    'disconnected-sent-twice': /an order is handed to an exchange once/,
    'forgotten-orders-stay-so': /every order is answered/,
    'fok-rests': /FOK fills whole or not at all|IOC and FOK leave nothing/,
    'day-never-ends-here': /an order ends with its trade date/,
    'halt-forgets-account': /a halted scope takes no new order/,
    'halt-stops-cancels': /a cancel works whatever is halted/,
    'limits-loosened-at-once': /own limits loosen on the next trade date only/,
    'reverse-passes-limits': /own limits hold for every way in/,
    'day-base-forgotten': /today's loss counts from the day's start/,
    'no-band': /no price outside the band/,
    'no-daily-limits': /no price outside the daily limits/,
    'expiry-window-late': /no new position in the expiry window/,
    'late-fills-vanish': /every fill is booked once, or is in suspense/,
    'answers-never-due': /every order is answered/,
    'doubts-unreported': /a doubt is reported/,
    'gone-takes-good-till': /nothing else goes with an absent sender/,
    'own-silence-counts': /orders go when their sender has not been heard in time|whoever asked for it is waited for/,
    'deafness-counts': /orders go when their sender has not been heard in time|whoever asked for it is waited for/,
    'restart-forgets-absent': /whoever asked for it is waited for|another state/,
    'heard-once': /whoever asked for it is waited for|orders go when/,
    'senders-are-one': /whoever asked for it is waited for|orders go when/,
    'hold-ignores-margin': /no withdrawal takes what is not there, or what margin needs/,
    'roll-opens-more': /a roll opens what it closed, once that has ended/,
    'roll-survives-cancel': /a roll opens what it closed, once that has ended/,
    'restart-forgets-rolls': /a roll opens what it closed, once that has ended|another state/,
    'pairs-forgotten': /the first of a pair that is filled or ends cancels the other/,
    'second-fill-untold': /what the other of a pair fills all the same is told/,
    'leg-sets-mark': /the mark is the last price reported|equity is cash/,
    'leg-off-by-a-tick': /the legs of a spread differ by its price/,
    'restart-forgets-far-legs': /a live order stands among its account's|lives on like the original/,
    'paid-stays-held': /held is what was held and has not ended/,
    'approved-cancelled': /what is approved only an operator gives back/,
    'hold-is-a-loss': /today's loss counts from the day's start/,
    'liquidates-beside-holds': /what is not approved covers margin before a position is closed/,
    'released-twice': /held is what was held and has not ended/,
    'paid-without-hold': /nothing happens to a withdrawal that is over/,
    'deposit-twice': /the books agree: cash/,
    'deposit-too-large': /the books agree: cash|today's loss counts from the day's start/,
    'fee-forgotten': /a fill pays its fee once/,
    'restart-forgets-holds': /held is what was held and has not ended|another state/,
    'copied-twice': /a fill is decided once for each follower, ever|a fill has its one decision where one is due/,
    'copy-rounds-up': /the target is what the leader holds since the follow/,
    'copies-older-lots': /the target is what the leader holds since the follow|a fill has its one decision/,
    'copy-at-any-price': /what opens is bounded by the tolerance/,
    'paused-copies-open': /what is not copied has its reason|a copy order is the target less what is there/,
    'copy-in-a-closed-market': /no copy order while its market is closed, halted or out of reach/,
    'loss-limit-late': /a copy closes in the step that reaches its loss limit, and never before/,
    'loss-limit-early': /a copy closes in the step that reaches its loss limit, and never before/,
    'high-water-falls': /a copy is what the book says/,
    'copy-fee-every-date':
      /what copying costs is paid once, by whom and to whom it is due|a copy fee that can’t be paid/,
    'funds-are-profit': /a copy is what the book says/,
    'follower-meets-leader': /a follower never trades with its leader/,
    'follower-trades-by-hand': /a follower sends copies and closings only/,
    'closed-copies-stay': /closed copies are in no list/,
    'restart-forgets-errands': /a fill has its one decision where one is due|another state/,
    'restart-forgets-bases': /the target is what the leader holds since the follow|another state/,
    'package-outlives-its-month': /nobody has a month that is over|a package is what was paid for/,
    'package-paid-twice': /a month is paid once and in full|no package takes what margin needs/,
    'package-ignores-margin': /no package takes what margin needs/,
    'restart-forgets-packages': /a package is what was paid for|another state/,
    'last-day-ignored': /nothing is traded after the last day|an order ends with its trade date/,
  };

  test.each(Object.keys(BREAKS) as BreakName[])('"%s" is caught by its own invariant', UNHURRIED, (name) => {
    let seen = 'nothing';
    const behaviour = name in FOREIGN_BREAKS ? 'foreign' : 'plain';
    for (const seed of seedsOf(name)) {
      if (caughtBy[name].test(seen)) break;
      const result = simulate(seed, STEPS, { breakName: name, behaviour });
      if ('invariant' in result) seen = result.invariant;
    }
    expect(seen).toMatch(caughtBy[name]);
  });

  test.each(Object.keys(FOREIGN_BREAKS) as BreakName[])('our own exchange never meets "%s"', (breakName) => {
    for (let seed = 1; seed <= 4; seed += 1) {
      expect(simulate(seed, STEPS, { breakName, behaviour: 'plain' })).toMatchObject({ seed, violations: [] });
    }
  });
});
