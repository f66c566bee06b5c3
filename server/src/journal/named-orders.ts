/**
 * Orders by the ids that their clients gave them. Whoever sends one again, or asks what became of it, must not be told
 * that nothing was taken while its command waits, is on its way, or was executed and is not on disk yet.
 */
import type { CommandBody, EngineState } from '@mua/core/engine';

export interface NamedOrder {
  readonly accountId: string;
  readonly clientOrderId: string;
}

/** `executed`, perhaps not on disk yet; `unsure` while nobody can say whether it will be; `absent`. */
export type OrderFate = 'executed' | 'unsure' | 'absent';

/** Those that a command makes. */
export function ordersOf(body: CommandBody): readonly NamedOrder[] {
  switch (body.kind) {
    case 'placeOrder':
    case 'reversePosition':
    case 'liquidateContract':
      return [body];
    case 'placeGroup':
      return body.orders.map(({ clientOrderId }) => ({ accountId: body.accountId, clientOrderId }));
    default:
      return [];
  }
}

/** Whether both make an order under one id. */
export function makeTheSame(one: CommandBody, other: CommandBody): boolean {
  const names = new Set(ordersOf(one).map(nameOf));
  return ordersOf(other).some((order) => names.has(nameOf(order)));
}

export function isExecuted({ accounts }: EngineState, { accountId, clientOrderId }: NamedOrder): boolean {
  return accounts.get(accountId)?.clientOrders.has(clientOrderId) === true;
}

/** Those of commands that are not executed yet. */
export class OrdersUnderWay {
  /** By name: a command that comes twice is counted twice. */
  readonly #counts = new Map<string, number>();

  add(body: CommandBody): void {
    for (const order of ordersOf(body)) this.#count(nameOf(order), 1);
  }

  remove(body: CommandBody): void {
    for (const order of ordersOf(body)) this.#count(nameOf(order), -1);
  }

  has(order: NamedOrder): boolean {
    return this.#counts.has(nameOf(order));
  }

  #count(name: string, change: number): void {
    const count = (this.#counts.get(name) ?? 0) + change;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
  }
}

function nameOf({ accountId, clientOrderId }: NamedOrder): string {
  return `${accountId} ${clientOrderId}`;
}
