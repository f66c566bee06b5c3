/**
 * The question that the list of positions asks, asked elsewhere. It goes with its position, and does not come back with
 * the next.
 */
import { useEffect, useEffectEvent } from 'react';
import { useOpenPositions } from '#features/positions/use-open-positions.ts';
import { WholePositionDialog } from '#features/positions/whole-position-dialog.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ClosePositionProps {
  readonly actor: AccountActor;
  readonly code: string;
  readonly onClose: () => void;
  /** There is no such position, or not any more; left out, it closes without a word. */
  readonly onAbsent?: () => void;
}

export function ClosePosition({ actor, code, onClose, onAbsent = onClose }: ClosePositionProps) {
  const { rows, isLoading } = useOpenPositions(actor, code);
  const [row] = rows;
  const isGone = !isLoading && row === undefined;
  const leave = useEffectEvent(onAbsent);
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);
  return row ? (
    <WholePositionDialog actor={actor} row={row} action="liquidate" onDone={onClose} onClose={onClose} />
  ) : null;
}
