/** Fields of lots and of a price, as the dialogs that trade ask for them: steps by one, and what is wrong in words. */
import { type Lots, type PriceGrid, priceToText, readTypedLots, readTypedPrice, type Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Field } from '#design/ui/controls/field.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import type { ClosingFault } from '#features/positions/closing.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { lotUnit } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';

interface TypedField {
  readonly testId: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Of the whole form; told where it is this field's. */
  readonly fault: ClosingFault | null;
}

export interface LotsFieldProps extends TypedField {
  /** As many as are held; null without a bound. */
  readonly most: Lots | null;
  /** Says the bound even while nothing is wrong. */
  readonly tellsMost?: boolean;
}

export function LotsField({ testId, text, onText, fault, most, tellsMost = false }: LotsFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const bound =
    most === null
      ? t(($) => $.ticket.issue.quantity)
      : t(($) => $.lists.closeTooMany, { count: most, lots: format.volume(most) });
  const step = (steps: number) =>
    onText(String(Math.min(most ?? Infinity, Math.max(1, (readTypedLots(text) ?? 0) + steps))));
  return (
    <Field
      label={t(($) => $.words.order.quantity)}
      aside={tellsMost ? bound : undefined}
      error={fault?.field === 'lots' ? bound : undefined}
    >
      {(control) => (
        <Stepper
          {...control}
          data-testid={testId}
          inputMode="numeric"
          unit={lotUnit(t, readTypedLots(text))}
          value={text}
          onValueChange={onText}
          onStep={step}
        />
      )}
    </Field>
  );
}

export interface PriceFieldProps extends TypedField {
  readonly label: string;
  readonly grid: PriceGrid;
  /** Where a step begins without a price of its own. */
  readonly from: Ticks | null;
}

export function PriceField({ testId, label, grid, text, onText, fault, from }: PriceFieldProps) {
  const format = useFormat();
  const faultText = usePriceFaultText(grid);
  const step = (steps: number) => {
    const typed = readTypedPrice(text, grid);
    const start = typed.kind === 'price' ? typed.ticks : from;
    if (start !== null) onText(format.price(start + steps, grid));
  };
  return (
    <Field label={label} error={fault?.field === 'price' ? faultText(fault) : undefined}>
      {(control) => <Stepper {...control} data-testid={testId} value={text} onValueChange={onText} onStep={step} />}
    </Field>
  );
}

function usePriceFaultText(grid: PriceGrid): (fault: Extract<ClosingFault, { field: 'price' }>) => string {
  const { t } = useTranslation();
  const format = useFormat();
  return (fault) => {
    if (fault.code === 'notANumber') return t(($) => $.ticket.issue.price);
    const facts = {
      tick: priceToText(1, grid),
      lower: priceToText(fault.lowerTicks, grid),
      upper: priceToText(fault.upperTicks, grid),
    };
    return writtenError({ t, format, grid }, { code: 'WrongTick', facts });
  };
}
