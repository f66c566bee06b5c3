/** Options of an order: its exits, and reduce only. */
import type { OrderType } from '@mua/core/values';
import { memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { fieldsOf } from '#orders/order-types.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export interface OrderOptionProps {
  readonly orderType: OrderType;
  /** As set in the draft. */
  readonly isReduceOnly: boolean;
}

export interface ExitsOptionProps extends OrderOptionProps {
  readonly hasExits: boolean;
}

/** An entry may have exits attached. */
export const ExitsOption = memo(function ExitsOption({ orderType, isReduceOnly, hasExits }: ExitsOptionProps) {
  const { t } = useTranslation();
  if (fieldsOf(orderType).exits !== 'optional') return null;
  return (
    <Option
      testId="ticket-exits"
      // A reducing order opens nothing that exits could protect.
      isDisabled={isReduceOnly}
      isOn={hasExits && !isReduceOnly}
      onChange={useTicketDraft.getState().setHasExits}
    >
      {t(($) => $.words.orderType.TPSL)}
    </Option>
  );
});

export const ReduceOnlyOption = memo(function ReduceOnlyOption({ orderType, isReduceOnly }: OrderOptionProps) {
  const { t } = useTranslation();
  if (fieldsOf(orderType).reduceOnly === 'always') return null;
  return (
    <Option testId="ticket-reduce-only" isOn={isReduceOnly} onChange={useTicketDraft.getState().setReduceOnly}>
      {t(($) => $.words.order.reduceOnly)}
    </Option>
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
      className={cn(
        'flex shrink-0 cursor-pointer items-center gap-2 text-12 max-md:min-h-11',
        isDisabled && 'cursor-default text-disabled',
      )}
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
