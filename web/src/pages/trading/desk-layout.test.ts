// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { DRAWN_LAYOUT, keptSizes, MOST_WORKSPACES, PANEL_LIMITS, useDeskLayout } from '#pages/trading/desk-layout.ts';

const layout = () => useDeskLayout.getState();
const kept = () => JSON.parse(localStorage.getItem('desk-layout') ?? '{}').state;

beforeEach(() => {
  localStorage.clear();
  useDeskLayout.setState({ ...DRAWN_LAYOUT, workspaces: [], arrangement: 0 });
});

test.each([undefined, null, 'x', 7, { book: 'wide' }, { book: Number.NaN }])('reads no size from %j', (value) => {
  expect(keptSizes(value)).toEqual({});
});

test('sizes are whole pixels within their limits; unknown panels are left out', () => {
  expect(keptSizes({ book: 240.4, tape: 5, side: 9999, strip: 100 })).toEqual({
    book: 240,
    tape: PANEL_LIMITS.tape.min,
    side: PANEL_LIMITS.side.max,
  });
});

test('remembers what was resized or hidden; everything else keeps its default', () => {
  layout().resize({ book: 250 });
  layout().resize({ bottom: 300 });
  layout().setShown('tape', false);
  layout().setShown('tape', false);
  layout().setList('orders');
  expect(kept()).toMatchObject({ moved: { book: 250, bottom: 300 }, hidden: ['tape'], list: 'orders' });
  layout().setShown('tape', true);
  expect(kept()).toMatchObject({ hidden: [] });
});

test('takes over the workspaces of another tab but not its panels', () => {
  layout().resize({ book: 250 });
  const elsewhere = { moved: { book: 300 }, hidden: ['tape'], workspaces: [{ name: 'W1', ...DRAWN_LAYOUT }] };
  const notify = (state: object) =>
    window.dispatchEvent(
      new StorageEvent('storage', { key: 'desk-layout', newValue: JSON.stringify({ state, version: 0 }) }),
    );
  notify(elsewhere);
  layout().keep('W2');
  expect(kept().workspaces.map(({ name }: { name: string }) => name)).toEqual(['W1', 'W2']);
  expect(kept()).toMatchObject({ moved: { book: 250 }, hidden: [] });
  localStorage.removeItem('desk-layout');
  notify({ ...elsewhere, workspaces: layout().workspaces });
  expect(kept()).toBeUndefined();
});

test('drops the unreadable parts of a broken entry and keeps the rest', async () => {
  const state = {
    moved: { side: 'x', tape: 170 },
    hidden: ['tape', 'moon'],
    list: 'moon',
    workspaces: [{ name: 'A', hidden: ['book'] }, { name: 7 }, 'x', { name: '' }],
  };
  localStorage.setItem('desk-layout', JSON.stringify({ state, version: 0 }));
  await useDeskLayout.persist.rehydrate();
  expect(layout()).toMatchObject({ moved: { tape: 170 }, hidden: ['tape'], list: 'positions' });
  expect(layout().workspaces).toEqual([{ name: 'A', ...DRAWN_LAYOUT, hidden: ['book'] }]);
});

describe('workspaces', () => {
  test('restores a stored arrangement exactly', () => {
    layout().resize({ book: 250 });
    layout().setShown('tape', false);
    layout().keep(' Lướt sóng ');
    layout().arrange(DRAWN_LAYOUT);
    expect(layout()).toMatchObject({ moved: {}, hidden: [], arrangement: 1 });
    const [workspace] = layout().workspaces;
    expect(workspace).toEqual({ ...DRAWN_LAYOUT, name: 'Lướt sóng', moved: { book: 250 }, hidden: ['tape'] });
    layout().arrange(workspace ?? DRAWN_LAYOUT);
    expect(layout()).toMatchObject({ moved: { book: 250 }, hidden: ['tape'], arrangement: 2 });
  });

  test('an existing name is overwritten; an empty or overlong one is rejected', () => {
    layout().keep('A');
    layout().setShown('book', false);
    layout().keep('A');
    layout().keep('  ');
    layout().keep('\u200b');
    layout().keep('A\u202eB');
    layout().keep('x'.repeat(33));
    expect(layout().workspaces).toMatchObject([{ name: 'A', hidden: ['book'] }]);
    layout().forget('A');
    expect(layout().workspaces).toEqual([]);
  });

  test('none goes because another comes', () => {
    for (let n = 0; n < MOST_WORKSPACES; n += 1) expect(layout().keep(`W${n}`)).toBe(true);
    expect(layout().keep('one more')).toBe(false);
    expect(layout().keep('W0')).toBe(true);
    expect(layout().workspaces).toHaveLength(MOST_WORKSPACES);
    expect(layout().workspaces.at(-1)?.name).toBe('W0');
  });
});
