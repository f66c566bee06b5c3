/** The fields, the receipt and the button, in the order in which one thinks about an order. */

import type { FormEvent, KeyboardEvent } from 'react';
import { cn } from '#design/class-names.ts';
import { ignoreHeldEnter } from '#design/ignore-held-enter.ts';
import { DurationField } from '#features/order-ticket/duration-field.tsx';
import { ExitFields } from '#features/order-ticket/exit-fields.tsx';
import { FollowingNote } from '#features/order-ticket/following-note.tsx';
import { ExitsOption, ReduceOnlyOption } from '#features/order-ticket/order-options.tsx';
import { PriceField } from '#features/order-ticket/price-field.tsx';
import { QuantityField } from '#features/order-ticket/quantity-field.tsx';
import { Receipt } from '#features/order-ticket/receipt.tsx';
import { SendArea } from '#features/order-ticket/send-area.tsx';
import { SessionNote } from '#features/order-ticket/session-note.tsx';
import { SideSwitch } from '#features/order-ticket/side-switch.tsx';
import { fieldOf, type TicketError } from '#features/order-ticket/ticket-issues.ts';
import { TrailField } from '#features/order-ticket/trail-field.tsx';
import { TypeChoice } from '#features/order-ticket/type-choice.tsx';
import { useSending } from '#features/order-ticket/use-sending.ts';
import { useSharedButton } from '#features/order-ticket/use-shared-button.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { ExchangeDownNote } from '#orders/ui/exchange-down-note.tsx';

export interface TicketFormProps {
  readonly ticket: Ticket;
  /** Phone layout: taller controls. */
  readonly isRoomy?: boolean;
  readonly onTaken?: () => void;
  readonly className?: string;
}

export function TicketForm({ ticket, isRoomy = false, onTaken, className }: TicketFormProps) {
  const sending = useSending(ticket, onTaken);
  useSharedButton(ticket, sending);
  const { draft, read } = ticket;
  const isPair = fieldsOf(read.orderType).exits === 'own';
  const copying = ticket.choice.account?.copying;
  if (copying?.role === 'FOLLOWS')
    return <FollowingNote strategy={copying.strategyName} isRoomy={isRoomy} className={className} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.press();
  };
  return (
    <form
      noValidate
      onSubmit={submit}
      onKeyDown={(event) => {
        // A held key arms and must not go on to send.
        ignoreHeldEnter(event);
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) goToFault(event, ticket.issues.errors);
      }}
      className={cn('grid grid-cols-1 content-start', read.exits ? 'gap-2.25' : 'gap-2.75', className)}
    >
      <SessionNote contract={ticket.contract} />
      <ExchangeDownNote accountId={ticket.choice.actor?.accountId} />
      <SideSwitch side={draft.side} onSide={draft.setSide} isRoomy={isRoomy} />
      <TypeChoice
        terms={ticket.contract.terms}
        orderType={read.orderType}
        netLots={ticket.figures?.preview.netLots.before ?? 0}
        isRoomy={isRoomy}
      />
      <PriceField ticket={ticket} isRoomy={isRoomy} />
      {read.trail && <TrailField ticket={ticket} isRoomy={isRoomy} />}
      {isPair && <ExitFields ticket={ticket} isRoomy={isRoomy} />}
      <QuantityField ticket={ticket} isRoomy={isRoomy} />
      {!isPair && (
        <ExitFields
          ticket={ticket}
          isRoomy={isRoomy}
          heading={
            <ExitsOption orderType={read.orderType} isReduceOnly={draft.isReduceOnly} hasExits={draft.hasExits} />
          }
        />
      )}
      <DurationField ticket={ticket} isRoomy={isRoomy}>
        <ReduceOnlyOption orderType={read.orderType} isReduceOnly={draft.isReduceOnly} />
      </DurationField>
      <Receipt ticket={ticket} />
      <SendArea ticket={ticket} sending={sending} isRoomy={isRoomy} />
    </form>
  );
}

/** Enter on a disabled button moves the focus to the first field that needs a correction. */
function goToFault(event: KeyboardEvent<HTMLFormElement>, errors: readonly TicketError[]): void {
  for (const error of errors) {
    const name = fieldOf(error);
    const field = name === null ? null : event.currentTarget.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement)) continue;
    event.preventDefault();
    field.focus();
    field.select();
    return;
  }
}
