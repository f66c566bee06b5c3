import { beforeEach, expect, test } from 'vitest';
import { DRAWINGS_MAX, type Drawing, drawingsFrom, keptPoints, placesOf } from '#features/chart/drawings/drawing.ts';
import { canRedo, canUndo, drawingsOn, useDrawingStore } from '#features/chart/drawings/drawing-store.ts';

const SHEET = { userId: 'an', commodityCode: 'ZCE' };
const CORN = { scale: 2, tickUnits: 25, display: 'eighths' } as const;

function line(id: string): Drawing {
  return { id, tool: 'horizontal', slot: 0, text: '', points: [{ timeMs: 1, price: '450.25' }] };
}

const ids = (sheet = SHEET) => drawingsOn(useDrawingStore.getState().sheets, sheet).map(({ id }) => id);
const store = useDrawingStore.getState;

beforeEach(() => useDrawingStore.setState({ sheets: {}, steps: [], undone: [] }));

const POINT = { timeMs: 60_000, price: '1.00' };

test('drawings belong to an investor and a commodity, whatever the month', () => {
  store().put(SHEET, line('a'));
  store().put({ ...SHEET, commodityCode: 'CLE' }, line('b'));
  store().put({ ...SHEET, userId: null }, line('c'));
  expect(ids()).toEqual(['a']);
  expect(ids({ ...SHEET, commodityCode: 'CLE' })).toEqual(['b']);
  expect(drawingsOn(store().sheets, { ...SHEET, userId: null }).map(({ id }) => id)).toEqual(['c']);
});

test('a drawing with a known id replaces it', () => {
  store().put(SHEET, line('a'));
  store().put(SHEET, line('b'));
  store().put(SHEET, { ...line('a'), slot: 3 });
  expect(drawingsOn(store().sheets, SHEET).map(({ id, slot }) => `${id}${slot}`)).toEqual(['a3', 'b0']);
});

test('a full sheet accepts no new drawing, but its own can be changed', () => {
  for (let place = 0; place < DRAWINGS_MAX; place += 1) expect(store().put(SHEET, line(String(place)))).toBe(true);
  expect(store().put(SHEET, line('one too many'))).toBe(false);
  expect(store().put(SHEET, { ...line('7'), slot: 2 })).toBe(true);
  expect(ids()).toHaveLength(DRAWINGS_MAX);
});

test('a deletion can be undone once, on its own sheet only', () => {
  for (const id of ['a', 'b', 'c']) store().put(SHEET, line(id));
  store().remove(SHEET, ['a', 'c']);
  expect(ids()).toEqual(['b']);
  expect(store().undo({ ...SHEET, commodityCode: 'CLE' })).toBe(false);
  expect(store().undo(SHEET)).toBe(true);
  expect(ids()).toEqual(['b', 'a', 'c']);
});

test('moves, colours and new drawings are undone one by one, in their places', () => {
  const there: Drawing = { ...line('a'), points: [{ timeMs: 9, price: '451' }] };
  store().put(SHEET, line('a'));
  store().put(SHEET, line('b'));
  store().put(SHEET, there);
  store().put(SHEET, { ...there, slot: 2 });
  const now = () => drawingsOn(store().sheets, SHEET);
  store().undo(SHEET);
  expect(now()).toEqual([there, line('b')]);
  store().undo(SHEET);
  expect(now()).toEqual([line('a'), line('b')]);
  store().undo(SHEET);
  store().undo(SHEET);
  expect(now()).toEqual([]);
  expect(store().undo(SHEET)).toBe(false);
});

test('the offer to undo a deletion applies to that one, whatever was done since', () => {
  for (const id of ['a', 'b']) store().put(SHEET, line(id));
  const deletion = store().remove(SHEET, ['a']);
  if (!deletion) throw new Error('it was there');
  store().put(SHEET, { ...line('b'), slot: 3 });
  expect(store().undo(SHEET, deletion)).toBe(true);
  expect(drawingsOn(store().sheets, SHEET).map(({ id, slot }) => `${id}${slot}`)).toEqual(['b3', 'a0']);
  expect(store().undo(SHEET, deletion)).toBe(false);
});

