/** Interprets a typed change of a conditional order: what it requests, or why it can't be sent. Pure. */
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { ModifyConditionalRequest } from '@mua/contract/http/conditional-orders';
import {
  formatDecimal,
  type PriceGrid,
  priceToText,
  readTypedLots,
  readTypedPrice,
  rescale,
  type Ticks,
} from '@mua/core/values';
import type { Format } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { fieldsOf } from '#orders/order-types.ts';
import { readTypedPercent } from '#orders/typed-percent.ts';

export const CHANGE_FIELDS = ['trail', 'takeProfit', 'stopLoss', 'quantity'] as const;
export type ChangeField = (typeof CHANGE_FIELDS)[number];
export type TypedConditional = Readonly<Record<ChangeField, string>>;

export type ConditionalFault =
  | { readonly field: ChangeField; readonly code: 'notANumber' | 'outOfRange' }
  | { readonly field: ChangeField; readonly code: 'tick'; readonly lowerTicks: Ticks; readonly upperTicks: Ticks }
  | { readonly field: null; readonly code: 'unchanged' };

export type ReadConditional =
  | { readonly kind: 'fault'; readonly fault: ConditionalFault }
  | {
      readonly kind: 'change';
      /** The order with the requested terms, from which the change is described. */
      readonly wanted: ConditionalOrder;
      /** Only what changes is sent. */
      readonly request: ModifyConditionalRequest;
    };

/** Returns the editable fields. The lots of an entry's pair follow the entry; a missing leg can't be added. */
export function fieldsOfConditional(order: ConditionalOrder): readonly ChangeField[] {
  const { exits } = fieldsOf(order.orderType);
  const hasTrail = order.trailAmount !== null || order.trailPercent !== null;
  return CHANGE_FIELDS.filter((field) => {
    if (field === 'trail') return hasTrail;
    if (field === 'quantity') return order.parentOrderCode === null;
    // A stop that trails has a distance instead of a price.
    return exits === 'own' && !(field === 'stopLoss' && hasTrail);
  });
}

/** Initial values of the fields: the order's current terms. */
export function typedOf(
  order: ConditionalOrder,
  { format, grid }: { readonly format: Format; readonly grid: PriceGrid },
): TypedConditional {
  const text = (price: string | null) => (price === null ? '' : wirePrice(format, price, grid));
  const { trailPercent, trailAmount, takeProfit, stopLoss, quantity } = order;
  const trail = trailPercent ?? text(trailAmount);
  return { trail, takeProfit: text(takeProfit), stopLoss: text(stopLoss), quantity: String(quantity) };
}

export interface TypedStep {
  readonly text: string;
  readonly steps: number;
  readonly grid: PriceGrid;
  readonly format: Format;
}

/** Returns the text itself if it can't be parsed. */
export function steppedText(
  { trailPercent }: ConditionalOrder,
  field: ChangeField,
  { text, steps, grid, format }: TypedStep,
): string {
  if (field === 'quantity') return String(Math.max(1, (readTypedLots(text) ?? 0) + steps));
  if (field === 'trail' && trailPercent !== null) {
    const decimal = readTypedPercent(text);
    const hundredths = decimal && rescale(decimal, 2);
    if (hundredths === undefined) return text;
    const next = hundredths + BigInt(steps) * TENTH_OF_PERCENT;
    return format.plain(formatDecimal(next < 1n ? 1n : next, 2));
  }
  const reading = readTypedPrice(text, grid);
  if (reading.kind !== 'price') return text;
  const least = field === 'trail' ? 1 : Number.NEGATIVE_INFINITY;
  return format.price(Math.max(least, reading.ticks + steps), grid);
}

const TENTH_OF_PERCENT = 10n;

type Changes = Partial<Pick<ConditionalOrder, 'quantity' | 'trailAmount' | 'trailPercent' | 'takeProfit' | 'stopLoss'>>;

export function readConditionalChange(
  order: ConditionalOrder,
  typed: TypedConditional,
  grid: PriceGrid,
): ReadConditional {
  let changes: Changes = {};
  for (const field of fieldsOfConditional(order)) {
    const read = readField(order, field, { text: typed[field], grid });
    if ('code' in read) return { kind: 'fault', fault: { ...read, field } };
    changes = { ...changes, ...read };
  }
  const { quantity, trailAmount, trailPercent, takeProfit, stopLoss } = changes;
  if (Object.keys(changes).length === 0) return { kind: 'fault', fault: { field: null, code: 'unchanged' } };
  return {
    kind: 'change',
    wanted: { ...order, ...changes },
    request: {
      conditionalOrderId: order.conditionalOrderId,
      ...(quantity === undefined ? {} : { quantity }),
      ...(trailAmount ? { trailAmount } : {}),
      ...(trailPercent ? { trailPercent } : {}),
      ...(takeProfit ? { takeProfit } : {}),
      ...(stopLoss ? { stopLoss } : {}),
    },
  };
}

type FieldFault =
  | { readonly code: 'notANumber' | 'outOfRange' }
  | { readonly code: 'tick'; readonly lowerTicks: Ticks; readonly upperTicks: Ticks };

/** Returns the changes that the text makes, or nothing if it matches the current terms. */
function readField(
  order: ConditionalOrder,
  field: ChangeField,
  { text, grid }: { readonly text: string; readonly grid: PriceGrid },
): Changes | FieldFault {
  if (field === 'quantity') {
    const lots = readTypedLots(text);
    if (lots === undefined || lots < 1) return { code: 'notANumber' };
    return lots === order.quantity ? {} : { quantity: lots };
  }
  if (field === 'trail' && order.trailPercent !== null) return readPercent(order.trailPercent, text);
  const name = field === 'trail' ? 'trailAmount' : field;
  if (text.trim() === '' && order[name] === null) return {};
  const price = readTypedPrice(text, grid);
  if (price.kind === 'notANumber') return { code: 'notANumber' };
  if (price.kind === 'offGrid') return { code: 'tick', lowerTicks: price.lowerTicks, upperTicks: price.upperTicks };
  if (field === 'trail' && price.ticks < 1) return { code: 'outOfRange' };
  const wire = priceToText(price.ticks, grid);
  return wire === order[name] ? {} : { [name]: wire };
}

const MOST_BASIS_POINTS = 5_000n;

function readPercent(before: string, text: string): Changes | FieldFault {
  const decimal = readTypedPercent(text);
  if (!decimal) return { code: 'notANumber' };
  const basisPoints = rescale(decimal, 2);
  if (basisPoints === undefined || basisPoints < 1n || basisPoints > MOST_BASIS_POINTS) return { code: 'outOfRange' };
  const percent = formatDecimal(basisPoints, 2);
  return percent === before ? {} : { trailPercent: percent };
}
