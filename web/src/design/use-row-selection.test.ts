// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useRowSelection } from '#design/use-row-selection.ts';

const ABLE = ['a', 'b', 'c'];
const setUp = () =>
  renderHook(({ able, scope }) => useRowSelection(able, scope), { initialProps: { able: ABLE, scope: 'pending' } });

test('is locked until unlocked; locking clears the choice', () => {
  const { result } = setUp();
  expect(result.current.isUnlocked).toBe(false);
  act(() => result.current.setUnlocked(true));
  act(() => result.current.toggle('b', true));
  expect(result.current.chosen).toEqual(['b']);
  expect(result.current.all).toBe('some');
  act(() => result.current.setUnlocked(false));
  expect(result.current.chosen).toEqual([]);
});

test('chooses every row that may be chosen, in its order, and none', () => {
  const { result } = setUp();
  act(() => result.current.toggleAll(true));
  expect(result.current.chosen).toEqual(ABLE);
  expect(result.current.all).toBe('all');
  act(() => result.current.toggle('a', false));
  expect(result.current.chosen).toEqual(['b', 'c']);
  act(() => result.current.toggleAll(false));
  expect(result.current.all).toBe('none');
});

test('clears the choice for another tab, filter or scope', () => {
  const { result, rerender } = setUp();
  act(() => result.current.toggleAll(true));
  rerender({ able: ABLE, scope: 'filled' });
  expect(result.current.chosen).toEqual([]);
});

test('drops a row that may no longer be chosen', () => {
  const { result, rerender } = setUp();
  act(() => result.current.toggleAll(true));
  rerender({ able: ['a'], scope: 'pending' });
  expect(result.current.chosen).toEqual(['a']);
});
