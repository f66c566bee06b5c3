import { expect, test } from 'vitest';
import { createStepsMeanwhile } from '#feeds/steps-meanwhile.ts';
import type { DurableStep } from '#journal/sequencer.ts';

const step = (seq: number): DurableStep => ({ command: { kind: 'passTime', seq, timeMs: seq }, events: [] });
const seqsOf = (steps: readonly DurableStep[]) => steps.map(({ command }) => command.seq);

test('each reading has what came since it began, whichever of them end before it', () => {
  const kept = createStepsMeanwhile();
  kept.hear([step(1)]);
  const first = kept.begin();
  kept.hear([step(2), step(3)]);
  const second = kept.begin();
  kept.hear([step(4)]);
  expect(seqsOf(first.steps())).toEqual([2, 3, 4]);
  expect(seqsOf(second.steps())).toEqual([4]);
  first.end();
  first.end();
  kept.hear([step(5)]);
  const third = kept.begin();
  kept.hear([step(6)]);
  expect(seqsOf(second.steps())).toEqual([4, 5, 6]);
  second.end();
  expect(seqsOf(third.steps())).toEqual([6]);
  third.end();
  kept.hear([step(7)]);
  const last = kept.begin();
  kept.hear([step(8)]);
  expect(seqsOf(last.steps())).toEqual([8]);
});

test('what was kept is let go of with the last reading', () => {
  const kept = createStepsMeanwhile();
  const readings = Array.from({ length: 100 }, () => kept.begin());
  kept.hear([step(1), step(2)]);
  for (const reading of readings.slice(1)) reading.end();
  expect(seqsOf(readings[0]?.steps() ?? [])).toEqual([1, 2]);
  readings[0]?.end();
  expect(readings[0]?.steps()).toEqual([]);
});
