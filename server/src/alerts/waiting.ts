/** An alert that waits, and the side of its level on which it does. */
import type { Ticks } from '@mua/core/values';
import type { AlertIndex } from '#alerts/alert-index.ts';
import type { StoredAlert } from '#alerts/alert-store.ts';

export interface Waiting {
  alert: StoredAlert;
  /** Waits for the price, for the market to move back, or for the journal. */
  state: 'armed' | 'returning' | 'telling';
  /** Trades before it, by the market's time, are none of its own. */
  readonly sinceMs: number;
}

/** An armed one waits at its level; one that was told waits a tick on the other side, for the market to move back. */
export function waitAt(index: AlertIndex<Waiting>, entry: Waiting, levelTicks: Ticks): void {
  const isAbove = entry.alert.direction === 'ABOVE';
  const isArmed = entry.state === 'armed';
  const ticks = isArmed ? levelTicks : levelTicks + (isAbove ? -1 : 1);
  if (isAbove === isArmed) index.addUp(ticks, entry);
  else index.addDown(ticks, entry);
}
