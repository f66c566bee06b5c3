/**
 * Colours the background of a price that has just traded. It is the box's own background and does not fade: a separate
 * layer or a change with every frame would cost a full board more than all its figures.
 */
import { type Direction, directionOf } from '#design/ui/figures/figures.tsx';

const COLOURS: Record<Direction, string> = {
  up: 'motion-safe:bg-up-soft',
  down: 'motion-safe:bg-down-soft',
  unchanged: 'motion-safe:bg-ref-soft',
};

/** Red behind a green number, or the other way round, would say two things at once. */
const NEUTRAL = 'motion-safe:bg-surface-3';
const OPPOSITES: Partial<Record<Direction, readonly string[]>> = { up: ['down', 'floor'], down: ['up', 'ceiling'] };

/**
 * Returns the flash's class. `move` is the sign of the trade's move, null while there is no flash; `tone` is what the
 * number's own colour says, where that differs.
 */
export function tradeFlash(move: number | null, tone: string | null = null): string | null {
  const direction = directionOf(move);
  if (direction === null) return null;
  return tone !== null && OPPOSITES[direction]?.includes(tone) ? NEUTRAL : COLOURS[direction];
}
