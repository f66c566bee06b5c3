/** Converts a refusal of the engine to an error reply, and drops absent optional fields of a request. */
import type { Facts } from '@mua/contract/errors';
import type { PriceGrid, Refusal } from '@mua/core/values';
import { ReplyError } from '#refusals/reply-error.ts';
import { factsToWire } from '#wire/wire-text.ts';

/** The prices as typed, by the path of their field. */
export type TypedPrices = Readonly<Record<string, unknown>>;

/** Adds the typed price to the facts of a wrong tick, since only the request has it. */
export function orderRefused(
  refusal: Refusal,
  grid: PriceGrid | undefined,
  typed: TypedPrices,
  seq: number,
): ReplyError {
  const facts: Facts = factsToWire(refusal.facts, grid);
  if (refusal.code === 'WrongTick') {
    const price = typed[refusal.facts.field ?? 'limitPrice'];
    if (typeof price === 'string') facts.price = price;
  }
  return new ReplyError(refusal.code, facts, seq);
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Removes undefined fields: exact types distinguish absent from undefined. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}
