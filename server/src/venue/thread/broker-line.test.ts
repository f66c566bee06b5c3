/** The line of a foreign exchange drops by itself and is back by itself, but not where a hand has cut it meanwhile. */
import { createExchange } from '@mua/core/exchange';
import { describe, expect, test } from 'vitest';
import { BrokerLine, type LinkChange } from '#venue/thread/broker-line.ts';

const LOOK_MS = 100;
const LONG_AFTER_MS = 60_000;

/** It has just dropped by itself, and said so. */
function droppedLine() {
  const exchange = createExchange({ epoch: 'f1', rules: { collarBasisPoints: 200, collarMinimumTicks: 10 } });
  const line = new BrokerLine({ exchange, epoch: 'f1', seed: 7, behaviour: 'foreign' });
  let nowMs = 0;
  /** What became of the line within so long. */
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
  test('is back by itself', () => {
    const { wait, dropped } = droppedLine();
    expect(dropped).toEqual({ kind: 'lost', reason: 'heartbeat missed' });
    expect(wait(LONG_AFTER_MS)).toEqual({ kind: 'back', orders: [] });
  });

  test('and is cut by hand meanwhile stays cut, and says no second time that it is lost', () => {
    const { line, wait, take } = droppedLine();
    line.cut('drill');
    expect(take()).toBeUndefined();
    expect(wait(LONG_AFTER_MS)).toBeUndefined();
    expect(line.request({ kind: 'status', orderId: 'o1', contractCode: 'ZCEZ26' })).toEqual([]);
    line.mend();
    expect(take()).toEqual({ kind: 'back', orders: [] });
  });

  test('and is mended by hand is back at once, and not a second time', () => {
    const { line, wait, take } = droppedLine();
    line.mend();
    expect(take()).toEqual({ kind: 'back', orders: [] });
    expect(wait(LONG_AFTER_MS)?.kind).not.toBe('back');
  });
});
