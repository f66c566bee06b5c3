/** Makes a trail, a leg or the lots of a conditional order editable in its cell, parsed as in the dialog. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract } from '@mua/contract/entities/contract';
import type { ModifyConditionalRequest } from '@mua/contract/http/conditional-orders';
import type { Ticks } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { CellEdit, CellEffect } from '#design/ui/table/editable-cell.tsx';
import {
  type ChangeField,
  fieldsOfConditional,
  readConditionalChange,
  steppedText,
  typedOf,
} from '#features/conditional-orders/conditional-change.ts';
import { conditionalFaultText } from '#features/conditional-orders/conditional-fault-text.ts';
import { priceText, trailText } from '#features/conditional-orders/conditional-text.ts';
import { writtenError } from '#i18n/error-facts.ts';
import { MISSING } from '#i18n/format.ts';
import type { Format } from '#i18n/use-format.ts';
import type { Refused } from '#wire/submission.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface CellGround {
  readonly t: TFunction;
  readonly format: Format;
  readonly contract: Contract | undefined;
  readonly markTicks: Ticks | null;
  readonly send: (request: ModifyConditionalRequest) => Promise<Refused | null>;
}

/** Null if this field of this order can't be changed. A missing leg can't be added here. */
export function conditionalCellEdit(order: ConditionalOrder, field: ChangeField, ground: CellGround): CellEdit | null {
  const { t, format, contract, send } = ground;
  if (!contract || order.state !== 'PENDING_ACTIVATION' || !fieldsOfConditional(order).includes(field)) return null;
  if ((field === 'takeProfit' || field === 'stopLoss') && order[field] === null) return null;
  const grid = contract.decimalFormat;
  const writer = { t, format, contract };
  const current = typedOf(order, { format, grid });
  return {
    name: amendConditionalName(t, order, field),
    text: current[field],
    step: (text, steps) => steppedText(order, field, { text, steps, grid, format }),
    read: (text) => {
      const change = readConditionalChange(order, { ...current, [field]: text }, grid);
      if (change.kind === 'change') {
        const { request, wanted } = change;
        const written = (of: ConditionalOrder) => valueText(writer, of, field);
        return {
          kind: 'change',
          before: written(order),
          after: written(wanted),
          effects: distance(order, wanted, field, ground),
          send: async () => {
            const refused = await send(request);
            return refused && writtenError({ t, format, grid }, refused);
          },
        };
      }
      const { fault } = change;
      if (fault.code === 'unchanged') return { kind: 'same' };
      const message = conditionalFaultText(writer, order, fault);
      if (fault.code !== 'tick') return { kind: 'fault', message };
      return {
        kind: 'fault',
        message,
        nearest: [fault.lowerTicks, fault.upperTicks].map((at) => format.price(at, grid)),
      };
    },
  };
}

export function amendConditionalName(t: TFunction, { contractCode }: ConditionalOrder, field: ChangeField): string {
  const of = { contract: contractCode };
  switch (field) {
    case 'trail':
      return t(($) => $.lists.editTrail, of);
    case 'takeProfit':
      return t(($) => $.lists.editTakeProfit, of);
    case 'stopLoss':
      return t(($) => $.lists.editStopLoss, of);
    case 'quantity':
      return t(($) => $.lists.editQuantity, of);
  }
}

type Writer = Pick<CellGround, 't' | 'format' | 'contract'>;

function valueText(writer: Writer, order: ConditionalOrder, field: ChangeField): string {
  if (field === 'quantity') return writer.format.volume(order.quantity);
  return field === 'trail' ? trailText(writer, order) : priceText(writer, order[field]);
}

/**
 * Returns a leg's distance from the market, which is what matters about it; margin is held only by the order it sends.
 */
function distance(
  before: ConditionalOrder,
  after: ConditionalOrder,
  field: ChangeField,
  { t, format, contract, markTicks }: CellGround,
): readonly CellEffect[] {
  if ((field !== 'takeProfit' && field !== 'stopLoss') || !contract || markTicks === null) return [];
  const grid = contract.decimalFormat;
  const written = (order: ConditionalOrder) => {
    const ticks = ticksFromWire(order[field], grid);
    return ticks === null ? MISSING : format.priceChange(ticks - markTicks, grid);
  };
  return [{ name: t(($) => $.lists.fromMarket), before: written(before), after: written(after) }];
}
