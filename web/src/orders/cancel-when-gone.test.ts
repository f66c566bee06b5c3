// @vitest-environment jsdom
/** Checks what a tab says of itself to the server, and what it learns when it was silent for too long. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ACTOR } from '#mock/sample-records.ts';
import { sayStillHere, switchOff, switchOn, useCancelWhenGone } from '#orders/cancel-when-gone.ts';
import { CallError } from '#wire/call.ts';

const called = vi.hoisted(() => vi.fn());
vi.mock('#signed-in/actor.ts', () => ({ callAs: called }));

const CHOICE = { seconds: 60, includesGoodTill: false };
const { accountId } = ACTOR;

/** What the server has been told and asked: a timeout, or `read`. */
const said = () => called.mock.calls.map(([, { method }, { body }]) => (method === 'GET' ? 'read' : body.seconds));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 });
  called.mockReset().mockResolvedValue({ ...CHOICE, cancelsAt: null });
  useCancelWhenGone.setState({ waiting: {}, cancelled: {} });
});

const wait = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

describe('a tab that is waited for', () => {
  test('is heard every third of the time that it may be silent', async () => {
    await switchOn(ACTOR, CHOICE);
    for (let beat = 0; beat < 12; beat += 1) {
      wait(5);
      await sayStillHere();
    }
    expect(said()).toEqual([60, 60, 60, 60]);
  });

  test('says it again with the next beat when it was not heard', async () => {
    await switchOn(ACTOR, CHOICE);
    wait(20);
    called.mockRejectedValueOnce(new CallError({ code: 'ServiceUnavailable', facts: {}, status: null }));
    await sayStillHere();
    wait(5);
    await sayStillHere();
    wait(5);
    await sayStillHere();
    expect(said()).toEqual([60, 60, 60]);
  });

  test('does not switch it on again by itself after it came to it', async () => {
    await switchOn(ACTOR, CHOICE);
    wait(61);
    called.mockResolvedValueOnce({ seconds: 0, includesGoodTill: false, cancelsAt: null });
    await sayStillHere();
    expect(said()).toEqual([60, 'read']);
    expect(useCancelWhenGone.getState()).toEqual({
      waiting: {},
      cancelled: { [accountId]: { userId: ACTOR.userId, seconds: 60 } },
    });
    await switchOn(ACTOR, CHOICE);
    expect(useCancelWhenGone.getState().cancelled).toEqual({});
  });

  test('ends with the wish that a copy of it ended', async () => {
    await switchOn(ACTOR, CHOICE);
    const copied = useCancelWhenGone.getState();
    await switchOff(ACTOR);
    useCancelWhenGone.setState(copied);
    wait(61);
    await sayStillHere();
    expect(said()).toEqual([60, 0]);
    expect(useCancelWhenGone.getState()).toEqual({ waiting: {}, cancelled: {} });
  });

  test('goes on if the server has waited longer than that, being down itself', async () => {
    await switchOn(ACTOR, CHOICE);
    wait(300);
    await sayStillHere();
    expect(said()).toEqual([60, 'read', 60]);
  });

  test('a word on its way does not outlast the wish to end it', async () => {
    await switchOn(ACTOR, CHOICE);
    wait(20);
    let answer = (_: object): void => undefined;
    called.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    const word = sayStillHere();
    const end = switchOff(ACTOR);
    await Promise.resolve();
    expect(said()).toEqual([60, 60]);
    answer({ ...CHOICE, cancelsAt: null });
    await Promise.all([word, end]);
    expect(said()).toEqual([60, 60, 0]);
    expect(useCancelWhenGone.getState().waiting).toEqual({});
  });

  test('is not waited for any more once its investor has signed out', async () => {
    await switchOn(ACTOR, CHOICE);
    wait(20);
    called.mockRejectedValueOnce(new CallError({ code: 'Unauthorized', facts: {}, status: 401 }));
    await sayStillHere();
    expect(useCancelWhenGone.getState()).toEqual({ waiting: {}, cancelled: {} });
  });
});

test('a switch that the server refuses stays as it was', async () => {
  called.mockRejectedValueOnce(new CallError({ code: 'JOURNAL_UNAVAILABLE', facts: {}, status: 503 }));
  await expect(switchOn(ACTOR, CHOICE)).rejects.toThrow();
  expect(useCancelWhenGone.getState().waiting).toEqual({});
});

test('what is kept with the tab outlasts a reload, and nothing else that it may hold', async () => {
  await switchOn(ACTOR, CHOICE);
  const whole = sessionStorage.getItem('cancel-when-gone') ?? '';
  const waiting = { ...useCancelWhenGone.getState().waiting };
  sessionStorage.setItem('cancel-when-gone', whole.replace('"cancelled":{}', '"cancelled":{"x":"soon"}'));
  await useCancelWhenGone.persist.rehydrate();
  expect(useCancelWhenGone.getState()).toEqual({ waiting, cancelled: {} });
  for (const broken of ['{"state":{"waiting":{"a":{"seconds":"60"}}},"version":0}', '{"state":7,"version":0}']) {
    sessionStorage.setItem('cancel-when-gone', broken);
    await useCancelWhenGone.persist.rehydrate();
    expect(useCancelWhenGone.getState()).toEqual({ waiting: {}, cancelled: {} });
  }
});
