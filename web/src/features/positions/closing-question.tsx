/** The open confirmation for one of the rows; it closes with its position. */

import { ClosePartDialog } from '#features/positions/close-part-dialog.tsx';
import type { Closing } from '#features/positions/use-closing.ts';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import { WholePositionDialog } from '#features/positions/whole-position-dialog.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export interface ClosingQuestionProps {
  readonly actor: AccountActor;
  readonly rows: readonly PositionRow[];
  readonly closing: Closing;
}

export function ClosingQuestion({ actor, rows, closing: { question, dismiss, finish } }: ClosingQuestionProps) {
  const row = question && rows.find(({ position }) => position.contractCode === question.code);
  if (!question || !row) return null;
  if (question.kind === 'whole') {
    return <WholePositionDialog actor={actor} row={row} action={question.action} onDone={finish} onClose={dismiss} />;
  }
  const { contract } = row;
  if (!contract) return null;
  const { first, hasLimit } = question;
  return <ClosePartDialog {...{ actor, row, contract, first, hasLimit }} onDone={finish} onClose={dismiss} />;
}
