/** Checks that a third-party exchange's line drops and reconnects by itself, but not once it was cut by hand. */
import { createExchange } from '@mua/core/exchange';
import { describe, expect, test } from 'vitest';
import { BrokerLine, type LinkChange } from '#venue/thread/broker-line.ts';

const LOOK_MS = 100;
const LONG_AFTER_MS = 60_000;

/** Returns a line that has just dropped by itself and reported so. */
function droppedLine() {
  const exchange = createExchange({ epoch: 'f1', rules: { collarBasisPoints: 200, collarMinimumTicks: 10 } });
  const line = new BrokerLine({ exchange, epoch: 'f1', seed: 7, behaviour: 'foreign' });
  let nowMs = 0;
  /** Runs for a time; returns the first change of the line. */
  const wait = (ms: number): LinkChange | undefined => {
    for (const untilMs = nowMs + ms; nowMs < untilMs; ) {
      nowMs += LOOK_MS;
      line.step(nowMs);
      const { link } = line.take(nowMs);
      if (link) return link;
    }
    return undefined;
  };
  const dropped = wait(24 * 3_600_000);
  return { line, wait, dropped, take: () => line.take(nowMs).link };
}

describe('a line that has dropped by itself', () => {
  test('reconnects by itself', () => {
    const { wait, dropped } = droppedLine();
    expect(dropped).toEqual({ kind: 'lost', reason: 'heartbeat missed' });
    expect(wait(LONG_AFTER_MS)).toEqual({ kind: 'back', orders: [] });
  });

  test('stays down if it is cut by hand meanwhile, and does not report its loss again', () => {
    const { line, wait, take } = droppedLine();
    line.cut('drill');
    expect(take()).toBeUndefined();
    expect(wait(LONG_AFTER_MS)).toBeUndefined();
    expect(line.request({ kind: 'status', orderId: 'o1', contractCode: 'ZCEZ26' })).toEqual([]);
    line.mend();
    expect(take()).toEqual({ kind: 'back', orders: [] });
  });

  test('reconnects at once if it is restored by hand, and only once', () => {
    const { line, wait, take } = droppedLine();
    line.mend();
    expect(take()).toEqual({ kind: 'back', orders: [] });
    expect(wait(LONG_AFTER_MS)?.kind).not.toBe('back');
  });
});
