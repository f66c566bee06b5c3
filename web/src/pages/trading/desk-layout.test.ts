import { beforeEach, expect, test } from 'vitest';
import { keptSizes, PANEL_LIMITS, useDeskLayout } from './desk-layout.ts';

beforeEach(() => {
  localStorage.clear();
  useDeskLayout.setState({ moved: {} });
});

test.each([undefined, null, 'x', 7, { book: 'wide' }, { book: Number.NaN }])('%j holds no size', (kept) => {
  expect(keptSizes(kept)).toEqual({});
});

test('sizes are whole pixels within their limits; unknown panels are left out', () => {
  expect(keptSizes({ book: 240.4, tape: 5, side: 9999, ladder: 100 })).toEqual({
    book: 240,
    tape: PANEL_LIMITS.tape.min,
    side: PANEL_LIMITS.side.max,
  });
});

test('what was moved is remembered, and what was not keeps its drawn size', () => {
  useDeskLayout.getState().resize({ book: 250 });
  useDeskLayout.getState().resize({ bottom: 300 });
  expect(useDeskLayout.getState().moved).toEqual({ book: 250, bottom: 300 });
  expect(JSON.parse(localStorage.getItem('desk-layout') ?? '{}').state).toEqual({ moved: { book: 250, bottom: 300 } });
});

test('a broken memory is forgotten', async () => {
  localStorage.setItem('desk-layout', JSON.stringify({ state: { moved: { side: 'x', tape: 170 } }, version: 0 }));
  await useDeskLayout.persist.rehydrate();
  expect(useDeskLayout.getState().moved).toEqual({ tape: 170 });
});
