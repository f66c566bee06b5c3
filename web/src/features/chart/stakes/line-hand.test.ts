/** What follows from a line that is moved: for the ticket at once, for the server when it is let go of or confirmed. */
import { beforeEach, expect, test, vi } from 'vitest';
import { type Hand, RESTING } from '#features/chart/stakes/hand.ts';
import { type HandView, LineHand } from '#features/chart/stakes/line-hand.ts';
import type { ChartLine, Stake } from '#features/chart/stakes/stake.ts';
import { stakesOfConditional, stakesOfOrder } from '#features/chart/stakes/stakes-of.ts';
import { CORN, sampleConditional, sampleOrder } from '#mock/sample-records.ts';

const GRID = CORN.decimalFormat;
const RIGHTS = { canModify: true, canCancel: true };
const MARK = 1831;
const ORDER = lineOf(stakesOfOrder(sampleOrder(), GRID, RIGHTS)[0]);
const OTHER = lineOf(stakesOfOrder(sampleOrder({ orderId: 'order-2', limitPrice: '455.00' }), GRID, RIGHTS)[0]);
const PAIR = sampleConditional({ orderType: 'TPSL', trailAmount: null, currentStopPrice: null, stopLoss: '454.00' });
const STOP_LOSS = lineOf(stakesOfConditional(PAIR, GRID, MARK)[0]);
const DRAFT = lineOf({
  ...{ id: 'draft limit', subject: { kind: 'draft', leg: 'limit' }, side: 'BUY', lots: 1, ticks: 1820 },
  ...{ isChanging: false, canMove: true, canEnd: true },
});
const KEYS = { shiftKey: false, altKey: false };

function lineOf(stake: Stake | undefined): ChartLine {
  if (!stake) throw new Error('no such line');
  return { ...stake, label: '', detail: '', detailTone: 'plain', name: '', isMainDraft: false };
}

const acts = { amend: vi.fn(), moveDraft: vi.fn(), end: vi.fn(), addExit: vi.fn(), press: vi.fn(), say: vi.fn() };
let answers: (() => void)[];
let now: Hand;

beforeEach(() => {
  vi.clearAllMocks();
  answers = [];
  now = RESTING;
  acts.amend.mockImplementation(() => new Promise<void>((resolve) => void answers.push(resolve)));
});

function view(part: Partial<HandView> = {}): HandView {
  const ground = { contract: CORN, referenceTicks: MARK, markTicks: MARK };
  return { lines: [ORDER, OTHER, STOP_LOSS, DRAFT], ground, acts, isOneStep: false, ...part };
}

function handOn(part: Partial<HandView> = {}): LineHand {
  return new LineHand(view(part), (hand) => {
    now = hand;
  });
}

function carry(hand: LineHand, line: ChartLine, ticks: number): void {
  hand.take(line);
  hand.carry(ticks);
}

test('the ticket’s draft follows all the way, asks nothing, and goes back when it is left', () => {
  const hand = handOn();
  carry(hand, DRAFT, 1825);
  expect(acts.moveDraft).toHaveBeenLastCalledWith('limit', 1825);
  hand.drop();
  expect(now).toEqual(RESTING);
  carry(hand, DRAFT, 1830);
  hand.leave();
  expect(acts.moveDraft).toHaveBeenLastCalledWith('limit', 1820);
  expect(acts.amend).not.toHaveBeenCalled();
});

test('a draft goes by keys without a hand that asks', () => {
  const hand = handOn();
  expect(hand.press(DRAFT, { ...KEYS, key: 'ArrowUp', shiftKey: true })).toBe(true);
  expect(acts.moveDraft).toHaveBeenCalledWith('limit', 1830);
  expect(now).toEqual(RESTING);
});

test('where it may not stand it goes back, and why is said', () => {
  const hand = handOn();
  carry(hand, STOP_LOSS, 1850);
  hand.drop();
  expect(now).toEqual(RESTING);
  expect(acts.say).toHaveBeenCalledWith(expect.objectContaining({ code: 'StopLossWrongSide' }));
});

test('let go of where it was taken it asks nothing', () => {
  const hand = handOn({ isOneStep: true });
  hand.take(ORDER);
  hand.drop();
  expect(now).toEqual(RESTING);
  expect(acts.amend).not.toHaveBeenCalled();
});

test('it is judged as it is when it is let go of: what may not be moved by then goes back', () => {
  const hand = handOn();
  carry(hand, ORDER, 1825);
  hand.see(view({ lines: [{ ...ORDER, canMove: false }] }));
  hand.drop();
  expect(now).toEqual(RESTING);
});

test('nothing else is taken while one is held or its answer is awaited', async () => {
  const hand = handOn({ isOneStep: true });
  hand.take(ORDER);
  expect(hand.ticksToTake(OTHER)).toBeNull();
  hand.carry(1825);
  hand.drop();
  expect(now.phase).toBe('sending');
  expect(hand.ticksToTake(OTHER)).toBeNull();
  answers[0]?.();
  await vi.waitFor(() => expect(now).toEqual(RESTING));
  expect(hand.ticksToTake(OTHER)).toBe(OTHER.ticks);
});

test('the answer for a line that has gone leaves the one alone that is in the hand by then', async () => {
  const hand = handOn();
  hand.press(ORDER, { ...KEYS, key: 'ArrowUp' });
  hand.confirm();
  hand.see(view({ lines: [OTHER] }));
  expect(now).toEqual(RESTING);
  hand.press(OTHER, { ...KEYS, key: 'ArrowUp' });
  answers[0]?.();
  await Promise.resolve();
  expect(now).toMatchObject({ phase: 'asking', id: OTHER.id });
});

test('a chart that goes away under a held line asks nothing and writes into no ticket', () => {
  const hand = handOn({ isOneStep: true });
  carry(hand, DRAFT, 1825);
  acts.moveDraft.mockClear();
  hand.forget();
  hand.drop();
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
