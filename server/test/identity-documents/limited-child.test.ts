/** A child is judged by the work it does, not by how long a busy machine lets it wait. */
import { expect, test } from 'vitest';
import { runLimitedChild } from '#identity-documents/limited-child.ts';

const AMPLE = { workSeconds: 300, deadlineMs: 300_000, memoryMb: 1_000, answerBytes: 1_000 };

test.each([
  ['WORK', { ...AMPLE, workSeconds: 1 }],
  ['TIME', { ...AMPLE, deadlineMs: 50 }],
  ['MEMORY', { ...AMPLE, memoryMb: 1 }],
] as const)('a child without an end is ended by its limit of %s', async (end, limits) => {
  const answer = await runLimitedChild('../fixtures/endless-child', import.meta.url, [], limits);
  expect(answer).toEqual({ end, frames: [] });
});
