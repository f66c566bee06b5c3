// @vitest-environment jsdom
/** Checks that what one person of a browser keeps is not another's, and what becomes of a visitor's. */
import { beforeEach, expect, test } from 'vitest';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAuth } from '#session/auth-store.ts';
import { followOwn, ownName, ownStorage } from '#session/own-storage.ts';

const useKept = create<{ text: string }>()(
  persist(() => ({ text: '' }), {
    name: 'kept-test',
    storage: ownStorage(),
    merge: (kept) => ({ text: (kept as { text?: string } | undefined)?.text ?? '' }),
  }),
);
followOwn('kept-test', () => void useKept.persist.rehydrate());

const act = (activeUserId: string | null) => useAuth.setState({ activeUserId });
const text = () => useKept.getState().text;

beforeEach(() => {
  act(null);
  localStorage.clear();
  useKept.setState({ text: '' });
  localStorage.clear();
});

test('each person has their own, and a visitor beside them', () => {
  act('an');
  useKept.setState({ text: 'An’s' });
  act('binh');
  expect(text()).toBe('');
  useKept.setState({ text: 'Bình’s' });
  act(null);
  expect(text()).toBe('');
  useKept.setState({ text: 'a visitor’s' });
  act('an');
  expect(text()).toBe('An’s');
  act(null);
  expect(text()).toBe('a visitor’s');
});

test('what a visitor had becomes the first one’s who signs in without an own, and is nobody else’s then', () => {
  useKept.setState({ text: 'a visitor’s' });
  act('an');
  expect(text()).toBe('a visitor’s');
  act('binh');
  expect(text()).toBe('');
  act(null);
  expect(text()).toBe('');
});

test('what another tab writes for another person is not heard', () => {
  act('an');
  const write = (userId: string, said: string) => {
    const name = ownName('kept-test', userId);
    const newValue = JSON.stringify({ state: { text: said }, version: 0 });
    localStorage.setItem(name, newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue }));
  };
  write('binh', 'Bình’s');
  expect(text()).toBe('');
  write('an', 'An’s other tab');
  expect(text()).toBe('An’s other tab');
});