test('placing a note and writing it is one step', () => {
  const note: Drawing = { ...line('note'), tool: 'note' };
  store().put(SHEET, note);
  store().put(SHEET, { ...note, text: 'kháng cự' });
  store().undo(SHEET);
  expect(ids()).toEqual([]);
});

test('what was undone is made again, one by one, until something else is changed', () => {
  const moved: Drawing = { ...line('a'), points: [{ timeMs: 9, price: '451' }] };
  store().put(SHEET, line('a'));
  store().put(SHEET, moved);
  store().remove(SHEET, ['a']);
  const now = () => drawingsOn(store().sheets, SHEET);
  for (const left of [[moved], [line('a')], []]) {
    store().undo(SHEET);
    expect(now()).toEqual(left);
  }
  expect([canUndo(store(), SHEET), canRedo(store(), SHEET)]).toEqual([false, true]);
  expect(canRedo(store(), { ...SHEET, commodityCode: 'CLE' })).toBe(false);
  store().redo(SHEET);
  store().redo(SHEET);
  expect(now()).toEqual([moved]);
  // A change of another commodity does not end it, one of this does.
  store().put({ ...SHEET, commodityCode: 'CLE' }, line('c'));
  expect(canRedo(store(), SHEET)).toBe(true);
  store().put(SHEET, line('b'));
  expect(store().redo(SHEET)).toBe(false);
  store().undo(SHEET);
  store().undo(SHEET);
  expect(now()).toEqual([line('a')]);
});

test('a note made again has its text', () => {
  const note: Drawing = { ...line('note'), tool: 'note' };
  store().put(SHEET, note);
  store().put(SHEET, { ...note, text: 'kháng cự' });
  store().undo(SHEET);
  store().redo(SHEET);
  expect(drawingsOn(store().sheets, SHEET)).toEqual([{ ...note, text: 'kháng cự' }]);
});

test('a drawing not worth keeping is not restored', () => {
  store().put(SHEET, line('a'));
  store().put(SHEET, line('empty note'));
  store().remove(SHEET, ['a']);
  store().discard(SHEET, ['empty note']);
  store().undo(SHEET);
  expect(ids()).toEqual(['a']);
});

test('stored drawings are restored where they are still valid', () => {
  const whole = line('a');
  const kept = [
    whole,
    { ...whole, tool: 'spiral' },
    { ...whole, points: [] },
    null,
    { ...whole, points: [{ timeMs: 'x' }] },
  ];
  expect(drawingsFrom(kept)).toEqual([whole]);
  expect(drawingsFrom('nonsense')).toEqual([]);
});

test('prices are stored as text and restored on the grid; off the grid nothing is drawn', () => {
  const points = keptPoints([{ timeMs: 5, ticks: -3 }], CORN);
  expect(points).toEqual([{ timeMs: 5, price: '-0.75' }]);
  expect(placesOf({ ...line('a'), points }, CORN)).toEqual([{ timeMs: 5, ticks: -3 }]);
  expect(placesOf({ ...line('a'), points: [{ timeMs: 5, price: '0.10' }] }, CORN)).toBeNull();
});

test('the style of a line is stored with it; unknown styles are left out', () => {
  const plain = { id: 'a', tool: 'trend', slot: 1, text: '', points: [POINT, POINT] };
  const look = { width: 'bold', style: 'dotted', extend: 'line', isLocked: true };
  expect(drawingsFrom([{ ...plain, ...look }])).toEqual([{ ...plain, ...look }]);
  expect(drawingsFrom([{ ...plain, width: 'huge', style: 7, extend: null, isLocked: 'yes' }])).toEqual([plain]);
});
