/**
 * The colour behind a price that has just traded, for the box around it. It is the box's own background and nothing
 * fades: a layer of its own or a change with every frame would cost a full board more than all its figures.
 */
import { type Direction, directionOf } from '#design/ui/figures.tsx';

const COLOURS: Record<Direction, string> = {
  up: 'motion-safe:bg-up-soft',
  down: 'motion-safe:bg-down-soft',
  unchanged: 'motion-safe:bg-ref-soft',
};

/** `move` is the sign of the trade's move, null while there is no flash. */
export function tradeFlash(move: number | null): string | null {
  const direction = directionOf(move);
  return direction && COLOURS[direction];
}
