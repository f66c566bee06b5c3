/** Chooses the time in force; GTD asks for its date. Only what the contract's terms list for the type is offered. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Duration, OrderType } from '@mua/core/values';
import { CalendarDays } from 'lucide-react';
import { memo, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Label } from '#design/ui/controls/label.tsx';
import { Select } from '#design/ui/controls/select.tsx';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { fieldOf } from '#features/order-ticket/ticket-issues.ts';
import { offeredDurations } from '#features/order-ticket/ticket-types.ts';
import { readTypedDate } from '#features/order-ticket/typed-date.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';
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
      {duration === 'GTD' && <ExpirationField ticket={ticket} isRoomy={isRoomy} />}
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

/**
 * Typed as dd/MM/yyyy in both languages, because the browser's own field writes 12/01 or 01/12 depending on the
 * machine's settings; its calendar is available behind the button.
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
  // The typed text is kept as long as it still means the stored date.
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
          name="expiration"
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
