/**
 * The last trade date of an order that is good till a date. Typed as dd/MM/yyyy in both languages, because the browser's
 * own field writes 12/01 or 01/12 depending on the machine's settings; its calendar is available behind the button.
 */
import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { fieldOf, type TicketError } from '#features/order-ticket/ticket-issues.ts';
import { readTypedDate } from '#features/order-ticket/typed-date.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ExpirationFieldProps {
  readonly ticket: Pick<Ticket, 'contract' | 'dates'>;
  /** A date such as `2026-12-31`, or empty. */
  readonly date: string;
  readonly onDate: (date: string) => void;
  /** What is wrong with the order; of these the field says its own. */
  readonly errors: readonly TicketError[];
  readonly isRoomy: boolean;
  readonly testId: string;
}

export function ExpirationField({ ticket, date, onDate, errors, isRoomy, testId }: ExpirationFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contract, dates } = ticket;
  const faultText = useErrorText(contract);
  const [typed, setTyped] = useState('');
  const calendar = useRef<HTMLInputElement>(null);
  const wrong = errors.find((one) => fieldOf(one) === 'expiration');
  const kept = date === '' ? '' : format.civilDate(date);
  // The typed text is kept as long as it still means the stored date.
  const shown = (readTypedDate(typed) ?? '') === date ? typed : kept;
  const isUnread = typed.length >= 8 && shown === typed && wrong?.code === 'date';
  const set = (text: string) => {
    setTyped(text);
    onDate(readTypedDate(text) ?? '');
  };
  return (
    <Field
      label={t(($) => $.words.order.expirationDate)}
      error={wrong?.code === 'dateRange' ? faultText(wrong) : isUnread ? t(($) => $.validation.dateFormat) : undefined}
    >
      {(control) => (
        <Input
          {...control}
          data-testid={testId}
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
                value={date}
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
