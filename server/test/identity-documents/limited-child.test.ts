/** Checks that a child is judged by the work it does, not by how long a busy machine lets it wait. */
import { expect, test } from 'vitest';
import { runLimitedChild } from '#identity-documents/limited-child.ts';

const AMPLE = { workSeconds: 300, deadlineMs: 300_000, memoryMb: 1_000, answerBytes: 1_000 };

test.each([
  ['WORK', 'endless-child', { ...AMPLE, workSeconds: 1 }],
  ['TIME', 'endless-child', { ...AMPLE, deadlineMs: 50 }],
  // The limit exceeds what it needs at the start, and is no more than the kernel allows.
  ['MEMORY', 'hungry-child', { ...AMPLE, memoryMb: 300 }],
] as const)('a child that never ends is stopped by its limit of %s', async (end, child, limits) => {
  const answer = await runLimitedChild(`../fixtures/${child}`, import.meta.url, [], limits);
  expect(answer).toEqual({ end, frames: [] });
});
