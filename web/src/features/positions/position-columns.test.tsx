// @vitest-environment jsdom
/** Tests that the table of positions never needs more room than its columns: what is offered beside them makes one go. */

import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { layoutList } from '#design/ui/table/list-columns.ts';
import { marginLevelPercents } from '#features/positions/margin-level-prices.ts';
import { BESIDE_ACTIONS, usePositionColumns } from '#features/positions/position-columns.tsx';
import { UNTOUCHED } from '#session/column-memory.ts';
import { cacheOf, preparePages } from '#test/page.tsx';

preparePages();

const columns = () =>
  renderHook(() => usePositionColumns({ sums: null, percents: marginLevelPercents(undefined), closing: null }), {
    wrapper: ({ children }) => <QueryClientProvider client={cacheOf([])}>{children}</QueryClientProvider>,
  }).result.current;

test('where all columns just fit, the button that rolls takes the room of the profit in USD', () => {
  const shown = columns();
  const { width: beside, firstToGo } = BESIDE_ACTIONS.usual;
  const whole = layoutList(shown, UNTOUCHED, { width: 0, beside, firstToGo }).width;
  expect(layoutList(shown, UNTOUCHED, { width: whole, beside, firstToGo }).hidden).toEqual([]);
  const { width, ...room } = BESIDE_ACTIONS.withRoll;
  const rolled = layoutList(shown, UNTOUCHED, { ...room, width: whole, beside: width });
  expect(rolled.hidden).toEqual(['profitForeign']);
  expect(rolled.width).toBeLessThanOrEqual(whole);
});
