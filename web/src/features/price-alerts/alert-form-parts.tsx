/** The parts that forms of an alert share: its note, whether it repeats, what was refused, and its buttons. */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { LIMITS } from '@mua/contract/limits';
import { TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Field } from '#design/ui/controls/field.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { editButtonId } from '#features/price-alerts/alert-row.tsx';

export interface AlertOptions {
  readonly isRepeating: boolean;
  readonly note: string;
}

export interface AlertFrameProps {
  /** The alert to edit; a new one if null. */
  readonly alert: PriceAlert | null;
  readonly options: AlertOptions;
  readonly onOptions: (options: AlertOptions) => void;
  readonly isBusy: boolean;
  /** In words. */
  readonly refusal: string | null;
  readonly onSave: () => void;
  /** Leaves it as it is; null where there is nothing to leave. */
  readonly onCancel: (() => void) | null;
  /** What it waits for. */
  readonly children: ReactNode;
}

export function AlertFrame(props: AlertFrameProps) {
  const { alert, options, onOptions, isBusy, refusal, onSave, onCancel, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const keptFocus = useKeptFocus(form, {
    otherwise: () => alert && document.getElementById(editButtonId(alert.alertId)),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <form ref={form} {...keptFocus} noValidate onSubmit={save} className="grid gap-3" data-testid="alert-form">
      {children}
      <Field label={t(($) => $.alerts.note)}>
        {(control) => (
          <Input
            {...control}
            value={options.note}
            maxLength={LIMITS.alertNoteMax}
            autoComplete="off"
            placeholder={t(($) => $.alerts.notePlaceholder)}
            className="max-md:h-11"
            data-testid="alert-note"
            onChange={(event) => onOptions({ ...options, note: event.target.value })}
          />
        )}
      </Field>
      <SwitchRow
        name={t(($) => $.alerts.repeat)}
        hint={t(($) => $.alerts.repeatHint)}
        isOn={options.isRepeating}
        onChange={(isRepeating) => onOptions({ ...options, isRepeating })}
      />
      {refusal !== null && (
        <p role="alert" className="flex items-start gap-2 rounded-md bg-danger-soft px-3 py-2 text-12 text-danger">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {refusal}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {onCancel && (
          <Button variant="outline" className="max-md:h-11" onClick={onCancel}>
            {t(($) => (alert ? $.alerts.cancel : $.alerts.otherPrice))}
          </Button>
        )}
        <Button
          type="submit"
          busy={isBusy}
          busyLabel={t(($) => (alert ? $.alerts.saving : $.alerts.creating))}
          className="max-md:h-11"
          data-testid="save-alert"
        >
          {alert ? t(($) => $.shell.action.save) : t(($) => $.alerts.create)}
        </Button>
      </div>
    </form>
  );
}
