/**
 * The state of dragging one line of the chart: held by a pointer, or waiting at a new price for confirmation by ✓, or
 * for the server. One line at a time: taking another one returns the first. Pure.
 */
import type { Ticks } from '@mua/core/values';
export type DragState =
  | { readonly phase: 'resting' }
  | {
      readonly phase: 'held' | 'asking' | 'sending';
      readonly id: string;
      readonly fromTicks: Ticks;
      readonly ticks: Ticks;
    };

export type DragStep =
  | { readonly kind: 'grab'; readonly id: string; readonly ticks: Ticks }
  | { readonly kind: 'move'; readonly ticks: Ticks }
  /** The pointer was released; `verdict` applies to the price there. */
  | { readonly kind: 'drop'; readonly verdict: 'kept' | 'sent' | 'back' }
  | { readonly kind: 'step'; readonly id: string; readonly fromTicks: Ticks; readonly ticks: Ticks }
  | { readonly kind: 'send' }
  /** Esc, ✗, a refusal, or the line is gone. */
  | { readonly kind: 'leave' };

export const RESTING: DragState = { phase: 'resting' };

export function nextDrag(drag: DragState, event: DragStep): DragState {
  // After sending, only the server's answer counts.
  if (drag.phase === 'sending') return event.kind === 'leave' ? RESTING : drag;
  switch (event.kind) {
    case 'grab':
      return { phase: 'held', id: event.id, fromTicks: fromTicksOf(drag, event), ticks: event.ticks };
    case 'move':
      return drag.phase === 'held' ? { ...drag, ticks: event.ticks } : drag;
    case 'drop':
      if (drag.phase !== 'held') return drag;
      if (event.verdict === 'kept') return { ...drag, phase: 'asking' };
      return event.verdict === 'sent' ? { ...drag, phase: 'sending' } : RESTING;
    case 'step':
      if (event.ticks === event.fromTicks) return RESTING;
      return { phase: 'asking', id: event.id, fromTicks: event.fromTicks, ticks: event.ticks };
    case 'send':
      return drag.phase === 'asking' ? { ...drag, phase: 'sending' } : drag;
    case 'leave':
      return RESTING;
  }
}

/** A line taken again while it waits for the ✓ still counts from its first position. */
function fromTicksOf(drag: DragState, { id, ticks }: { readonly id: string; readonly ticks: Ticks }): number {
  return drag.phase !== 'resting' && drag.id === id ? drag.fromTicks : ticks;
}
