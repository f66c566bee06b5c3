/** A refusal of the engine as the reply that it becomes, and the optional fields of what is asked. */
import type { Facts } from '@mua/contract/errors';
import type { PriceGrid, Refusal } from '@mua/core/values';
import { ReplyError } from '#refusals/reply-error.ts';
import { factsToWire } from '#wire/wire-text.ts';

/** The prices as they were typed, by the name of their field. */
export interface TypedPrices {
  readonly limitPrice?: string | undefined;
  readonly stopPrice?: string | undefined;
  readonly takeProfit?: string | undefined;
  readonly stopLoss?: string | undefined;
}

/** The price that was typed belongs to the facts of a wrong tick, and only the request has it. */
export function orderRefused(
  refusal: Refusal,
  grid: PriceGrid | undefined,
  typed: TypedPrices,
  seq: number,
): ReplyError {
  const facts: Facts = factsToWire(refusal.facts, grid);
  if (refusal.code === 'WrongTick') {
    const price = typed[(refusal.facts.field ?? 'limitPrice') as keyof TypedPrices];
    if (price !== undefined) facts.price = price;
  }
  return new ReplyError(refusal.code, facts, seq);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Without the fields that are undefined: an absent field and an undefined one are two things to exact types. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
