/** A new or edited alert at a price. Its direction follows from the market. */
import type { Contract } from '@mua/contract/entities/contract';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { priceToText, type Ticks } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { type AlertReading, readAlert, stepFrom } from '#features/price-alerts/alert-draft.ts';
import { AlertFrame } from '#features/price-alerts/alert-form-parts.tsx';
import { useMarketTicks } from '#features/price-alerts/use-market-ticks.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { changeAlert, createAlert } from '#lists/price-alerts.ts';
import type { AccountActor } from '#signed-in/actor.ts';
import { useSubmission } from '#wire/submission.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface AlertFormProps {
  readonly actor: AccountActor;
  readonly contract: Contract;
  /** The alert to edit; a new one if null. */
  readonly alert: PriceAlert | null;
  readonly onDone: () => void;
}

export function AlertForm({ actor, contract, alert, onDone }: AlertFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const { code, decimalFormat: grid } = contract;
  const lastTicks = useMarketTicks(code);
  const [typed, setTyped] = useState(() => (alert ? format.price(ticksFromWire(alert.price, grid), grid) : ''));
  const [options, setOptions] = useState(() => ({ isRepeating: alert?.isRepeating ?? false, note: alert?.note ?? '' }));
  const [isTried, setTried] = useState(false);
  const { isBusy, refusal, submit } = useSubmission();
  const keptTicks = alert?.isActive ? ticksFromWire(alert.price, grid) : null;
  const kept = alert && keptTicks !== null ? { ticks: keptTicks, direction: alert.direction } : undefined;
  const reading = readAlert(typed, { grid, lastTicks, kept });
  const from = stepFrom(reading, lastTicks);
  const fault = useFault(reading, { contract, lastTicks, isTried });

  const save = async () => {
    setTried(true);
    if (reading.kind !== 'ready' || isBusy) return;
    const { direction, ticks } = reading;
    const { isRepeating } = options;
    const terms = { price: priceToText(ticks, grid), direction, isRepeating, note: options.note.trim() };
    // An alert whose price is unchanged may stay: the market may be beyond a repeating one.
    const isMoved = alert?.price !== terms.price || !alert.isActive;
    const refused = await submit(() => {
      if (!alert) return createAlert(client, actor, { contractCode: code, ...terms });
      const change = isMoved ? { ...terms, isActive: true } : { isRepeating, note: terms.note };
      return changeAlert(client, actor, { alertId: alert.alertId, ...change });
    });
    if (refused) return;
    setTyped('');
    setOptions({ isRepeating: false, note: '' });
    setTried(false);
    onDone();
  };

  return (
    <AlertFrame
      {...{ alert, options, isBusy }}
      onOptions={setOptions}
      refusal={refusal && writtenError({ t, format, grid }, refusal)}
      onSave={() => void save()}
      onCancel={alert && onDone}
    >
      <Field
        label={t(($) => $.alerts.price)}
        aside={
          <span className="tabular-nums">
            {t(($) => $.alerts.last, { replace: { price: format.price(lastTicks, grid) } })}
          </span>
        }
        hint={
          reading.kind === 'ready' ? <Way reading={reading} price={format.price(reading.ticks, grid)} /> : undefined
        }
        error={fault}
      >
        {(control) => (
          <Stepper
            {...control}
            data-testid="alert-price"
            inputMode={grid.display === 'eighths' ? 'text' : 'decimal'}
            className="h-9 max-md:h-11 max-md:[&_button]:w-11"
            value={typed}
            onValueChange={setTyped}
            onStep={(steps) => from !== null && setTyped(format.price(from + steps, grid))}
          />
        )}
      </Field>
    </AlertFrame>
  );
}

/** Which way the price must go, with an arrow beside the words. */
function Way({ reading, price }: { reading: AlertReading & { kind: 'ready' }; price: string }): ReactNode {
  const { t } = useTranslation();
  const Arrow = reading.direction === 'ABOVE' ? ArrowUp : ArrowDown;
  return (
    <span className="flex items-center gap-1 text-12 text-fg-2">
      <Arrow aria-hidden className="size-3.5" />
      {t(($) => $.alerts.when[reading.direction], { replace: { price } })}
    </span>
  );
}

/** An empty field is an error only after an attempt to send it. */
function useFault(
  reading: AlertReading,
  at: { readonly contract: Contract; readonly lastTicks: Ticks | null; readonly isTried: boolean },
): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const grid = at.contract.decimalFormat;
  const shown = (ticks: Ticks | null) => format.price(ticks, grid);
  switch (reading.kind) {
    case 'ready':
      return undefined;
    case 'empty':
      return at.isTried ? t(($) => $.alerts.enterPrice) : undefined;
    case 'notANumber':
      return t(($) => $.validation.number, { example: shown(at.lastTicks ?? 100) });
    case 'offGrid': {
      const text = (ticks: Ticks) => priceToText(ticks, grid);
      const facts = { tick: text(1), lower: text(reading.lowerTicks), upper: text(reading.upperTicks) };
      return writtenError({ t, format, grid }, { code: 'WrongTick', facts });
    }
    case 'tooFar': {
      const text = (ticks: Ticks) => priceToText(ticks, grid);
      const facts = { price: text(reading.ticks), lower: text(reading.lowerTicks), upper: text(reading.upperTicks) };
      return writtenError({ t, format, grid }, { code: 'PriceAlertTooFar', facts });
    }
    case 'reached':
      return t(($) => $.alerts.reached, { replace: { last: shown(at.lastTicks) } });
  }
}
