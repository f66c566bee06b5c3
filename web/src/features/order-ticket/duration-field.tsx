/** How long the order holds; GTD asks for its date. Only what the contract's terms list for the type is offered. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Duration, OrderType } from '@mua/core/values';
import { CalendarDays } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/field.tsx';
import { Input } from '#design/ui/input.tsx';
import { Select } from '#design/ui/select.tsx';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { fieldOf } from '#features/order-ticket/ticket-issues.ts';
import { offeredDurations } from '#features/order-ticket/ticket-types.ts';
import { readTypedDate } from '#features/order-ticket/typed-date.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export function DurationField({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { orderType, duration } = ticket.read;
  const isDated = duration === 'GTD';
  return (
    <div className={cn('grid gap-2', isDated && 'grid-cols-2')}>
      <DurationChoice terms={ticket.contract.terms} orderType={orderType} duration={duration} isRoomy={isRoomy} />
      {isDated && <ExpirationField ticket={ticket} isRoomy={isRoomy} />}
    </div>
  );
}

interface DurationChoiceProps {
  readonly terms: Contract['terms'];
  readonly orderType: OrderType;
  readonly duration: Duration;
  readonly isRoomy: boolean;
}

const DurationChoice = memo(function DurationChoice({ terms, orderType, duration, isRoomy }: DurationChoiceProps) {
  const { t } = useTranslation();
  return (
    <Field label={t(($) => $.words.order.duration)}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Select<Duration>
          id={id}
          aria-describedby={describedBy}
          data-testid="ticket-duration"
          size={isRoomy ? 'xl' : 'md'}
          value={duration}
          onValueChange={useTicketDraft.getState().setDuration}
          options={offeredDurations(terms, orderType).map((one) => ({
            value: one,
            label: t(($) => $.words.duration[one]),
          }))}
        />
      )}
    </Field>
  );
});

/**
 * Typed as dd/MM/yyyy in both languages, because the browser's own field writes 12/01 or 01/12 after the machine's
 * settings; its calendar is kept behind the button.
 */
function ExpirationField({ ticket, isRoomy }: { ticket: Ticket; isRoomy: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contract, dates, draft, issues } = ticket;
  const faultText = useErrorText(contract);
  const [typed, setTyped] = useState('');
  const calendar = useRef<HTMLInputElement>(null);
  const wrong = issues.errors.find((one) => fieldOf(one) === 'expiration');
  const kept = draft.expirationDate === '' ? '' : format.civilDate(draft.expirationDate);
  // What was typed stands as long as it still means the date that is kept.
  const shown = (readTypedDate(typed) ?? '') === draft.expirationDate ? typed : kept;
  const isUnread = typed.length >= 8 && shown === typed && wrong?.code === 'date';
  const set = (text: string) => {
    setTyped(text);
    draft.setExpirationDate(readTypedDate(text) ?? '');
  };
  return (
    <Field
      label={t(($) => $.words.order.expirationDate)}
      error={wrong?.code === 'dateRange' ? faultText(wrong) : isUnread ? t(($) => $.validation.dateFormat) : undefined}
    >
      {(control) => (
        <Input
          {...control}
          data-testid="ticket-expiration"
          inputMode="numeric"
          autoComplete="off"
          placeholder="dd/MM/yyyy"
          size={isRoomy ? 'xl' : 'md'}
          className="relative"
          value={shown}
          onChange={(event) => set(event.target.value)}
          onBlur={() => kept !== '' && setTyped(kept)}
          after={
            <>
              <button
                type="button"
                aria-label={t(($) => $.ticket.issue.date)}
                className="shrink-0 text-fg-2 hover:text-foreground"
                onClick={() => calendar.current?.showPicker()}
              >
                <CalendarDays aria-hidden className="size-3.5" />
              </button>
              <input
                ref={calendar}
                type="date"
                tabIndex={-1}
                aria-hidden
                min={dates.from}
                max={dates.to}
                value={draft.expirationDate}
                onChange={(event) => set(event.target.value === '' ? '' : format.civilDate(event.target.value))}
                className="pointer-events-none absolute right-0 bottom-0 h-full w-px opacity-0"
              />
            </>
          }
        />
      )}
    </Field>
  );
}
