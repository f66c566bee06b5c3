// @vitest-environment jsdom
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import type { Drawing } from '#features/chart/drawings/drawing.ts';
import { DrawingControls } from '#features/chart/drawings/drawing-controls.tsx';
import type { DrawingLayer, DrawingState } from '#features/chart/drawings/drawing-layer.ts';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';
import { type ChartAlerts, type CountedBars, countedBars } from '#features/chart/surface/chart-alerts.ts';
import { CORN } from '#mock/sample-records.ts';
import { preparePages, renderPart } from '#test/page.tsx';

const LINE: Drawing = { id: 'a', tool: 'horizontal', slot: 0, text: '', points: [{ timeMs: 0, price: '457.50' }] };
const TREND: Drawing = { ...LINE, tool: 'ray', points: [...LINE.points, { timeMs: 3_600_000, price: '458.00' }] };
const ALERT = 'Đặt cảnh báo theo đường này';
const WAITING = { alertId: 'w', contractCode: CORN.code, drawingId: 'a' } as PriceAlert;

preparePages();

const scaleState = (mode: ScaleState['mode'] = 'price') => createFrameValue<ScaleState>({ mode, obstacles: {} });

function show(
  selected: Drawing,
  alerts?: ChartAlerts,
  bars: CountedBars = countedBars('15m', false),
  mode?: ScaleState['mode'],
) {
  const state = createFrameValue<DrawingState>({ tool: null, placed: 0, selected, editing: null });
  const drawings = { put: vi.fn(), remove: vi.fn() } as unknown as Drawings;
  const chart = { drawings: { state } as unknown as DrawingLayer, scaleState: scaleState(mode) };
  renderPart(
    <DrawingControls
      {...{ chart, drawings, alerts, bars }}
      contract={CORN}
      actor={null}
      compact={false}
      onDone={() => {}}
    />,
  );
  return drawings;
}

const points = {
  from: { time: '1970-01-01T00:00:00.000Z', price: '457.50' },
  to: { time: '1970-01-01T01:00:00.000Z', price: '458.00' },
};

test.each([
  ['the price of a horizontal line', LINE, { price: '457.50', drawingId: 'a' }],
  [
    'a ray over the bars of the chart',
    TREND,
    { follows: { kind: 'line', interval: '15m', ...points, isExtended: true }, drawingId: 'a' },
  ],
  [
    'a ray drawn to the left, which ends at its first point',
    { ...TREND, points: TREND.points.toReversed() },
    {
      follows: { kind: 'line', interval: '15m', from: points.to, to: points.from, isExtended: false },
      drawingId: 'a',
    },
  ],
  [
    'a segment, which ends',
    { ...TREND, tool: 'trend' as const },
    { follows: { kind: 'line', interval: '15m', ...points, isExtended: false }, drawingId: 'a' },
  ],
])('an alert is offered on %s', (_, drawing, subject) => {
  const onOpen = vi.fn();
  show(drawing, { drawn: [], onOpen });
  fireEvent.click(screen.getByRole('button', { name: ALERT }));
  expect(onOpen).toHaveBeenCalledWith(subject);
});

test('a line with an alert opens that one', () => {
  const onOpen = vi.fn();
  show(TREND, { drawn: [{ ...WAITING, contractCode: 'OTHER' }, WAITING], onOpen });
  fireEvent.click(screen.getByRole('button', { name: 'Cảnh báo của đường này' }));
  expect(onOpen).toHaveBeenCalledWith(WAITING);
});

const OFFERED: ChartAlerts = { drawn: [], onOpen: vi.fn() };

test.each([
  ['a price that is not traded', { ...LINE, points: [{ timeMs: 0, price: '457.51' }] }, OFFERED],
  ['a visitor', LINE, undefined],
  ['a rectangle', { ...TREND, tool: 'rectangle' as const }, OFFERED],
])('%s has none', (_, drawing, alerts) => {
  show(drawing, alerts);
  expect(screen.queryByRole('button', { name: ALERT })).toBeNull();
});

test.each([
  ['an interval of its own', countedBars('7m', false), 'price', 'không theo được khung tự đặt'],
  ['a continuous series', countedBars('15m', true), 'price', 'không theo được chuỗi liên tục'],
  ['a logarithmic scale', countedBars('15m', false), 'log', 'không theo được trên trục logarit'],
] as const)('a sloping line over %s says why it has none, a level one has one', (_, bars, mode, why) => {
  const onOpen = vi.fn();
  show(TREND, { drawn: [], onOpen }, bars, mode);
  const bell = screen.getByRole('button', { name: new RegExp(`^${ALERT}: ${why}`) });
  fireEvent.click(bell);
  expect(bell.getAttribute('aria-disabled')).toBe('true');
  expect(onOpen).not.toHaveBeenCalled();
  cleanup();
  show(LINE, { drawn: [], onOpen }, bars, mode);
  fireEvent.click(screen.getByRole('button', { name: ALERT }));
  expect(onOpen).toHaveBeenCalledOnce();
});

test('the look that a line has already is no change', async () => {
  const drawings = show(LINE);
  const user = userEvent.setup();
  for (const name of ['Vừa', 'Đậm']) {
    await user.click(screen.getByRole('button', { name: /^Độ dày/ }));
    await user.click(await screen.findByRole('menuitemradio', { name }));
  }
  expect(drawings.put).toHaveBeenCalledExactlyOnceWith({ ...LINE, width: 'bold' });
});

describe('the keys of a selected drawing', () => {
  function showWithKeys() {
    const state = createFrameValue<DrawingState>({ tool: null, placed: 0, selected: LINE, editing: null });
    const key = vi.fn(() => true);
    const onDone = vi.fn();
    const drawings = { put: vi.fn(), remove: vi.fn() } as unknown as Drawings;
    const chart = { drawings: { state, key } as unknown as DrawingLayer, scaleState: scaleState() };
    renderPart(
      <DrawingControls
        {...{ chart, drawings, onDone }}
        bars={countedBars('15m', false)}
        contract={CORN}
        actor={null}
        compact={false}
      />,
    );
    return { state, key, onDone, button: screen.getByRole('button', { name: 'Nhân bản' }) };
  }

  test('hold on a button of its bar too, but for arrows, which choose there', () => {
    const { key, button } = showWithKeys();
    for (const pressed of [{ key: 'z', ctrlKey: true }, { key: 'Delete' }, { key: 'Escape' }])
      expect(fireEvent.keyDown(button, pressed)).toBe(false);
    expect(key).toHaveBeenCalledTimes(3);
    expect(fireEvent.keyDown(button, { key: 'ArrowRight' })).toBe(true);
    expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
    expect(key).toHaveBeenCalledTimes(3);
  });

  test('lead back to the chart when the bar goes', async () => {
    const { state, onDone, button } = showWithKeys();
    button.focus();
    await act(async () => {
      state.write({ tool: null, placed: 0, selected: null, editing: null });
      await new Promise((done) => requestAnimationFrame(done));
    });
    expect(screen.queryByRole('button', { name: 'Nhân bản' })).toBeNull();
    expect(onDone).toHaveBeenCalled();
  });
});
