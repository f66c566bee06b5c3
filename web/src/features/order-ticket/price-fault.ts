/** Describes an error of one price of the ticket, or a warning about it. */
import { priceToText, type Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { useErrorText, useWarningText } from '#features/order-ticket/issue-text.ts';
import type { ReadOrder } from '#features/order-ticket/ticket-draft.ts';
import { fieldOf, type PriceFieldName, type TicketWarning } from '#features/order-ticket/ticket-issues.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { useFormat } from '#i18n/use-format.ts';
import { fieldsOf } from '#orders/order-types.ts';
import type { DraftPrice } from '#orders/ticket-draft.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

/** An empty field is reported by the button, not by the field itself. */
export function usePriceError({ contract, draft, issues, read }: Ticket, field: PriceFieldName): string | undefined {
  const { t } = useTranslation();
  const format = useFormat();
  const errorText = useErrorText(contract);
  const grid = contract.decimalFormat;
  const writer = { t, format, grid };
  const error = issues.errors.find((one) => fieldOf(one) === field);
  if (!error) return undefined;
  const text = (ticks: Ticks) => priceToText(ticks, grid);
  switch (error.code) {
    case 'tick': {
      const facts = { tick: text(1), lower: text(error.lowerTicks), upper: text(error.upperTicks) };
      return writtenError(writer, { code: 'WrongTick', facts });
    }
    case 'band':
    case 'stopBand': {
      const facts = { percent: error.percent, reference: text(error.referenceTicks), bound: text(error.boundTicks) };
      return writtenError(writer, { code: error.code === 'band' ? 'PriceOutsideBand' : 'StopLimitTooFar', facts });
    }
    case 'dailyLimit':
    case 'takeProfitSide':
    case 'stopLossSide':
      return errorText(error);
    default: {
      const isUnread = priceOf(read, field)?.kind === 'notANumber';
      const unit = field === 'takeProfit' || field === 'stopLoss' ? draft.exitUnit : 'price';
      const example =
        unit === 'price' ? format.price(exampleTicks(contract.referencePrice, grid), grid) : EXAMPLES[unit];
      return isUnread ? t(($) => $.validation.number, { example }) : undefined;
    }
  }
}

/** A sum is read with or without groups. */
const EXAMPLES = { ticks: '8', percent: '0.5', dong: '2000000' } as const;

export function priceOf(read: ReadOrder, field: PriceFieldName): DraftPrice | null {
  return field === 'price' || field === 'stop' ? read[field] : (read.exits?.[field] ?? null);
}

/** The reference price as it would be typed; without one, a hundred units. */
function exampleTicks(referencePrice: string | null, grid: Ticket['contract']['decimalFormat']): Ticks {
  return ticksFromWire(referencePrice, grid) ?? Math.round((100 * 10 ** grid.scale) / grid.tickUnits);
}

type WarnedField = 'price' | 'stop' | 'trail' | 'takeProfit';

/** The first warning that this field should show. */
export function useFieldWarning({ contract, issues, read }: Ticket, field: WarnedField): string | undefined {
  const text = useWarningText(contract);
  const warning = issues.warnings.find((one) => warnedField(one, read) === field);
  return warning && text(warning);
}

function warnedField(warning: TicketWarning, read: ReadOrder): WarnedField {
  if (warning.code === 'far') return warning.field;
  if (warning.code === 'stopReached') return 'stop';
  // It concerns the market, not one field: the first field shows it.
  if (read.trail) return 'trail';
  if (fieldsOf(read.orderType).exits === 'own') return 'takeProfit';
  return read.stop ? 'stop' : 'price';
}
