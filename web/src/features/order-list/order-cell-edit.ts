/** Makes a price or the lots of a working order editable in its cell, parsed as in the dialog, one field at a time. */
import type { Contract } from '@mua/contract/entities/contract';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { Order } from '@mua/contract/entities/order';
import type { ModifyOrderRequest } from '@mua/contract/http/orders';
import { readTypedLots, readTypedPrice, type Ticks } from '@mua/core/values';
import type { TFunction } from 'i18next';
import type { CellEdit, CellEffect } from '#design/ui/table/editable-cell.tsx';
import { amendedMargin } from '#features/order-list/amended-margin.ts';
import {
  type ChangeField,
  type ChangePrice,
  priceOfOrder,
  pricesToChange,
  readFieldChange,
} from '#features/order-list/order-change.ts';
import { changeFaultText } from '#features/order-list/order-fault-text.ts';
import { orderRights } from '#features/order-list/order-status-row.ts';
import { writtenError } from '#i18n/error-facts.ts';
import type { Format } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import type { Refused } from '#wire/submission.ts';
import { ticksFromWire } from '#wire/wire-ticks.ts';

export interface CellGround {
  readonly t: TFunction;
  readonly format: Format;
  readonly contract: Contract | undefined;
  readonly margin: MarginStatus | undefined;
  readonly markTicks: Ticks | null;
  readonly send: (request: ModifyOrderRequest) => Promise<Refused | null>;
}

export function canAmend(order: Order, field: ChangeField): boolean {
  return orderRights(order).canModify && (field === 'quantity' || pricesToChange(order).includes(field));
}

export function amendName(t: TFunction, order: Order, field: ChangeField): string {
  if (field === 'quantity') return t(($) => $.lists.editQuantity, of(order));
  return field === 'limit' ? t(($) => $.lists.editLimit, of(order)) : t(($) => $.lists.editStop, of(order));
}

/** Null if this field of this order can't be changed. */
export function orderCellEdit(order: Order, field: ChangeField, ground: CellGround): CellEdit | null {
  const { contract } = ground;
  if (!contract || !canAmend(order, field)) return null;
  return field === 'quantity'
    ? lotsEdit(order, { ...ground, contract })
    : priceEdit(order, field, { ...ground, contract });
}

type KnownGround = CellGround & { readonly contract: Contract };

function lotsEdit(order: Order, ground: KnownGround): CellEdit {
  const { t, format } = ground;
  const least = order.filledQuantity + 1;
  return {
    name: amendName(t, order, 'quantity'),
    text: String(order.quantity),
    step: (text, steps) => String(Math.max(least, (readTypedLots(text) ?? order.quantity) + steps)),
    read: (text) =>
      reading(order, { field: 'quantity', text }, ground, (wanted) => ({
        before: format.volume(order.quantity),
        after: format.volume(wanted.quantity),
        effects: lotsEffects(order, wanted.quantity, ground),
      })),
  };
}

function priceEdit(order: Order, field: ChangePrice, ground: KnownGround): CellEdit {
  const { t, format, contract } = ground;
  const grid = contract.decimalFormat;
  const before = priceOfOrder(order, field);
  return {
    name: amendName(t, order, field),
    text: wirePrice(format, before, grid),
    step: (text, steps) => {
      const typed = readTypedPrice(text, grid);
      const from = typed.kind === 'price' ? typed.ticks : ticksFromWire(before, grid);
      return from === null ? text : format.price(from + steps, grid);
    },
    read: (text) =>
      reading(order, { field, text }, ground, (wanted) => {
        const after = field === 'limit' ? wanted.limitPrice : wanted.stopPrice;
        return {
          before: wirePrice(format, before, grid),
          after: wirePrice(format, after, grid),
          effects: [...distance(before, after, ground), ...lotsEffects(order, order.quantity, ground)],
        };
      }),
  };
}

interface Written {
  readonly before: string;
  readonly after: string;
  readonly effects: readonly CellEffect[];
}

function reading(
  order: Order,
  typed: { readonly field: ChangeField; readonly text: string },
  ground: KnownGround,
  write: (wanted: Pick<Order, 'quantity' | 'limitPrice' | 'stopPrice'>) => Written,
): ReturnType<CellEdit['read']> {
  const { t, format, contract, send } = ground;
  const grid = contract.decimalFormat;
  const change = readFieldChange(order, typed, grid);
  if (change.kind === 'change') {
    return {
      kind: 'change',
      ...write(change.wanted),
      send: async () => {
        const refused = await send(change.request);
        return refused && writtenError({ t, format, grid }, refused);
      },
    };
  }
  const { fault } = change;
  if (fault.code === 'unchanged') return { kind: 'same' };
  const message = changeFaultText({ t, format, contract }, fault);
  if (fault.code !== 'tick') return { kind: 'fault', message };
  return { kind: 'fault', message, nearest: [fault.lowerTicks, fault.upperTicks].map((at) => format.price(at, grid)) };
}

/** The account's required margin, which changes with lots but not with prices. */
function lotsEffects(order: Order, quantity: number, { t, format, margin }: KnownGround): readonly CellEffect[] {
  const { contractCode, side } = order;
  const amended = amendedMargin(margin, { contractCode, side, change: quantity - order.quantity });
  const name = t(($) => $.words.margin.requiredMargin);
  const left = {
    name: t(($) => $.lists.remaining),
    before: format.volume(order.quantity - order.filledQuantity),
    after: format.volume(quantity - order.filledQuantity),
  };
  const bare = (amount: bigint) => format.vnd(amount, { bare: true });
  return [
    ...(quantity === order.quantity ? [] : [left]),
    ...(amended ? [{ name, before: bare(amended.beforeVnd), after: format.vnd(amended.afterVnd) }] : []),
  ];
}

function distance(before: string | null, after: string | null, ground: KnownGround): readonly CellEffect[] {
  const { t, format, contract, markTicks } = ground;
  const grid = contract.decimalFormat;
  const [from, to] = [ticksFromWire(before, grid), ticksFromWire(after, grid)];
  if (markTicks === null || from === null || to === null) return [];
  const written = (ticks: Ticks) => format.priceChange(ticks - markTicks, grid);
  return [{ name: t(($) => $.lists.fromMarket), before: written(from), after: written(to) }];
}

function of({ contractCode }: Order): { contract: string } {
  return { contract: contractCode };
}
