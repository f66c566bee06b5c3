/** The last trade date of an order that is good till a date. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateInput } from '#design/ui/controls/date-input.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { useErrorText } from '#features/order-ticket/issue-text.ts';
import { fieldOf, type TicketError } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { readTypedDate } from '#i18n/typed-date.ts';
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
        <DateInput
          {...control}
          data-testid={testId}
          name="expiration"
          size={isRoomy ? 'xl' : 'md'}
          text={shown}
          onText={set}
          calendar={t(($) => $.ticket.issue.date)}
          from={dates.from}
          to={dates.to}
          onBlur={() => kept !== '' && setTyped(kept)}
        />
      )}
    </Field>
  );
}
