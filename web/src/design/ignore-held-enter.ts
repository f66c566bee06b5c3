/** Enter that is held clicks a button again and again; where a click is an order, it is one order. */
import type { KeyboardEvent } from 'react';

export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
