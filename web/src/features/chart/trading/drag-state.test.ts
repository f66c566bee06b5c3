import { expect, test } from 'vitest';
import { type DragState, type DragStep, nextDrag, RESTING } from '#features/chart/trading/drag-state.ts';

const HELD: DragState = { phase: 'held', id: 'a', fromTicks: 10, ticks: 12 };
const ASKING: DragState = { ...HELD, phase: 'asking' };
const SENDING: DragState = { ...HELD, phase: 'sending' };

test.each<[string, DragState, DragStep, DragState]>([
  ['a line is taken', RESTING, { kind: 'grab', id: 'a', ticks: 10 }, { ...HELD, ticks: 10 }],
  ['follows the pointer', HELD, { kind: 'move', ticks: 14 }, { ...HELD, ticks: 14 }],
  ['is put down and asks', HELD, { kind: 'drop', verdict: 'kept' }, ASKING],
  ['is put down and sent, in one step', HELD, { kind: 'drop', verdict: 'sent' }, SENDING],
  ['goes back', HELD, { kind: 'drop', verdict: 'back' }, RESTING],
  ['goes back by Esc', HELD, { kind: 'leave' }, RESTING],
  ['goes by keys', RESTING, { kind: 'step', id: 'a', fromTicks: 10, ticks: 12 }, ASKING],
  ['and back by keys asks nothing', ASKING, { kind: 'step', id: 'a', fromTicks: 10, ticks: 10 }, RESTING],
  ['is taken once more and still comes from where it was', ASKING, { kind: 'grab', id: 'a', ticks: 12 }, HELD],
  [
    'another one is taken',
    ASKING,
    { kind: 'grab', id: 'b', ticks: 7 },
    { phase: 'held', id: 'b', fromTicks: 7, ticks: 7 },
  ],
  ['is confirmed', ASKING, { kind: 'send' }, SENDING],
  ['nothing is confirmed that does not ask', HELD, { kind: 'send' }, HELD],
  ['what is sent is not moved', SENDING, { kind: 'step', id: 'a', fromTicks: 10, ticks: 20 }, SENDING],
  ['nor is another taken before the answer', SENDING, { kind: 'grab', id: 'b', ticks: 7 }, SENDING],
  ['the answer ends it', SENDING, { kind: 'leave' }, RESTING],
  ['a pointer that holds nothing moves nothing', RESTING, { kind: 'move', ticks: 3 }, RESTING],
])('%s', (_name, drag, event, expected) => expect(nextDrag(drag, event)).toEqual(expected));
