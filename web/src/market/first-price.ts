/**
 * Announces the moment after the first prices were painted. Whatever they do not need waits for it: sockets, toasts. A
 * page that shows no price waits two seconds and no longer.
 */
import { useSyncExternalStore } from 'react';
import { onNextFrame } from '#clock/frame.ts';

const LONGEST_WAIT_MS = 2000;
/** Leaves time for the paint itself, and a pause in which the page can respond. */
const BREATH_MS = 150;

let hasPassed = false;
const listeners = new Set<() => void>();

/** Runs once, soon after the first prices are on the screen; at once when they already are. */
export function afterFirstPrice(listener: () => void): () => void {
  if (hasPassed) listener();
  else listeners.add(listener);
  return () => listeners.delete(listener);
}

export function untilFirstPrice(): Promise<void> {
  return new Promise((resolve) => afterFirstPrice(resolve));
}

export function useAfterFirstPrice(): boolean {
  return useSyncExternalStore(afterFirstPrice, () => hasPassed);
}

function pass(): void {
  if (hasPassed) return;
  hasPassed = true;
  for (const listener of [...listeners]) listener();
  listeners.clear();
}

/** Called by whatever shows prices, once it is mounted: they are on the screen with the next frame. */
export function pricesAreShown(): void {
  if (!hasPassed) onNextFrame(() => setTimeout(pass, BREATH_MS));
}

setTimeout(pass, LONGEST_WAIT_MS);
