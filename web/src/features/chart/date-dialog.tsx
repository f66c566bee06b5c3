/** Asks for a date, and goes there on the chart; where there are no bars of it, it says why. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { marketNowMs } from '#clock/market-clock.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { DateInput } from '#design/ui/controls/date-input.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { DialogFooter } from '#design/ui/dialogs/dialog.tsx';
import { AskDialog } from '#features/chart/ask-dialog.tsx';
import { type DatedChart, type DateReached, goToDate } from '#features/chart/go-to-date.ts';
import { readTypedDate } from '#i18n/typed-date.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface DateDialogProps {
  readonly chart: DatedChart;
  readonly compact: boolean;
  readonly onClose: () => void;
}

export function DateDialog(props: DateDialogProps) {
  const { t } = useTranslation();
  const { compact, onClose } = props;
  return (
    <AskDialog
      {...{ compact, onClose }}
      title={t(($) => $.chartMore.date.title)}
      about={t(($) => $.chartMore.date.about)}
    >
      <DateForm {...props} />
    </AskDialog>
  );
}

function DateForm({ chart, compact, onClose }: DateDialogProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isGoing, setGoing] = useState(false);
  const [fault, setFault] = useState<DateReached | 'unreadable' | null>(null);
  const faultText = useFaultText();
  const left = useRef(new AbortController());
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isGoing) return;
    const date = readTypedDate(text);
    if (date === undefined) return setFault('unreadable');
    setFault(null);
    setGoing(true);
    const reached = await goToDate(chart, date, left.current.signal);
    if (reached.kind === 'left') return;
    setGoing(false);
    if (reached.kind === 'shown') onClose();
    else setFault(reached);
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <Field label={t(($) => $.chartMore.date.label)} error={fault ? faultText(fault) : undefined}>
        {(control) => (
          <DateInput
            {...control}
            autoFocus
            data-testid="go-to-date"
            size={compact ? 'xl' : 'md'}
            calendar={t(($) => $.chartMore.date.calendar)}
            to={chart.tradeDateOf(marketNowMs())}
            text={text}
            onText={(next) => {
              setText(next);
              setFault(null);
            }}
          />
        )}
      </Field>
      <DialogFooter>
        <Button
          type="submit"
          busy={isGoing}
          busyLabel={t(($) => $.chartMore.date.going)}
          size={compact ? 'lg' : 'md'}
          className={compact ? 'w-full' : undefined}
        >
          {t(($) => $.chartMore.date.go)}
        </Button>
      </DialogFooter>
    </form>
  );
}

function useFaultText(): (fault: DateReached | 'unreadable') => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (fault) => {
    if (fault === 'unreadable') return t(($) => $.validation.dateFormat);
    if ('date' in fault) return t(($) => $.chartMore.date[fault.kind], { date: format.civilDate(fault.date) });
    return t(($) => (fault.kind === 'unread' ? $.chartMore.date.unread : $.desk.chart.empty));
  };
}
