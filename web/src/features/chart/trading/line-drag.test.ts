/** Checks the effects of moving a line: on the ticket at once, on the server when it is released or confirmed. */
import { beforeEach, expect, test, vi } from 'vitest';
import { type DragState, RESTING } from '#features/chart/trading/drag-state.ts';
import { type DragView, LineDrag } from '#features/chart/trading/line-drag.ts';
import type { LabelledLine, OrderLine } from '#features/chart/trading/order-line.ts';
import { linesOfConditional, linesOfOrder } from '#features/chart/trading/order-lines-of.ts';
import { CORN, sampleConditional, sampleOrder } from '#mock/sample-records.ts';

const GRID = CORN.decimalFormat;
const RIGHTS = { canModify: true, canCancel: true };
const MARK = 1831;
const ORDER = lineOf(linesOfOrder(sampleOrder(), GRID, RIGHTS)[0]);
const OTHER = lineOf(linesOfOrder(sampleOrder({ orderId: 'order-2', limitPrice: '455.00' }), GRID, RIGHTS)[0]);
const PAIR = sampleConditional({ orderType: 'TPSL', trailAmount: null, currentStopPrice: null, stopLoss: '454.00' });
const STOP_LOSS = lineOf(linesOfConditional(PAIR, GRID, MARK)[0]);
const DRAFT = lineOf({
  ...{ id: 'draft limit', subject: { kind: 'draft', leg: 'limit' }, side: 'BUY', lots: 1, ticks: 1820 },
  ...{ isChanging: false, canMove: true, canEnd: true },
});
const KEYS = { shiftKey: false, altKey: false };

function lineOf(line: OrderLine | undefined): LabelledLine {
  if (!line) throw new Error('no such line');
  return { ...line, label: '', detail: '', detailTone: 'plain', name: '', isMainDraft: false, exits: [] };
}

const acts = { amend: vi.fn(), moveDraft: vi.fn(), end: vi.fn(), addExit: vi.fn(), press: vi.fn(), say: vi.fn() };
let answers: (() => void)[];
let now: DragState;

beforeEach(() => {
  vi.clearAllMocks();
  answers = [];
  now = RESTING;
  acts.amend.mockImplementation(() => new Promise<void>((resolve) => void answers.push(resolve)));
});

function view(part: Partial<DragView> = {}): DragView {
  const ground = { contract: CORN, referenceTicks: MARK, markTicks: MARK, orders: [], conditionals: [] };
  return { lines: [ORDER, OTHER, STOP_LOSS, DRAFT], ground, acts, isOneStep: false, ...part };
}

function handOn(part: Partial<DragView> = {}): LineDrag {
  return new LineDrag(view(part), (drag) => {
    now = drag;
  });
}

function carry(drag: LineDrag, line: LabelledLine, ticks: number): void {
  drag.take(line);
  drag.carry(ticks);
}

test('the ticket’s draft follows the whole way, requests nothing, and returns when cancelled', () => {
  const drag = handOn();
  carry(drag, DRAFT, 1825);
  expect(acts.moveDraft).toHaveBeenLastCalledWith('limit', 1825);
  drag.drop();
  expect(now).toEqual(RESTING);
  carry(drag, DRAFT, 1830);
  drag.leave();
  expect(acts.moveDraft).toHaveBeenLastCalledWith('limit', 1820);
  expect(acts.amend).not.toHaveBeenCalled();
});

test('a draft is moved by keys without a pending confirmation', () => {
  const drag = handOn();
  expect(drag.press(DRAFT, { ...KEYS, key: 'ArrowUp', shiftKey: true })).toBe(true);
  expect(acts.moveDraft).toHaveBeenCalledWith('limit', 1830);
  expect(now).toEqual(RESTING);
});

test('at a forbidden price it goes back, and the reason is shown', () => {
  const drag = handOn();
  carry(drag, STOP_LOSS, 1850);
  drag.drop();
  expect(now).toEqual(RESTING);
  expect(acts.say).toHaveBeenCalledWith(expect.objectContaining({ code: 'StopLossWrongSide' }));
});

test('released where it was taken it requests nothing', () => {
  const drag = handOn({ isOneStep: true });
  drag.take(ORDER);
  drag.drop();
  expect(now).toEqual(RESTING);
  expect(acts.amend).not.toHaveBeenCalled();
});

test('a stop let go across the market waits for its ✓, though it is one step', () => {
  const [line] = linesOfOrder(sampleOrder({ orderType: 'STOP', stopPrice: '460.00', limitPrice: null }), GRID, RIGHTS);
  const stop = lineOf(line);
  const drag = handOn({ isOneStep: true, lines: [stop] });
  carry(drag, stop, stop.side === 'BUY' ? MARK - 2 : MARK + 2);
  drag.drop();
  expect([now.phase, acts.amend.mock.calls]).toEqual(['asking', []]);
});

test('it is checked at release: a line that may no longer be moved goes back', () => {
  const drag = handOn();
  carry(drag, ORDER, 1825);
  drag.see(view({ lines: [{ ...ORDER, canMove: false }] }));
  drag.drop();
  expect(now).toEqual(RESTING);
});

test('no other line can be taken while one is held or awaits its answer', async () => {
  const drag = handOn({ isOneStep: true });
  drag.take(ORDER);
  expect(drag.ticksToTake(OTHER)).toBeNull();
  drag.carry(1825);
  drag.drop();
  expect(now.phase).toBe('sending');
  expect(drag.ticksToTake(OTHER)).toBeNull();
  answers[0]?.();
  await vi.waitFor(() => expect(now).toEqual(RESTING));
  expect(drag.ticksToTake(OTHER)).toBe(OTHER.ticks);
});

test('the answer for a line that is gone does not affect the line being dragged by then', async () => {
  const drag = handOn();
  drag.press(ORDER, { ...KEYS, key: 'ArrowUp' });
  drag.confirm();
  drag.see(view({ lines: [OTHER] }));
  expect(now).toEqual(RESTING);
  drag.press(OTHER, { ...KEYS, key: 'ArrowUp' });
  answers[0]?.();
  await Promise.resolve();
  expect(now).toMatchObject({ phase: 'asking', id: OTHER.id });
});

test('closing the chart while a line is held requests nothing and changes no ticket', () => {
  const drag = handOn({ isOneStep: true });
  carry(drag, DRAFT, 1825);
  acts.moveDraft.mockClear();
  drag.forget();
  drag.drop();
  expect(now).toEqual(RESTING);
  expect(acts.moveDraft).not.toHaveBeenCalled();
});

test.each([
  ['Tab', KEYS],
  ['ArrowUp', { ...KEYS, altKey: true }],
  ['Enter', KEYS],
  ['Escape', KEYS],
])('%s is not the line’s own', (key, more) => {
  expect(handOn().press(ORDER, { ...more, key })).toBe(false);
});
