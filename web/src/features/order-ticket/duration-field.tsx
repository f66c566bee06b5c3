/** Chooses the time in force; GTD asks for its date. Only what the contract's terms list for the type is offered. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Duration, OrderType } from '@mua/core/values';
import { memo, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Label } from '#design/ui/controls/label.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { ExpirationField } from '#features/order-ticket/expiration-field.tsx';
import { offeredDurations } from '#features/order-ticket/ticket-types.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export interface DurationFieldProps {
  readonly ticket: Ticket;
  readonly isRoomy: boolean;
  /** Shown in the same line. */
  readonly children?: ReactNode;
}

export function DurationField({ ticket, isRoomy, children }: DurationFieldProps) {
  const { orderType, duration } = ticket.read;
  return (
    <div className="grid gap-2">
      <div className="flex items-center justify-between gap-3">
        <DurationChoice terms={ticket.contract.terms} orderType={orderType} duration={duration} isRoomy={isRoomy} />
        {children}
      </div>
      {duration === 'GTD' && (
        <ExpirationField
          {...{ ticket, isRoomy }}
          date={ticket.draft.expirationDate}
          onDate={ticket.draft.setExpirationDate}
          errors={ticket.issues.errors}
          testId="ticket-expiration"
        />
      )}
    </div>
  );
}

interface DurationChoiceProps {
  readonly terms: Contract['terms'];
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly isRoomy: boolean;
}

/** A single line with its label in front: most orders are day orders, and nobody looks. */
const DurationChoice = memo(function DurationChoice({ terms, orderType, duration, isRoomy }: DurationChoiceProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Label htmlFor={id} className="shrink-0">
        {t(($) => $.words.order.duration)}
      </Label>
      <Select<Duration>
        id={id}
        data-testid="ticket-duration"
        size={isRoomy ? 'xl' : 'md'}
        className={cn('min-w-0 font-medium', !isRoomy && 'h-7 w-auto border-transparent px-1 hover:bg-surface-3')}
        value={duration}
        onValueChange={useTicketDraft.getState().setDuration}
        options={offeredDurations(terms, orderType).map((one) => ({
          value: one,
          label: t(($) => $.words.duration[one]),
        }))}
      />
    </span>
  );
});
