/** A value of a conditional order in the table: editable in place while the order waits, plain text otherwise. */
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CellField, EditableCell } from '#design/ui/table/editable-cell.tsx';
import { amendConditionalName, conditionalCellEdit } from '#features/conditional-orders/conditional-cell-edit.ts';
import type { ChangeField } from '#features/conditional-orders/conditional-change.ts';
import type { OwnedConditional } from '#features/conditional-orders/use-conditional-rows.ts';
import { useFormat } from '#i18n/use-format.ts';
import { modifyConditional } from '#orders/conditional-orders.ts';
import { useSubmission } from '#wire/submission.ts';

export interface AmendConditionalProps extends OwnedConditional {
  readonly field: ChangeField;
  readonly children: ReactNode;
}

export function AmendConditional({ actor, row, field, children }: AmendConditionalProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { submit } = useSubmission();
  const { order, contract, markTicks } = row;
  const edit = conditionalCellEdit(order, field, {
    t,
    format,
    contract,
    markTicks,
    send: (request) => submit(() => modifyConditional(client, actor, request)),
  });
  return (
    <EditableCell
      name={amendConditionalName(t, order, field)}
      testId={`amend-${field}`}
      field={edit && ((place) => <CellField edit={edit} {...place} />)}
    >
      {children}
    </EditableCell>
  );
}
