/**
 * The confirmation for closing a position, as in the list of positions, for other places. It disappears with its
 * position and does not return with the next one.
 */
import { useEffect, useEffectEvent } from 'react';
import { useOpenPositions } from '#features/positions/use-open-positions.ts';
import { WholePositionDialog } from '#features/positions/whole-position-dialog.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ClosePositionProps {
  readonly actor: AccountActor;
  readonly code: string;
  readonly onClose: () => void;
  /** Called when there is no such position, or no longer, or none is known of; defaults to `onClose`. */
  readonly onAbsent?: (isKnown: boolean) => void;
}

export function ClosePosition({ actor, code, onClose, onAbsent = onClose }: ClosePositionProps) {
  const { rows, isLoading, error } = useOpenPositions(actor, code);
  const [row] = rows;
  const isGone = !isLoading && row === undefined;
  const leave = useEffectEvent(onAbsent);
  const isKnown = !error;
  useEffect(() => {
    if (isGone) leave(isKnown);
  }, [isGone, isKnown]);
  return row ? (
    <WholePositionDialog actor={actor} row={row} action="liquidate" onDone={onClose} onClose={onClose} />
  ) : null;
}
