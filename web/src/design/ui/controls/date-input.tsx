/**
 * A date typed as dd/MM/yyyy in both languages, because the browser's own field writes 12/01 or 01/12 depending on the
 * machine's settings; its calendar is available behind the button.
 */
import { CalendarDays } from 'lucide-react';
import { useRef } from 'react';
import { Input, type InputProps } from '#design/ui/controls/input.tsx';
import { formatCivilDate } from '#i18n/format.ts';
import { readTypedDate } from '#i18n/typed-date.ts';

export interface DateInputProps extends Omit<InputProps, 'value' | 'onChange' | 'after'> {
  /** As it was typed. */
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Names the button of the calendar. */
  readonly calendar: string;
  /** The first and the last date that the calendar offers, such as `2026-12-31`. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function DateInput({ text, onText, calendar, from, to, ...input }: DateInputProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Input
      {...input}
      inputMode="numeric"
      autoComplete="off"
      placeholder="dd/MM/yyyy"
      className="relative"
      value={text}
      onChange={(event) => onText(event.target.value)}
      after={
        <>
          <button
            type="button"
            aria-label={calendar}
            className="shrink-0 text-fg-2 hover:text-foreground"
            onClick={() => picker.current?.showPicker()}
          >
            <CalendarDays aria-hidden className="size-3.5" />
          </button>
          <input
            ref={picker}
            type="date"
            tabIndex={-1}
            aria-hidden
            min={from}
            max={to}
            value={readTypedDate(text) ?? ''}
            onChange={({ target }) => onText(target.value === '' ? '' : formatCivilDate(target.value))}
            className="pointer-events-none absolute right-0 bottom-0 h-full w-px opacity-0"
          />
        </>
      }
    />
  );
}
