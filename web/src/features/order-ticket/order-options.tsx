/** What an order may bring or be held to: its exits, and never turning the position over. */
import type { OrderType } from '@mua/core/values';
import { memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Checkbox } from '#design/ui/checkbox.tsx';
import { fieldsOf } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export interface OrderOptionsProps {
  readonly orderType: OrderType;
  /** As the draft has them. */
  readonly hasExits: boolean;
  readonly isReduceOnly: boolean;
  readonly isRoomy: boolean;
}

export const OrderOptions = memo(function OrderOptions(props: OrderOptionsProps) {
  const { orderType, hasExits, isReduceOnly, isRoomy } = props;
  const { t } = useTranslation();
  const { setHasExits, setReduceOnly } = useTicketDraft.getState();
  const { exits, reduceOnly } = fieldsOf(orderType);
  if (reduceOnly === 'always') return <p className="text-11 text-fg-3 leading-4">{t(($) => $.ticket.exitsHint)}</p>;
  return (
    <div className={cn('flex flex-wrap items-center justify-between gap-x-3 gap-y-1', isRoomy && 'min-h-9')}>
      {exits === 'optional' && (
        <Option
          testId="ticket-exits"
          // A reducing order opens nothing that exits could protect.
          isDisabled={isReduceOnly}
          isOn={hasExits && !isReduceOnly}
          onChange={setHasExits}
        >
          {t(($) => $.words.orderType.TPSL)}
        </Option>
      )}
      <Option testId="ticket-reduce-only" isOn={isReduceOnly} onChange={setReduceOnly}>
        {t(($) => $.words.order.reduceOnly)}
      </Option>
    </div>
  );
});

interface OptionProps {
  readonly testId: string;
  readonly isOn: boolean;
  readonly isDisabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

function Option({ testId, isOn, isDisabled = false, onChange, children }: OptionProps) {
  const id = useId();
  return (
    <label
      htmlFor={id}
      className={cn('flex cursor-pointer items-center gap-2 text-12', isDisabled && 'cursor-default text-disabled')}
    >
      <Checkbox
        id={id}
        data-testid={testId}
        disabled={isDisabled}
        checked={isOn}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      {children}
    </label>
  );
}
