// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import type { Drawing } from '#features/chart/drawings/drawing.ts';
import { DrawingControls } from '#features/chart/drawings/drawing-controls.tsx';
import type { DrawingLayer, DrawingState } from '#features/chart/drawings/drawing-layer.ts';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';
import { CORN } from '#mock/sample-records.ts';
import { preparePages, renderPart } from '#test/page.tsx';

const LINE: Drawing = { id: 'a', tool: 'horizontal', slot: 0, text: '', points: [{ timeMs: 0, price: '457.50' }] };
const ALERT = 'Đặt cảnh báo tại giá này';

preparePages();

function show(selected: Drawing, onAlertHere?: (ticks: number) => void): void {
  const state = createFrameValue<DrawingState>({ tool: null, placed: 0, selected, editing: null });
  const drawings = { put: vi.fn(), remove: vi.fn() } as unknown as Drawings;
  const chart = { drawings: { state } as unknown as DrawingLayer };
  renderPart(
    <DrawingControls
      {...{ chart, drawings, onAlertHere }}
      contract={CORN}
      actor={null}
      compact={false}
      onDone={() => {}}
    />,
  );
}

test('a horizontal line sets an alert at its price', () => {
  const onAlertHere = vi.fn();
  show(LINE, onAlertHere);
  fireEvent.click(screen.getByRole('button', { name: ALERT }));
  expect(onAlertHere).toHaveBeenCalledWith(1830);
});

test.each([
  ['a sloping line', { ...LINE, tool: 'trend' as const }, vi.fn()],
  ['a price that is not traded', { ...LINE, points: [{ timeMs: 0, price: '457.51' }] }, vi.fn()],
  ['a visitor', LINE, undefined],
])('%s has none', (_, drawing, onAlertHere) => {
  show(drawing, onAlertHere);
  expect(screen.queryByRole('button', { name: ALERT })).toBeNull();
});
