import { describe, expect, test } from 'vitest';
import { BREAKS, type BreakName } from './breaks.ts';
import { simulate } from './simulate.ts';

const SEEDS = 500;
const STEPS = 1_000;

describe('the simulated world', () => {
  test(`${SEEDS} seeds of ${STEPS} steps break no invariant`, () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      expect(simulate(seed, STEPS)).toMatchObject({ seed, steps: STEPS, violations: [] });
    }
  });

  /** Seeds that found something, and what. */
  test.each([
    [1364, 'a cancel that overtook a lost order made it look as if it had arrived'],
    [11_934, 'a closing order that waited kept its size when its position was settled'],
    [21_676, 'an order taken while the link was down kept an unanswered modify for ever'],
  ])('seed %i: %s', (seed) => {
    expect(simulate(seed, 1_500)).toMatchObject({ seed, violations: [] });
  });

  test('the same seed gives the same run', () => {
    expect(simulate(77, STEPS)).toEqual(simulate(77, STEPS));
  });

  /** The name of the invariant that must go red, so that a break is not "caught" by accident elsewhere. */
  const caughtBy: Record<BreakName, RegExp> = {
    'ack-before-commit': /an acknowledged order survives/,
    'forget-client-orders': /an acknowledged order survives/,
    'book-doubles': /a fill is booked once|no late fill|filled/,
    'snapshot-without-last-seq': /another state|engine threw/,
    'no-price-below-zero': /the mark is the last price told|equity is cash and estimated profit/,
    'self-trade': /two sides of different owners/,
    'one-sided-posting': /entries sum to zero/,
    'fee-twice': /a fill pays its fee once/,
    'last-in-first-out': /lots settle first in, first out/,
    'limit-loosened': /a fill is never worse than the limit/,
    'restart-forgets-triggers': /what is reached fires|a trailing stop follows the best price/,
    'release-margin-twice': /required margin equals the rule/,
    'rung-at-its-ratio': /the rung is the rule of the same seq/,
    'price-moves-nobody': /the rung is the rule of the same seq/,
    'countdown-restarts': /a countdown runs on until lifted/,
    'countdown-lifted-early': /a countdown runs on until lifted/,
    'dues-forgotten': /when the time is over, liquidation begins|a liquidation never stalls/,
    'no-cancel-level': /at 70 % what increases risk is cancelled/,
    'close-out-spares-orders': /at the deadline nothing may open a position/,
    'liquidation-overshoots': /a liquidation closes no more than its target asks for/,
    'closing-does-not-wait': /working orders go before a forced closing/,
    'liquidation-not-reduce-only': /forced closing is never more than what is open/,
    'deficit-clamped': /a loss beyond the money is posted as a deficit/,
    'terms-change-unseen': /the rung is the rule|required margin equals the rule/,
    'trailing-stop-moves-back': /a trailing stop moves one way/,
    'both-legs-fire': /a conditional order fires once/,
    'exits-armed-without-fills': /exits are armed by the fills of their entry/,
    'stop-fires-twice': /an order is handed to an exchange once/,
    'stop-not-reached-at-its-price': /what is reached fires/,
    'reduce-only-forgotten': /what may only reduce is never larger than the position/,
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
    'last-day-ignored': /nothing is traded after the last day|an order ends with its trade date/,
  };

  test.each(Object.keys(BREAKS) as BreakName[])('the seeded bug "%s" is caught by its own invariant', (name) => {
    let seen = 'nothing';
    for (let seed = 1; seed <= 80 && !caughtBy[name].test(seen); seed += 1) {
      const result = simulate(seed, STEPS, name);
      if ('invariant' in result) seen = result.invariant;
    }
    expect(seen).toMatch(caughtBy[name]);
  });
});
