/**
 * Ignores repeats of a held Enter, which would click a button again and again: where a click is an order, it must be
 * one order.
 */
import type { KeyboardEvent } from 'react';

export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
