/** Explains why a change of an order can't be requested: in the dialog and in the cell. */
import type { Contract } from '@mua/contract/entities/contract';
import { priceToText } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { ChangeFault } from '#features/order-list/order-change.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { errorText } from '#i18n/error-text.ts';
import type { Format } from '#i18n/use-format.ts';

export interface FaultWriter {
  readonly t: TFunction;
  readonly format: Format;
  readonly contract: Contract;
}

export function changeFaultText({ t, format, contract }: FaultWriter, fault: ChangeFault): string {
  const grid = contract.decimalFormat;
  switch (fault.code) {
    case 'tick': {
      const facts = {
        tick: priceToText(1, grid),
        lower: priceToText(fault.lowerTicks, grid),
        upper: priceToText(fault.upperTicks, grid),
      };
      return writtenError({ t, format, grid }, { code: 'WrongTick', facts });
    }
    case 'notANumber':
      return t(($) => $.ticket.issue.price);
    case 'quantity':
      return errorText(t, 'QuantityInvalid');
    case 'filled':
      return t(($) => $.orders.minLots, { filled: format.volume(fault.filled), count: fault.filled });
    case 'unchanged':
      return t(($) => $.orders.unchanged);
  }
}
