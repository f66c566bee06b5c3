// @vitest-environment jsdom
/** A panel's window is its investor's, and nobody's after them. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useClosedBySignOut } from '#app/use-closed-by-sign-out.ts';
import { useAuth } from '#session/auth-store.ts';

const close = vi.fn();

const signIn = (userId: string) =>
  useAuth.getState().addAccount({ user: { userId }, accessToken: { value: `slot-${userId}` } });

beforeEach(() => {
  close.mockReset();
  vi.stubGlobal('close', close);
  signIn('binh');
  signIn('an');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

test('it closes when its investor signs out, also where another stays', () => {
  renderHook(useClosedBySignOut);
  act(() => useAuth.getState().removeAccount('an'));
  expect(useAuth.getState().activeUserId).toBe('binh');
  expect(close).toHaveBeenCalledTimes(1);
});

test('it closes when everybody signs out', () => {
  renderHook(useClosedBySignOut);
  act(() => useAuth.getState().signOutAll());
  expect(close).toHaveBeenCalledTimes(1);
});

test('it stays when somebody else signs out, and belongs to whom its menu has switched to', () => {
  renderHook(useClosedBySignOut);
  act(() => useAuth.getState().removeAccount('binh'));
  act(() => signIn('chi'));
  act(() => useAuth.getState().removeAccount('an'));
  expect(close).not.toHaveBeenCalled();
  act(() => useAuth.getState().removeAccount('chi'));
  expect(close).toHaveBeenCalledTimes(1);
});

test('a visitor’s stays when somebody signs in', () => {
  useAuth.getState().signOutAll();
  renderHook(useClosedBySignOut);
  act(() => signIn('an'));
  expect(close).not.toHaveBeenCalled();
});
