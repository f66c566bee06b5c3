import { expect, test } from 'vitest';
import { createShutdown } from '#app/shutdown.ts';

test('one that fails to close keeps none of the others open, and its failure is the stop’s', async () => {
  const said: string[] = [];
  const closed: string[] = [];
  const shutdown = createShutdown((message) => said.push(message));
  const fail = (message: string) => async (): Promise<never> => {
    throw new Error(message);
  };
  shutdown.opened(() => closed.push('the database'));
  shutdown.opened(fail('the second'));
  shutdown.opened(() => closed.push('the server'));
  shutdown.opened(fail('the first'));
  shutdown.closeLast(() => closed.push('the folder'));
  await expect(shutdown.closeAll()).rejects.toThrow('the first');
  expect(closed).toEqual(['the server', 'the database', 'the folder']);
  expect(said).toEqual(['Not closed: the second']);
});
