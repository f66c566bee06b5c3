/** What became of an order that a dialog asks for, and why it can't be sent, in words. */
import type { Facts } from '@mua/contract/errors';
import type { PriceGrid } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { QuestionFault } from '#design/ui/dialogs/question-dialog.tsx';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';

export type OrderFate =
  | { readonly kind: 'asking' | 'sending' | 'absent' }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Facts };

export interface OrderFaultsProps {
  readonly fate: OrderFate;
  /** An earlier order in the same listing has no answer yet. */
  readonly isUnresolved: boolean;
  readonly grid: PriceGrid;
}

export function OrderFaults({ fate, isUnresolved, grid }: OrderFaultsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <>
      {fate.kind === 'refused' && <QuestionFault>{writtenError({ t, format, grid }, fate)}</QuestionFault>}
      {isUnresolved && <QuestionFault tone="warning">{t(($) => $.ticket.issue.lost)}</QuestionFault>}
      {fate.kind === 'absent' && <QuestionFault tone="warning">{t(($) => $.ticket.absent)}</QuestionFault>}
    </>
  );
}
