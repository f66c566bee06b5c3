// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { priceStore } from '#market/price-store.ts';
import { useTradeFlash } from '#market/use-trade-flash.ts';

const grid = { scale: 0, tickUnits: 1, display: 'decimal' } as const;

beforeEach(() => {
  vi.useFakeTimers();
  priceStore.register(['A', 'B', 'C'].map((code) => ({ code, grid })));
  const quotes = ['A', 'B', 'C'].map((code) => ({ code, last: '100', settlement: '90', volume: 10 }));
  priceStore.apply(quotes, 'snapshot');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

let volume = 10;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
/** Applies a trade, and runs the frame that reports it. */
const trade = (code: string, last: string) => {
  volume += 1;
  priceStore.apply([{ code, last, volume }], 'update');
  pass(16);
};

test('flashes for a trade by its move and ends; a trade during the flash prolongs it', () => {
  const { result } = renderHook(() => useTradeFlash('A'));
  expect(result.current).toBeNull();
  trade('A', '101');
  expect(result.current).toBe(1);
  pass(200);
  trade('A', '99');
  expect(result.current).toBe(-1);
  pass(290);
  expect(result.current).toBe(-1);
  pass(10);
  expect(result.current).toBeNull();
});

test('flashes for a trade at the same price in the direction of the last move, whatever the day’s change', () => {
  const { result } = renderHook(() => useTradeFlash('A'));
  trade('A', '99');
  pass(300);
  expect(result.current).toBeNull();
  trade('A', '99');
  expect(result.current).toBe(-1);
});

test('is neutral until a move was seen', () => {
  const { result } = renderHook(() => useTradeFlash('C'));
  trade('C', '100');
  expect(result.current).toBe(0);
});

test('does not flash for a contract that just replaced another', () => {
  const { result, rerender } = renderHook(({ code }) => useTradeFlash(code), { initialProps: { code: 'A' } });
  trade('A', '101');
  trade('B', '101');
  expect(result.current).not.toBeNull();
  rerender({ code: 'B' });
  expect(result.current).toBeNull();
});
