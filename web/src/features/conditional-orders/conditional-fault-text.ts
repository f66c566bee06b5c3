/** Explains why a change of a conditional order can't be requested: in the dialog and in the cell. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import { priceToText } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { ConditionalFault } from '#features/conditional-orders/conditional-change.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { errorText } from '#i18n/error-text.ts';
import type { Format } from '#i18n/use-format.ts';

export interface FaultWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly contract: Contract;
}

export function conditionalFaultText(
  { t, format, contract }: FaultWriter,
  order: ConditionalOrder,
  fault: ConditionalFault,
): string {
  const grid = contract.decimalFormat;
  const writer = { t, format, grid };
  const tick = priceToText(1, grid);
  switch (fault.code) {
    case 'tick': {
      const [lower, upper] = [priceToText(fault.lowerTicks, grid), priceToText(fault.upperTicks, grid)];
      return writtenError(writer, { code: 'WrongTick', facts: { tick, lower, upper } });
    }
    case 'outOfRange':
      if (order.trailPercent === null)
        return writtenError(writer, { code: 'TrailInvalid', facts: { min: tick, tick } });
      return t(($) => $.ticket.issue.trailPercent, { min: format.ratio('0.01', 2), max: format.ratio('50', 2) });
    case 'notANumber':
      if (fault.field === 'quantity') return errorText(t, 'QuantityInvalid');
      return fault.field === 'trail' ? t(($) => $.ticket.issue.trail) : t(($) => $.ticket.issue.price);
    case 'unchanged':
      return t(($) => $.orders.unchanged);
  }
}
