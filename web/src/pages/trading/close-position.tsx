/**
 * The confirmation for closing a position, or a part of it, as in the list of positions, for other places. It disappears with its
 * position and does not return with the next one.
 */
import { lazy, useEffect, useEffectEvent } from 'react';
import { untyped } from '#features/positions/closing.ts';
import { useOpenPositions } from '#features/positions/use-open-positions.ts';
import { WholePositionDialog } from '#features/positions/whole-position-dialog.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

const ClosePartDialog = lazy(async () => ({
  default: (await import('#features/positions/close-part-dialog.tsx')).ClosePartDialog,
}));

export interface ClosePositionProps {
  readonly actor: AccountActor;
  readonly code: string;
  /** Asks for lots and price first. */
  readonly isPart?: boolean;
  readonly onClose: () => void;
  /** Called when there is no such position, or no longer, or none is known of; defaults to `onClose`. */
  readonly onAbsent?: (isKnown: boolean) => void;
}

export function ClosePosition({ actor, code, isPart = false, onClose, onAbsent = onClose }: ClosePositionProps) {
  const { rows, isLoading, error } = useOpenPositions(actor, code);
  const [row] = rows;
  const isGone = !isLoading && row === undefined;
  const leave = useEffectEvent(onAbsent);
  const isKnown = !error;
  useEffect(() => {
    if (isGone) leave(isKnown);
  }, [isGone, isKnown]);
  if (!row) return null;
  const asked = { actor, row, onDone: onClose, onClose };
  if (!isPart) return <WholePositionDialog {...asked} action="liquidate" />;
  const { contract, figures } = row;
  return contract ? (
    <ClosePartDialog {...asked} contract={contract} first={untyped(figures.lots)} hasLimit={false} />
  ) : null;
}
