/** Asks for any interval: a number of minutes, hours or days. A sheet on a phone. */
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { DAYS_MAX, MINUTES_MAX, readInterval } from '#features/chart/settings/chart-interval.ts';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';

export interface IntervalDialogProps {
  /** What was typed on the chart already. */
  readonly typed: string;
  readonly compact: boolean;
  readonly onClose: () => void;
}

export function IntervalDialog({ typed, compact, onClose }: IntervalDialogProps) {
  const { t } = useTranslation();
  const title = t(($) => $.chartMore.interval.title);
  const about = t(($) => $.chartMore.interval.about);
  const onOpenChange = (open: boolean) => !open && onClose();
  const form = <IntervalForm typed={typed} compact={compact} onClose={onClose} />;
  if (compact) {
    return (
      <Sheet open onOpenChange={onOpenChange}>
        <SheetContent className="gap-3 px-4 pb-4">
          <SheetTitle className="pt-2 font-semibold text-16">{title}</SheetTitle>
          <SheetDescription className="text-12 text-fg-2">{about}</SheetDescription>
          {form}
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent className="w-80">
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="text-12">{about}</DialogDescription>
        {form}
      </DialogContent>
    </Dialog>
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
