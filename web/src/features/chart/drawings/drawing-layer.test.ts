// @vitest-environment jsdom
/** Tests the layer on a chart of ten bars, each ten pixels wide, with one pixel per tick. */
import type { Chart } from 'klinecharts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AxisTags } from '#features/chart/axes/price-tags.ts';
import type { Drawing, Tool } from '#features/chart/drawings/drawing.ts';
import { DrawingLayer } from '#features/chart/drawings/drawing-layer.ts';
import { priceScale } from '#features/chart/surface/price-scale.ts';

const OIL = { scale: 2, tickUnits: 1, display: 'decimal' } as const;
const MINUTE_MS = 60_000;
const HEIGHT = 200;
const bars = Array.from({ length: 10 }, (_, place) => ({
  timestamp: place * MINUTE_MS,
  open: 1,
  high: 1.2,
  low: 0.8,
  close: 1.1,
  volume: 1,
}));

const list = <T>(value: T | T[]) => (Array.isArray(value) ? value : [value]);
const chart = {
  getDataList: () => bars,
  getSize: () => ({ width: 300, height: HEIGHT }),
  convertToPixel: (points: { dataIndex?: number; value?: number }[]) =>
    list(points).map(({ dataIndex, value }) => ({
      ...(dataIndex === undefined ? {} : { x: dataIndex * 10 + 5 }),
      ...(value === undefined ? {} : { y: HEIGHT - value * 100 }),
    })),
  convertFromPixel: (pixels: { x: number; y: number }[]) =>
    list(pixels).map(({ x, y }) => ({ dataIndex: Math.floor(x / 10), value: (HEIGHT - y) / 100 })),
  getVisibleRange: () => ({ from: 0, to: 10 }),
  getOverlays: () => [],
  createOverlay: () => 'one',
  overrideOverlay: () => true,
} as unknown as Chart;

let container: HTMLElement;
let layer: DrawingLayer;
let kept: readonly Drawing[];
const undone = vi.fn();
const redone = vi.fn();

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', () => 0);
  container = document.createElement('div');
  container.setPointerCapture = () => {};
  kept = [];
  layer = new DrawingLayer({
    container,
    chart,
    scale: priceScale(OIL),
    theme: () => {
      throw new Error('nothing is painted here');
    },
    interval: () => '1m',
    priceText: String,
    axisText: String,
    tags: new AxisTags(),
    texts: () => ({ measure: () => [], plan: () => '' }),
    widthOf: (text) => text.length * 6,
  });
  const notify = (next: readonly Drawing[]) => {
    kept = next;
    layer.setDrawings(next);
  };
  layer.connect({
    onPut: (drawing) => {
      notify([...kept.filter(({ id }) => id !== drawing.id), drawing]);
      return true;
    },
    onRemove: (ids) => notify(kept.filter(({ id }) => !ids.includes(id))),
    onDiscard: (ids) => notify(kept.filter(({ id }) => !ids.includes(id))),
    onUndo: undone,
    onRedo: redone,
  });
});
afterEach(() => {
  layer.stop();
  vi.unstubAllGlobals();
});

function pointer(name: string, x: number, y: number): void {
  const init = { clientX: x, clientY: y, button: 0, bubbles: true };
  container.dispatchEvent(Object.assign(new MouseEvent(name, init), { pointerId: 1, pointerType: 'mouse' }));
}

function click(x: number, y: number): void {
  pointer('pointerdown', x, y);
  pointer('pointerup', x, y);
}

function drag(from: readonly [number, number], to: readonly [number, number]): void {
  pointer('pointerdown', ...from);
  pointer('pointermove', ...to);
  pointer('pointerup', ...to);
}

const press = (key: string, more: { shiftKey?: boolean; ctrlKey?: boolean } = {}) =>
  layer.key({ key, shiftKey: false, ctrlKey: false, metaKey: false, ...more });
const points = () => kept.at(-1)?.points.map(({ timeMs, price }) => `${timeMs / MINUTE_MS} ${price}`);
const flags = { isMagnet: false, isLocked: false, isHidden: false, slot: 0 };

