/** Work that takes longer than an answer: one run at a time, whose result is there for whoever asks again. */
import { expect, test } from 'vitest';
import { createLongRuns, type Progress } from '#http/long-runs.ts';

/** An answer waits for a millisecond. */
const ANSWER_MS = 3;

function stage() {
  const begun: { tell: (progress: Progress) => void; end: (result: string) => void; fail: (error: Error) => void }[] =
    [];
  const runs = createLongRuns<string>(ANSWER_MS, (tell) => {
    return new Promise((end, fail) => begun.push({ tell, end, fail }));
  });
  const underWay = async (runId?: string) => {
    const answer = await runs.ask(runId);
    if (!('underWay' in answer)) throw new Error(`it is over: ${answer.result}`);
    return answer.underWay;
  };
  return { begun, runs, underWay };
}

test('what is done in time is answered at once', async () => {
  const runs = createLongRuns(60_000, async () => 'done');
  expect(await runs.ask(undefined)).toEqual({ result: 'done' });
});

test('whoever asks meanwhile shares the run under way, and hears how far it is', async () => {
  const { begun, underWay } = stage();
  const { runId } = await underWay();
  begun[0]?.tell({ reached: 500, whole: 2_000 });
  for (const asked of [runId, undefined, 'another'])
    expect(await underWay(asked)).toEqual({ runId, reached: 500, whole: 2_000 });
  expect(begun).toHaveLength(1);
});

test('its result is kept for whoever names it; who does not, begins anew', async () => {
  const { begun, runs, underWay } = stage();
  const { runId } = await underWay();
  begun[0]?.end('whole');
  expect(await runs.ask(runId)).toEqual({ result: 'whole' });
  expect(await runs.ask(runId)).toEqual({ result: 'whole' });
  const next = await underWay();
  expect(next.runId).not.toBe(runId);
  // The result is gone, and whoever asks for it waits for the next one.
  expect((await underWay(runId)).runId).toBe(next.runId);
  begun[1]?.end('damaged');
  expect(await runs.ask(next.runId)).toEqual({ result: 'damaged' });
  expect(begun).toHaveLength(2);
});

test('a failure is told to whoever asks, and the next one begins anew', async () => {
  const { begun, runs, underWay } = stage();
  const { runId } = await underWay();
  begun[0]?.fail(new Error('the database is away'));
  await expect(runs.ask(runId)).rejects.toThrow('the database is away');
  expect((await underWay()).runId).not.toBe(runId);
});
