/**
 * Price alerts: the journal records reached ones and their owner is notified; books, sums and orders are not affected.
 */
import { type CommandBody, snapshotState } from '@mua/core/engine';
import { describe, expect, test } from 'vitest';
import { AN, Broker, CODE } from '#test/scenarios/broker.ts';

const REACHED = {
  accountId: AN,
  alertId: 'a1',
  contractCode: CODE,
  direction: 'ABOVE',
  priceTicks: 1840,
  lastTicks: 1841,
  note: 'take profit',
} as const;

describe('a price alert', () => {
  test('is journaled with everything its message needs, and changes nothing but the clock', () => {
    const broker = new Broker();
    const { seq, timeMs, ...before } = snapshotState(broker.state);
    expect(broker.do({ kind: 'noteAlert', ...REACHED })).toEqual([{ kind: 'alertReached', ...REACHED }]);
    const after = snapshotState(broker.state);
    expect(after).toEqual({ ...before, seq: seq + 1, timeMs: timeMs + 1 });
  });

  test.each([
    ['ABOVE', 1840, 1840, true],
    ['ABOVE', 1840, 1839, false],
    ['BELOW', 1840, 1840, true],
    ['BELOW', 1840, 1841, false],
    ['BELOW', -5, -6, true],
    ['ABOVE', -5, -6, false],
  ] as const)('%s %i is reached by %i: %s', (direction, priceTicks, lastTicks, isReached) => {
    const entered: CommandBody = { kind: 'noteAlert', ...REACHED, direction, priceTicks, lastTicks };
    const broker = new Broker();
    if (isReached) expect(broker.do(entered)).toHaveLength(1);
    else expect(() => broker.do(entered)).toThrow('is not reached');
  });

  test('is refused for an unknown account or contract', () => {
    const broker = new Broker();
    expect(() => broker.do({ kind: 'noteAlert', ...REACHED, accountId: 'nobody' })).toThrow('unknown account');
    expect(() => broker.do({ kind: 'noteAlert', ...REACHED, contractCode: 'NOPE26' })).toThrow('unlisted contract');
  });
});