test('clicks place points on whole bars and ticks; the drawing is selected and the tool deactivated', () => {
  layer.take('trend');
  click(15, 100);
  expect(layer.state.read()).toMatchObject({ tool: 'trend', placed: 1 });
  click(58, 79.6);
  expect(points()).toEqual(['1 1.00', '5 1.20']);
  expect(layer.state.read()).toMatchObject({ tool: null, placed: 0, selected: { tool: 'trend' } });
});

test('dragging places both points at once; time continues beyond the newest bar', () => {
  layer.take('rectangle');
  drag([15, 100], [125, 50]);
  expect(points()).toEqual(['1 1.00', '12 1.50']);
});

test.each<[Tool, number]>([
  ['horizontal', 1],
  ['ray', 2],
  ['channel', 3],
  ['note', 1],
])('the keyboard alone draws a %s, starting at the newest bar', (tool, count) => {
  layer.take(tool);
  for (let point = 0; point < count; point += 1) {
    expect(press('ArrowLeft')).toBe(true);
    expect(press('ArrowUp', { shiftKey: true })).toBe(true);
    expect(press('Enter')).toBe(true);
  }
  expect(points()).toHaveLength(count);
  expect(points()?.[0]).toBe('8 1.20');
});

test('arrows move the selection by a bar or a tick, Delete removes it, Ctrl+Z undoes the last step', () => {
  layer.take('horizontal');
  click(55, 100);
  press('ArrowRight');
  press('ArrowDown');
  expect(points()).toEqual(['6 0.99']);
  press('Delete');
  expect(kept).toEqual([]);
  expect(press('Delete')).toBe(false);
  expect(press('z', { ctrlKey: true })).toBe(true);
  expect(undone).toHaveBeenCalledTimes(1);
  expect(press('y', { ctrlKey: true })).toBe(true);
  expect(press('Z', { ctrlKey: true, shiftKey: true })).toBe(true);
  expect(redone).toHaveBeenCalledTimes(2);
  expect(undone).toHaveBeenCalledTimes(1);
});

test('drawings are selected one after the other, round and round, unless they are hidden', () => {
  layer.selectNext(1);
  expect(layer.state.read().selected).toBeNull();
  for (const x of [15, 35]) {
    layer.take('horizontal');
    click(x, 100);
  }
  layer.select(null);
  const ids = kept.map(({ id }) => id);
  const selected = () => layer.state.read().selected?.id;
  const after = ([1, 1, 1, -1] as const).map((by) => {
    layer.selectNext(by);
    return selected();
  });
  expect(after).toEqual([ids[0], ids[1], ids[0], ids[1]]);
  layer.select(null);
  layer.setFlags({ ...flags, isHidden: true });
  layer.selectNext(-1);
  expect(selected()).toBeUndefined();
});

test('an anchored average is selected and dragged by its curve, at its anchor’s time', () => {
  layer.take('average');
  click(25, 20);
  expect(points()).toEqual(['2 1.80']);
  expect(layer.reachMs).toBe(2 * MINUTE_MS);
  press('Escape');
  // The bars' middle is 1.03, a pixel is a tick.
  click(65, HEIGHT - 103);
  expect(layer.state.read().selected?.tool).toBe('average');
  drag([25, HEIGHT - 103], [45, 50]);
  expect(points()).toEqual(['4 1.50']);
  press('Escape');
  click(35, HEIGHT - 103);
  expect(layer.state.read().selected).toBeNull();
});

test('one click plans a position, whose parts are dragged one by one', () => {
  layer.take('long');
  click(15, 100);
  // The target is twice as far as the stop, and both end fourteen bars later.
  expect(points()).toEqual(['1 1.00', '15 1.88', '15 0.56']);
  drag([155, HEIGHT - 56], [155, HEIGHT - 80]);
  expect(points()).toEqual(['1 1.00', '15 1.88', '15 0.80']);
  drag([155, HEIGHT - 188], [175, HEIGHT - 50]);
  expect(points()).toEqual(['1 1.00', '17 1.01', '17 0.80']);
  press('ArrowUp');
  expect(points()).toEqual(['1 1.01', '17 1.02', '17 0.81']);
  layer.take('short');
  click(15, 100);
  expect(points()).toEqual(['1 1.00', '15 0.12', '15 1.44']);
});

