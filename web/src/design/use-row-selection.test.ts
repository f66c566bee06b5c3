// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowSelection } from '#design/use-row-selection.ts';

const ABLE = ['a', 'b', 'c'];
const setUp = () =>
  renderHook(({ able, scope }) => useRowSelection(able, scope), { initialProps: { able: ABLE, scope: 'pending' } });

test('locked until unlocked; locking lets the choice go', () => {
  const { result } = setUp();
  expect(result.current.isUnlocked).toBe(false);
  act(() => result.current.setUnlocked(true));
  act(() => result.current.toggle('b', true));
  expect(result.current.chosen).toEqual(['b']);
  expect(result.current.all).toBe('some');
  act(() => result.current.setUnlocked(false));
  expect(result.current.chosen).toEqual([]);
});

test('all of what may be chosen, in its order, and none', () => {
  const { result } = setUp();
  act(() => result.current.toggleAll(true));
  expect(result.current.chosen).toEqual(ABLE);
  expect(result.current.all).toBe('all');
  act(() => result.current.toggle('a', false));
  expect(result.current.chosen).toEqual(['b', 'c']);
  act(() => result.current.toggleAll(false));
  expect(result.current.all).toBe('none');
});

test('another tab, filter or scope is another list', () => {
  const { result, rerender } = setUp();
  act(() => result.current.toggleAll(true));
  rerender({ able: ABLE, scope: 'filled' });
  expect(result.current.chosen).toEqual([]);
});

test('what may no longer be chosen is not', () => {
  const { result, rerender } = setUp();
  act(() => result.current.toggleAll(true));
  rerender({ able: ['a'], scope: 'pending' });
  expect(result.current.chosen).toEqual(['a']);
});
