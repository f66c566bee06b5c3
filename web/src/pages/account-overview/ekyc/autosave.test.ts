/** Saving by itself: nothing that was typed is lost, and nothing is sent twice at once. */
import type { RegistrationFields } from '@mua/contract/entities/registration';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAutosave, type SaveState } from '#pages/account-overview/ekyc/autosave.ts';
import { CallError } from '#wire/call.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function stand(answer: (fields: RegistrationFields) => Promise<unknown>) {
  const sent: RegistrationFields[] = [];
  const told: SaveState['state'][] = [];
  const autosave = createAutosave(
    (fields) => {
      sent.push(fields);
      return answer(fields);
    },
    ({ state }) => told.push(state),
  );
  return { autosave, sent, told };
}

const lost = () => Promise.reject(new CallError({ code: 'RequestTimeout', facts: {}, status: null }));

test('what is typed in one go is one save', async () => {
  const { autosave, sent, told } = stand(async () => {});
  autosave.change({ fullName: 'A' });
  autosave.change({ fullName: 'An', street: '12' });
  expect(autosave.isPending()).toBe(true);
  // Before the first of it is on its way.
  expect([sent, told]).toEqual([[], ['saving']]);
  await vi.runAllTimersAsync();
  expect(sent).toEqual([{ fullName: 'An', street: '12' }]);
  expect(told).toEqual(['saving', 'saved']);
  expect(autosave.isPending()).toBe(false);
});

test('what is typed while a save runs goes after it', async () => {
  let finish = () => {};
  const { autosave, sent } = stand(() => new Promise<void>((resolve) => (finish = resolve)));
  autosave.change({ fullName: 'An' });
  const first = autosave.flush();
  await Promise.resolve();
  autosave.change({ fullName: 'Anh' });
  expect(sent).toEqual([{ fullName: 'An' }]);
  finish();
  expect(await first).toBe(false);
  const second = autosave.flush();
  await Promise.resolve();
  finish();
  expect(await second).toBe(true);
  expect(sent).toEqual([{ fullName: 'An' }, { fullName: 'Anh' }]);
});

test('what a bad network did not carry is tried again, with what was typed since', async () => {
  let isDown = true;
  const { autosave, sent, told } = stand(() => (isDown ? lost() : Promise.resolve()));
  autosave.change({ fullName: 'An', street: '12' });
  expect(await autosave.flush()).toBe(false);
  expect(told).toEqual(['saving', 'waiting']);
  isDown = false;
  autosave.change({ street: '14' });
  await vi.runAllTimersAsync();
  expect(sent.at(-1)).toEqual({ fullName: 'An', street: '14' });
  expect(told.at(-1)).toBe('saved');
});

test('a refusal is told and not repeated', async () => {
  const { autosave, sent, told } = stand(() =>
    Promise.reject(new CallError({ code: 'EkycApproved', facts: {}, status: 409 })),
  );
  autosave.change({ fullName: 'An' });
  expect(await autosave.flush()).toBe(false);
  await vi.runAllTimersAsync();
  expect(sent).toHaveLength(1);
  expect(told).toEqual(['saving', 'refused']);
});
