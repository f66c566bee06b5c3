// @vitest-environment jsdom
/**
 * Checks which of the investor's own limits an order meets, and when: the order and the bounds are those of
 * core/self-limits.
 */
import type { SelfLimits } from '@mua/contract/http/self-limits';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { selfLimitAt } from '#accounts/self-limit-rules.ts';
import { selfLimitsQuery, useSelfLimit } from '#accounts/self-limits.ts';
import { ACTOR } from '#mock/sample-records.ts';
import { setClock } from '#session/clock.ts';

const FREE: SelfLimits = { maxLotsPerOrder: null, dailyLoss: null, noTradeHours: null, coolOffUntil: null };
const NIGHT = { from: '22:00', to: '06:00' };
/** Time of the day in Vietnam. */
const at = (timeOfDay: string) => Date.parse(`2026-11-20T${timeOfDay}:00.000+07:00`);
const until = new Date(at('15:00')).toISOString();

test.each<[string, Partial<SelfLimits>, string, string | null, number?]>([
  ['none', {}, '12:00', null],
  ['the loss of a day is the server’s to judge', { dailyLoss: '1' }, '12:00', null],
  ['lots of an order', { maxLotsPerOrder: 2 }, '12:00', 'BrakeMaxLots', 2],
  ['a pause, before anything else', { maxLotsPerOrder: 2, coolOffUntil: until }, '14:59', 'BrakeCoolOff', 0],
  ['the end of a pause is free', { coolOffUntil: until }, '15:00', null],
  ['hours, their first minute', { maxLotsPerOrder: 2, noTradeHours: NIGHT }, '22:00', 'BrakeHours', 0],
  ['past midnight', { noTradeHours: NIGHT }, '05:59', 'BrakeHours', 0],
  ['their end is free', { noTradeHours: NIGHT }, '06:00', null],
  ['before them', { noTradeHours: NIGHT }, '21:59', null],
  ['within a day', { noTradeHours: { from: '09:00', to: '11:00' } }, '10:59', 'BrakeHours', 0],
  ['after it', { noTradeHours: { from: '09:00', to: '11:00' } }, '11:00', null],
  ['the whole day', { noTradeHours: { from: '09:00', to: '09:00' } }, '03:00', 'BrakeHours', 0],
])('%s', (_name, part, timeOfDay, code, maxLots) => {
  const limit = selfLimitAt({ ...FREE, ...part }, at(timeOfDay));
  expect([limit?.code ?? null, limit?.maxLots]).toEqual([code, maxLots]);
});

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('loosened limits apply from the trade date on, also on a page that stays open', () => {
  let timeMs = at('04:59');
  const putClockBack = setClock(() => timeMs);
  vi.setSystemTime(timeMs);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const reply = { inForce: { ...FREE, maxLotsPerOrder: 2 }, next: { ...FREE, maxLotsPerOrder: 5 } };
  client.setQueryData(selfLimitsQuery(ACTOR).queryKey, reply);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => useSelfLimit(ACTOR), { wrapper });
  expect(result.current?.maxLots).toBe(2);
  timeMs = at('05:00');
  act(() => vi.advanceTimersByTime(1000));
  expect(result.current?.maxLots).toBe(5);
  putClockBack();
});