test('a line has a text, which may be empty', () => {
  layer.take('horizontal');
  click(55, 100);
  expect(press('Enter')).toBe(true);
  expect(layer.state.read().editing?.tool).toBe('horizontal');
  layer.write(' kháng cự ');
  expect(kept.at(-1)?.text).toBe('kháng cự');
  press('Enter');
  layer.write('');
  expect(kept).toHaveLength(1);
  expect(kept.at(-1)?.text).toBe('');
});

test('a point or the whole drawing can be dragged; with the lock on, drawings can be selected but do not move', () => {
  layer.take('trend');
  click(15, 100);
  click(55, 100);
  drag([55, 100], [75, 50]);
  expect(points()).toEqual(['1 1.00', '7 1.50']);
  drag([45, 75], [55, 85]);
  expect(points()).toEqual(['2 0.90', '8 1.40']);
  layer.setFlags({ ...flags, isLocked: true });
  drag([85, 60], [15, 100]);
  expect(points()).toEqual(['2 0.90', '8 1.40']);
  expect(layer.state.read().selected).not.toBeNull();
});

test('an individually locked drawing does not move; its copy appears beside it, unlocked and selected', () => {
  layer.take('trend');
  click(15, 100);
  click(55, 100);
  const [drawn] = kept;
  if (!drawn) throw new Error('nothing was drawn');
  const locked = { ...drawn, isLocked: true, width: 'bold' } as const;
  kept = [locked];
  layer.setDrawings(kept);
  drag([55, 100], [75, 50]);
  layer.key({ key: 'ArrowUp', shiftKey: false, ctrlKey: false, metaKey: false });
  expect(kept).toEqual([locked]);
  layer.duplicate(locked);
  const [, copy] = kept;
  expect(copy).toMatchObject({ tool: 'trend', width: 'bold' });
  expect(copy?.isLocked).toBeUndefined();
  expect(copy?.points).not.toEqual(locked.points);
  expect(layer.state.read().selected?.id).toBe(copy?.id);
});

test('the magnet snaps to the nearest of the bar’s prices', () => {
  layer.setFlags({ ...flags, isMagnet: true });
  layer.take('horizontal');
  click(15, 84);
  expect(points()).toEqual(['1 1.20']);
});

test('hidden drawings can not be selected, and clicking an empty spot clears the selection', () => {
  layer.take('horizontal');
  click(55, 100);
  click(55, 20);
  expect(layer.state.read().selected).toBeNull();
  click(200, 101);
  expect(layer.state.read().selected).not.toBeNull();
  layer.setFlags({ ...flags, isHidden: true });
  click(200, 101);
  expect(layer.state.read().selected).toBeNull();
});

test('hiding drawings deactivates the tool, so that nothing is drawn unseen', () => {
  layer.take('trend');
  click(15, 100);
  layer.setFlags({ ...flags, isHidden: true });
  expect(layer.state.read()).toMatchObject({ tool: null, placed: 0 });
  click(55, 100);
  click(75, 80);
  expect(kept).toEqual([]);
});

test('Esc discards the points, then the tool, then the selection; other keys go to the chart', () => {
  layer.take('trend');
  click(15, 100);
  press('Escape');
  expect(layer.state.read()).toMatchObject({ tool: 'trend', placed: 0 });
  press('Escape');
  expect(layer.state.read().tool).toBeNull();
  expect(press('Escape')).toBe(false);
  expect(press('ArrowLeft')).toBe(false);
});

test('a new note asks for its text; without any it is removed', () => {
  layer.take('note');
  click(15, 100);
  expect(layer.state.read().editing).not.toBeNull();
  layer.write('  hỗ trợ ');
  expect(kept.at(-1)?.text).toBe('hỗ trợ');
  layer.take('note');
  click(95, 40);
  layer.write(null);
  expect(kept).toHaveLength(1);
});

test('while a tool is active the library receives no mouse events; otherwise it does', () => {
  const received = vi.fn();
  const inner = container.appendChild(document.createElement('canvas'));
  inner.addEventListener('mousedown', received);
  inner.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  layer.take('trend');
  inner.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  expect(received).toHaveBeenCalledTimes(1);
});
