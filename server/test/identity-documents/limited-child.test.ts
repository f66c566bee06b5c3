/** Checks that a child process is limited by the work it does, not by how long a busy machine makes it wait. */
import { expect, test } from 'vitest';
import { runLimitedChild } from '#identity-documents/limited-child.ts';
import { killChild } from '#test/fixtures/kill-child.ts';

const AMPLE = { workSeconds: 300, deadlineMs: 300_000, memoryMb: 1_000, threads: 1, answerBytes: 1_000 };

test.each([
  ['WORK', 'endless-child', { ...AMPLE, workSeconds: 1 }],
  ['TIME', 'endless-child', { ...AMPLE, deadlineMs: 50 }],
  // More than Node and its loader need, and less than the child takes; the kernel's own limit is twice as much.
  ['MEMORY', 'hungry-child', { ...AMPLE, memoryMb: 250 }],
] as const)('an endless child process is ended by its limit of %s', async (end, child, limits) => {
  const answer = await runLimitedChild(`../test/fixtures/${child}`, [], limits);
  expect(answer).toEqual({ end, frames: [] });
});

test.runIf(process.platform === 'linux')(
  'a child process that is killed from outside has not failed by itself',
  async () => {
    const running = runLimitedChild('../test/fixtures/endless-child', [], AMPLE);
    await killChild('endless-child');
    expect(await running).toEqual({ end: 'KILLED', frames: [] });
  },
);
