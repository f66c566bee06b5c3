/** A value of an order in the table: editable in place while the order may be changed, plain text otherwise. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Order } from '@mua/contract/entities/order';
import type { ModifyOrderRequest } from '@mua/contract/http/orders';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CellField, type CellFieldPlace, EditableCell } from '#design/ui/table/editable-cell.tsx';
import { amendName, canAmend, orderCellEdit } from '#features/order-list/order-cell-edit.ts';
import type { ChangeField } from '#features/order-list/order-change.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useMark } from '#market/live-marks.ts';
import { modifyOrder } from '#orders/orders.ts';
import { marginStatusQuery } from '#signed-in/accounts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';

export interface AmendCellProps {
  readonly actor: AccountActor;
  readonly order: Order;
  readonly contract: Contract | undefined;
  readonly field: ChangeField;
  readonly children: ReactNode;
}

export function AmendCell(props: AmendCellProps) {
  const { t } = useTranslation();
  const { order, contract, field, children } = props;
  return (
    <EditableCell
      name={amendName(t, order, field)}
      testId={`amend-${field}`}
      field={contract && canAmend(order, field) ? (place) => <AmendField {...props} {...place} /> : null}
    >
      {children}
    </EditableCell>
  );
}

/** Subscribes to prices and margins only while being edited. */
function AmendField({ actor, order, contract, field, children, ...place }: AmendCellProps & CellFieldPlace) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { data: margin } = useQuery(marginStatusQuery(actor.userId, actor.accountId));
  const markTicks = useMark(order.contractCode);
  const { submit } = useSubmission();
  const send = (request: ModifyOrderRequest) => submit(() => modifyOrder(client, actor, request));
  const edit = orderCellEdit(order, field, { t, format, contract, margin, markTicks, send });
  return edit ? <CellField edit={edit} {...place} /> : children;
}
