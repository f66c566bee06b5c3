/** Asks for any interval: a number of minutes, hours or days. */
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { DialogFooter } from '#design/ui/dialogs/dialog.tsx';
import { AskDialog } from '#features/chart/ask-dialog.tsx';
import { DAYS_MAX, MINUTES_MAX, readInterval } from '#features/chart/settings/chart-interval.ts';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';

export interface IntervalDialogProps {
  /** What was typed on the chart already. */
  readonly typed: string;
  readonly compact: boolean;
  readonly onClose: () => void;
}

export function IntervalDialog(props: IntervalDialogProps) {
  const { t } = useTranslation();
  const { compact, onClose } = props;
  return (
    <AskDialog
      {...{ compact, onClose }}
      title={t(($) => $.chartMore.interval.title)}
      about={t(($) => $.chartMore.interval.about)}
    >
      <IntervalForm {...props} />
    </AskDialog>
  );
}

function IntervalForm({ typed, compact, onClose }: IntervalDialogProps) {
  const { t } = useTranslation();
  const id = useId();
  const nameOf = useIntervalName();
  const { setInterval } = useChartInterval();
  const [text, setText] = useState(typed);
  const [isAsked, setAsked] = useState(false);
  const interval = readInterval(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (!interval) return;
    setInterval(interval);
    onClose();
  };
  const limits = t(($) => $.chartMore.interval.limits, { minutes: MINUTES_MAX, days: DAYS_MAX });
  return (
    <form id={id} noValidate onSubmit={submit} className="grid gap-3">
      <Field
        label={t(($) => $.desk.chart.interval)}
        hint={interval ? `= ${nameOf(interval).full}` : t(($) => $.chartMore.interval.example)}
        error={isAsked && !interval ? limits : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            autoComplete="off"
            size={compact ? 'xl' : 'md'}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <DialogFooter>
        <Button type="submit" size={compact ? 'lg' : 'md'} className={compact ? 'w-full' : undefined}>
          {t(($) => $.chart.done)}
        </Button>
      </DialogFooter>
    </form>
  );
}
