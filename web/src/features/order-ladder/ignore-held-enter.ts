/** Enter that is held clicks a button again and again: on a ladder each of these would be an order. */
import type { KeyboardEvent } from 'react';

export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
