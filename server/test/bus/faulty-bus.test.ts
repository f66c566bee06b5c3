/** The faults that other tests rely on do happen, and the same ones for the same seed. */
import { expect, test } from 'vitest';
import { NoAnswerError, NotCarriedError } from '#bus/bus.ts';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { createFaultyBus, type Faults } from '#test/fixtures/faulty-bus.ts';

const FAULTS = { seed: 1, lost: 0.2, doubled: 0.2, mostTurns: 3 };
const SENT = 200;

async function heardOf(faults: Faults): Promise<number[]> {
  const bus = createFaultyBus(createInProcessBus(), faults);
  const heard: number[] = [];
  bus.subscribe('prices', (text) => heard.push(Number(text)));
  for (let n = 0; n < SENT; n += 1) {
    bus.publish('prices', String(n));
    if (n % 5 === 0) await bus.quiet();
  }
  await bus.quiet();
  await bus.quiet();
  return heard;
}

test('messages are lost, doubled and swapped, by the seed', async () => {
  const heard = await heardOf(FAULTS);
  const distinct = new Set(heard);
  expect(distinct.size).toBeLessThan(SENT);
  expect(distinct.size).toBeGreaterThan(SENT / 2);
  expect(heard.length).toBeGreaterThan(distinct.size);
  expect(heard.some((n, at) => at > 0 && n < (heard[at - 1] ?? 0))).toBe(true);
  expect(await heardOf(FAULTS)).toEqual(heard);
  expect(await heardOf({ ...FAULTS, seed: 2 })).not.toEqual(heard);
});

test('requests end in an answer, not carried or no answer, and some are done twice', async () => {
  const bus = createFaultyBus(createInProcessBus(), FAULTS);
  let done = 0;
  bus.serve('sums', async (text) => {
    done += 1;
    return `${text}=2`;
  });
  const ends = { answered: 0, notCarried: 0, noAnswer: 0 };
  for (let n = 0; n < SENT; n += 1) {
    const end = await bus.request('sums', '1+1', 1_000).catch((error: unknown) => error);
    if (end === '1+1=2') ends.answered += 1;
    if (end instanceof NotCarriedError) ends.notCarried += 1;
    if (end instanceof NoAnswerError) ends.noAnswer += 1;
  }
  expect(ends.answered + ends.notCarried + ends.noAnswer).toBe(SENT);
  expect(Math.min(ends.answered, ends.notCarried, ends.noAnswer)).toBeGreaterThan(0);
  await bus.quiet();
  expect(done).toBeGreaterThan(ends.answered);
});

test('a bus that is cut carries nothing, and a healed one everything', async () => {
  const bus = createFaultyBus(createInProcessBus(), FAULTS);
  const heard: string[] = [];
  bus.subscribe('prices', (text) => heard.push(text));
  bus.serve('sums', async () => '2');
  bus.cut();
  bus.publish('prices', 'lost');
  await bus.quiet();
  await expect(bus.request('sums', '', 1_000)).rejects.toThrow();
  bus.heal();
  bus.publish('prices', 'heard');
  await bus.quiet();
  expect(heard).toEqual(['heard']);
  expect(await bus.request('sums', '', 1_000)).toBe('2');
});
