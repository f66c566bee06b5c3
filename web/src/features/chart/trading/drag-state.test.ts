import { expect, test } from 'vitest';
import { type DragState, type DragStep, nextDrag, RESTING } from '#features/chart/trading/drag-state.ts';

const HELD: DragState = { phase: 'held', id: 'a', fromTicks: 10, ticks: 12 };
const ASKING: DragState = { ...HELD, phase: 'asking' };
const SENDING: DragState = { ...HELD, phase: 'sending' };

test.each<[string, DragState, DragStep, DragState]>([
  ['a line is taken', RESTING, { kind: 'grab', id: 'a', ticks: 10 }, { ...HELD, ticks: 10 }],
  ['follows the pointer', HELD, { kind: 'move', ticks: 14 }, { ...HELD, ticks: 14 }],
  ['is released and asks', HELD, { kind: 'drop', verdict: 'kept' }, ASKING],
  ['is released and sent, in one step', HELD, { kind: 'drop', verdict: 'sent' }, SENDING],
  ['goes back', HELD, { kind: 'drop', verdict: 'back' }, RESTING],
  ['goes back on Esc', HELD, { kind: 'leave' }, RESTING],
  ['is moved by keys', RESTING, { kind: 'step', id: 'a', fromTicks: 10, ticks: 12 }, ASKING],
  ['moved back by keys it asks nothing', ASKING, { kind: 'step', id: 'a', fromTicks: 10, ticks: 10 }, RESTING],
  ['is taken again and still counts from its first position', ASKING, { kind: 'grab', id: 'a', ticks: 12 }, HELD],
  [
    'another one is taken',
    ASKING,
    { kind: 'grab', id: 'b', ticks: 7 },
    { phase: 'held', id: 'b', fromTicks: 7, ticks: 7 },
  ],
  ['is confirmed', ASKING, { kind: 'send' }, SENDING],
  ['only a line that asks can be confirmed', HELD, { kind: 'send' }, HELD],
  ['a sent line is not moved', SENDING, { kind: 'step', id: 'a', fromTicks: 10, ticks: 20 }, SENDING],
  ['no other line is taken before the answer', SENDING, { kind: 'grab', id: 'b', ticks: 7 }, SENDING],
  ['the answer ends it', SENDING, { kind: 'leave' }, RESTING],
  ['a pointer without a line moves nothing', RESTING, { kind: 'move', ticks: 3 }, RESTING],
])('%s', (_name, drag, event, expected) => expect(nextDrag(drag, event)).toEqual(expected));
