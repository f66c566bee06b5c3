/** Holds what is typed in the rows for closing, and the open confirmation. */
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { closesAtOnce, liquidateAtOnce } from '#features/positions/close-at-once.ts';
import {
  closingOrder,
  isTyped,
  isWhole,
  readClosing,
  type TypedClosing,
  untyped,
} from '#features/positions/closing.ts';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import type { WholePositionAction } from '#features/positions/whole-position-dialog.tsx';
import { sendOrder } from '#orders/sent-orders.ts';
import { freshId } from '#session/fresh-id.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export type ClosingQuestion =
  | { readonly kind: 'whole'; readonly code: string; readonly action: WholePositionAction }
  | { readonly kind: 'part'; readonly code: string; readonly first: TypedClosing; readonly hasLimit: boolean };

export interface Closing {
  typedOf(row: PositionRow): TypedClosing;
  type(row: PositionRow, typed: TypedClosing): void;
  /** Follows the row: all of it at market liquidates, anything else closes that part. */
  liquidates(row: PositionRow): boolean;
  ask(row: PositionRow): void;
  askPart(row: PositionRow, hasLimit: boolean): void;
  askWhole(row: PositionRow, action: WholePositionAction): void;
  readonly question: ClosingQuestion | null;
  /** Dismissed: what was typed in the row stays. */
  dismiss(): void;
  /** Done: the row is reset to the whole position at market. */
  finish(): void;
}

export function useClosing(actor: AccountActor, rows: readonly PositionRow[]): Closing {
  const sendNow = useSendNow(actor);
  const [typed, setTyped] = useState<ReadonlyMap<string, TypedClosing>>(new Map());
  const [question, setQuestion] = useState<ClosingQuestion | null>(null);
  const held = rows.map(({ position }) => position.contractCode).join(' ');
  useEffect(() => {
    // A closed position takes its typed values and confirmation along: the next one in its contract is another
    // position.
    const codes = new Set(held.split(' '));
    setQuestion((now) => (now && !codes.has(now.code) ? null : now));
    setTyped((before) => new Map([...before].filter(([code]) => codes.has(code))));
  }, [held]);
  const typedOf = useCallback(
    ({ position, figures }: PositionRow) => typed.get(position.contractCode) ?? untyped(figures.lots),
    [typed],
  );
  return useMemo(() => {
    const forgetTyped = (code: string) =>
      setTyped((before) => {
        const next = new Map(before);
        next.delete(code);
        return next;
      });
    const askPart: Closing['askPart'] = (row, hasLimit) =>
      setQuestion({ kind: 'part', code: row.position.contractCode, first: typedOf(row), hasLimit });
    // A late answer closes its own confirmation, not one opened after it.
    const dismiss = () => setQuestion((now) => (now === question ? null : now));
    const askWhole: Closing['askWhole'] = ({ position }, action) =>
      setQuestion({ kind: 'whole', code: position.contractCode, action });
    const liquidates: Closing['liquidates'] = (row) => {
      const { position, contract, figures } = row;
      const held = { contractCode: position.contractCode, side: figures.side, lots: figures.lots };
      // Without its contract's facts nothing could be typed.
      return !contract || isWhole(readClosing(typedOf(row), held, contract.decimalFormat), held);
    };
    return {
      typedOf,
      // As it was is not typed: it follows the position again, and holds nothing up.
      type: ({ position, figures }, next) =>
        isTyped(next, figures.lots)
          ? setTyped((before) => new Map(before).set(position.contractCode, next))
          : forgetTyped(position.contractCode),
      liquidates,
      ask: (row) => {
        if (sendNow(row, typedOf(row))) forgetTyped(row.position.contractCode);
        else if (liquidates(row)) askWhole(row, 'liquidate');
        else askPart(row, false);
      },
      askPart,
      askWhole,
      question,
      dismiss,
      finish: () => {
        dismiss();
        if (question) forgetTyped(question.code);
      },
    };
  }, [typedOf, question, sendNow]);
}

/** Sends what the row says; false if a confirmation is needed, or the input can't be parsed. */
function useSendNow(actor: AccountActor): (row: PositionRow, typed: TypedClosing) => boolean {
  const client = useQueryClient();
  return useCallback(
    ({ position, contract, figures }, typed) => {
      const { contractCode } = position;
      if (!contract || !closesAtOnce(actor, contractCode)) return false;
      const held = { contractCode, side: figures.side, lots: figures.lots };
      const grid = contract.decimalFormat;
      const reading = readClosing(typed, held, grid);
      if (reading.kind !== 'close') return false;
      if (isWhole(reading, held)) liquidateAtOnce(client, actor, held);
      else {
        const body = closingOrder(held, reading, { clientOrderId: freshId(), grid });
        void sendOrder(client, { actor, request: { kind: 'place', body } });
      }
      return true;
    },
    [client, actor],
  );
}
