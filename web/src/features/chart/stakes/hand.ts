/**
 * What is being done to one line of the chart. It is held by a pointer, or waits at a new price for its owner's ✓, or
 * for the server. One line at a time: taking another one lets the first go back. Pure.
 */
import type { Ticks } from '@mua/core/values';
export type Hand =
  | { readonly phase: 'resting' }
  | {
      readonly phase: 'held' | 'asking' | 'sending';
      readonly id: string;
      readonly fromTicks: Ticks;
      readonly ticks: Ticks;
    };

export type HandEvent =
  | { readonly kind: 'grab'; readonly id: string; readonly ticks: Ticks }
  | { readonly kind: 'move'; readonly ticks: Ticks }
  /** The pointer let go: `verdict` of the price it was let go at. */
  | { readonly kind: 'drop'; readonly verdict: 'kept' | 'sent' | 'back' }
  | { readonly kind: 'step'; readonly id: string; readonly fromTicks: Ticks; readonly ticks: Ticks }
  | { readonly kind: 'send' }
  /** Esc, ✗, a refusal, or the line has gone. */
  | { readonly kind: 'leave' };

export const RESTING: Hand = { phase: 'resting' };

export function nextHand(hand: Hand, event: HandEvent): Hand {
  // What has been sent is the server's matter until it answers.
  if (hand.phase === 'sending') return event.kind === 'leave' ? RESTING : hand;
  switch (event.kind) {
    case 'grab':
      return { phase: 'held', id: event.id, fromTicks: fromTicksOf(hand, event), ticks: event.ticks };
    case 'move':
      return hand.phase === 'held' ? { ...hand, ticks: event.ticks } : hand;
    case 'drop':
      if (hand.phase !== 'held') return hand;
      if (event.verdict === 'kept') return { ...hand, phase: 'asking' };
      return event.verdict === 'sent' ? { ...hand, phase: 'sending' } : RESTING;
    case 'step':
      if (event.ticks === event.fromTicks) return RESTING;
      return { phase: 'asking', id: event.id, fromTicks: event.fromTicks, ticks: event.ticks };
    case 'send':
      return hand.phase === 'asking' ? { ...hand, phase: 'sending' } : hand;
    case 'leave':
      return RESTING;
  }
}

/** Grabbed once more while it waits for the ✓, it still comes from where it stood at first. */
function fromTicksOf(hand: Hand, { id, ticks }: { readonly id: string; readonly ticks: Ticks }): number {
  return hand.phase !== 'resting' && hand.id === id ? hand.fromTicks : ticks;
}
