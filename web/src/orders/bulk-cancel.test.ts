// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { cancelEach, useBulkCancel } from '#orders/bulk-cancel.ts';
import { isSuppressed } from '#orders/suppressed-toasts.ts';
import { CallError } from '#wire/call.ts';

const refused = new CallError({ code: 'OrderCancelNotAllowed', facts: { status: 'FILLED' }, status: 409 });

test('each order meets its own fate, none is requested twice, a few run at a time', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `o${at}`);
  let [running, most] = [0, 0];
  const cancel = vi.fn(async (id: string) => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (id === 'o5') throw refused;
  });
  const fates = new Map<string, string>();
  await cancelEach({ ids, cancel, onFate: (id, { kind }) => fates.set(id, kind) });
  expect(cancel).toHaveBeenCalledTimes(12);
  expect(most).toBeLessThanOrEqual(4);
  expect([...fates].filter(([, kind]) => kind === 'refused')).toEqual([['o5', 'refused']]);
  expect(fates.size).toBe(12);
});

test('waits and goes on when the server limits the rate', async () => {
  const busy = new CallError({ code: 'TooManyRequests', facts: {}, status: 429 });
  const cancel = vi.fn(async () => undefined as unknown).mockRejectedValueOnce(busy);
  const breathe = vi.fn(async () => undefined);
  const onFate = vi.fn();
  await cancelEach({ ids: ['a'], cancel, onFate, breathe });
  expect(breathe).toHaveBeenCalledOnce();
  expect(onFate).toHaveBeenCalledWith('a', { kind: 'sent' });
});

test('sums up once, and forgets the summary when another list is shown', async () => {
  const cancel = async (id: string) => {
    if (id === 'b') throw refused;
  };
  const { result, rerender } = renderHook(({ scope }) => useBulkCancel(cancel, scope), {
    initialProps: { scope: 'pending' },
  });
  await act(() => result.current.start(['a', 'b']));
  expect(result.current.progress).toMatchObject({ total: 2, done: 2, refused: 1, isRunning: false });
  expect(result.current.progress.fates.get('b')).toMatchObject({ code: 'OrderCancelNotAllowed' });
  rerender({ scope: 'filled' });
  expect(result.current.progress.total).toBe(0);
});

test('suppresses the toast of the cancellation once; a fill and a refusal still show theirs', async () => {
  const cancel = async (id: string) => {
    if (id === 'refused') throw refused;
  };
  const { result } = renderHook(() => useBulkCancel(cancel, 'pending'));
  await act(() => result.current.start(['gone', 'filled', 'refused']));
  expect(isSuppressed('gone', 'IN_CANCEL')).toBe(true);
  expect(isSuppressed('gone', 'CANCELLED')).toBe(true);
  expect(isSuppressed('gone', 'CANCELLED')).toBe(false);
  expect(isSuppressed('filled', 'FILLED')).toBe(false);
  expect(isSuppressed('refused', 'CANCELLED')).toBe(false);
});
