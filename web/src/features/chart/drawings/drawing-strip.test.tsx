// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createFrameValue } from '#clock/frame-value.ts';
import { TooltipProvider } from '#design/ui/overlays/tooltip.tsx';
import type { Drawing, Tool } from '#features/chart/drawings/drawing.ts';
import type { DrawingState } from '#features/chart/drawings/drawing-layer.ts';
import { drawingsOn, useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { DrawingMenu, DrawingStrip } from '#features/chart/drawings/drawing-strip.tsx';
import { useDrawings } from '#features/chart/drawings/use-drawings.ts';
import { startI18n } from '#i18n/i18n.ts';
import { CORN } from '#mock/sample-records.ts';

const SHEET = { userId: null, commodityCode: CORN.commodityCode };
const LINE: Drawing = { id: 'a', tool: 'horizontal', slot: 0, text: '', points: [{ timeMs: 0, price: '457.5' }] };
const RESTING: DrawingState = { tool: null, placed: 0, selected: null, editing: null };

let state: ReturnType<typeof createFrameValue<DrawingState>>;
const onTaken = vi.fn();

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi-VN');
  await startI18n();
});
beforeEach(() => {
  state = createFrameValue(RESTING, (task) => task());
  useDrawingStore.setState({ ...useDrawingStore.getInitialState(), sheets: {}, steps: [], undone: [] });
  onTaken.mockReset();
});
afterEach(cleanup);

/** A layer with a given active tool. */
const layer = {
  get state() {
    return state;
  },
  take: (tool: Tool | null) => state.write({ ...RESTING, tool }),
};

function Shown({ part }: { part: 'strip' | 'menu' }) {
  const drawings = useDrawings(null, CORN);
  const props = { chart: { drawings: layer }, drawings, onTaken };
  return part === 'strip' ? <DrawingStrip {...props} /> : <DrawingMenu {...props} compact />;
}

function show(part: 'strip' | 'menu', drawn: readonly Drawing[] = []): void {
  for (const drawing of drawn) useDrawingStore.getState().put(SHEET, drawing);
  render(
    <TooltipProvider>
      <Shown part={part} />
    </TooltipProvider>,
  );
}

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const isPressed = (name: string) => button(name).getAttribute('aria-pressed') === 'true';
const kept = () => drawingsOn(useDrawingStore.getState().sheets, SHEET);

test('choosing a tool activates it, another replaces it, and choosing it again deactivates it', () => {
  show('strip');
  expect(screen.getByRole('toolbar', { name: 'Công cụ vẽ' })).toBeTruthy();
  fireEvent.click(button('Tia'));
  expect(isPressed('Tia')).toBe(true);
  // The chart gets the keyboard focus.
  expect(onTaken).toHaveBeenCalledTimes(1);
  fireEvent.click(button('Fibonacci thoái lui'));
  expect([isPressed('Tia'), isPressed('Fibonacci thoái lui')]).toEqual([false, true]);
  fireEvent.click(button('Fibonacci thoái lui'));
  expect(isPressed('Fibonacci thoái lui')).toBe(false);
  expect(state.read().tool).toBeNull();
});

test('the strip is a single tab stop, and arrows move within it', async () => {
  show('strip');
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(screen.getAllByRole('button')[0]);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(screen.getAllByRole('button')[1]);
  await user.keyboard('{End}');
  expect(document.activeElement).toBe(button('Xóa tất cả hình vẽ'));
  await user.tab();
  expect(document.activeElement).toBe(document.body);
  // Tab returns to the tool used last.
  await user.tab();
  expect(document.activeElement).toBe(button('Xóa tất cả hình vẽ'));
});

test('switches are remembered; choosing a tool shows hidden drawings again', () => {
  show('strip');
  for (const name of ['Nam châm: bắt vào giá của nến', 'Khóa mọi hình vẽ', 'Ẩn mọi hình vẽ']) {
    expect(isPressed(name)).toBe(false);
    fireEvent.click(button(name));
    expect(isPressed(name)).toBe(true);
  }
  fireEvent.click(button('Ghi chú'));
  expect(isPressed('Ẩn mọi hình vẽ')).toBe(false);
  expect(isPressed('Khóa mọi hình vẽ')).toBe(true);
});

test('deleting all asks once, with their number; cancelling deletes none', async () => {
  show('strip', [LINE, { ...LINE, id: 'b' }]);
  fireEvent.click(button('Xóa tất cả hình vẽ'));
  expect(screen.getByRole('alertdialog', { name: 'Xóa 2 hình vẽ?' })).toBeTruthy();
  fireEvent.click(button('Quay lại'));
  expect(kept()).toHaveLength(2);
  button('Xóa tất cả hình vẽ').focus();
  fireEvent.click(button('Xóa tất cả hình vẽ'));
  fireEvent.click(button('Xóa tất cả hình vẽ'));
  expect(kept()).toEqual([]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  // Nothing is left to delete, and the focus has not moved.
  const all = button('Xóa tất cả hình vẽ');
  expect(all.getAttribute('aria-disabled')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(all));
  fireEvent.click(all);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('undo and redo say when there is nothing to do, and do it without losing the focus', () => {
  show('strip', [LINE]);
  const [undo, redo] = [button('Hoàn tác'), button('Làm lại')];
  const disabled = () => [undo, redo].map((one) => one.getAttribute('aria-disabled'));
  expect(disabled()).toEqual(['false', 'true']);
  undo.focus();
  fireEvent.click(undo);
  expect(kept()).toEqual([]);
  expect(disabled()).toEqual(['true', 'false']);
  expect(document.activeElement).toBe(undo);
  fireEvent.click(redo);
  expect(kept()).toEqual([LINE]);
});

test('without enough space a menu offers the same', () => {
  show('menu');
  fireEvent.keyDown(button('Công cụ vẽ'), { key: 'Enter' });
  expect(screen.getByRole('menuitem', { name: 'Xóa tất cả hình vẽ' }).getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Khóa mọi hình vẽ' }));
  fireEvent.keyDown(button('Công cụ vẽ'), { key: 'Enter' });
  expect(screen.getByRole('menuitemcheckbox', { name: 'Khóa mọi hình vẽ', checked: true })).toBeTruthy();
  fireEvent.click(screen.getByRole('menuitem', { name: 'Đo khoảng giá' }));
  expect(state.read().tool).toBe('measure');
  act(() => state.write(RESTING));
});
