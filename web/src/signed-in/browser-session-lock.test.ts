import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** Fakes a browser's locks: one holder at a time, in the order of asking, across tabs. */
function browserLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, work: () => Promise<unknown>) => {
      const mine = (queues.get(name) ?? Promise.resolve()).then(work);
      queues.set(
        name,
        mine.catch(() => undefined),
      );
      return mine;
    },
  };
}

/** Builds an answer that is still on its way. */
function pending() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve: () => resolve() };
}

async function openTab() {
  vi.resetModules();
  return import('#signed-in/browser-session-lock.ts');
}

async function sameTabTwice() {
  vi.stubGlobal('navigator', {});
  const tab = await openTab();
  return [tab, tab] as const;
}

async function twoTabs() {
  vi.stubGlobal('navigator', { locks: browserLocks() });
  return [await openTab(), await openTab()] as const;
}

describe.each([
  ['one tab without locks', sameTabTwice],
  ['two tabs of a browser', twoTabs],
])('%s', (_, open) => {
  test('sends a change once the previous one is answered, however that ended', async () => {
    const [one, other] = await open();
    const said: string[] = [];
    const answer = pending();
    const first = one.withBrowserSessionLock(async () => {
      said.push('first sent');
      await answer.promise;
      throw new Error('refused');
    });
    const second = other.withBrowserSessionLock(async () => {
      said.push('second sent');
      return 'done';
    });
    await vi.waitFor(() => expect(said).toEqual(['first sent']));
    answer.resolve();
    await expect(first).rejects.toThrow('refused');
    expect(await second).toBe('done');
    expect(said).toEqual(['first sent', 'second sent']);
  });
});
