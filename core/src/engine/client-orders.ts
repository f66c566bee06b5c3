/**
 * A client order id identifies one order for ever. Whoever sends the same terms under it again is told of the order that
 * is there; other terms are refused.
 */
import type { CommandBody } from '#engine/commands.ts';
import type { EngineEvent } from '#engine/events.ts';
import type { LiquidateContract, PlaceGroup, PlaceOrder, ReversePosition } from '#engine/investor-commands.ts';
import type { Account, EngineState } from '#engine/state.ts';
import { memberIdOf } from '#orders/order-group.ts';
import { parseDecimal, parseShortDecimal } from '#values/decimal-text.ts';
import { refusal } from '#values/refusals.ts';

/** Commands that make an order under an id of the client. */
export type NamedByClient = PlaceOrder | ReversePosition | LiquidateContract;

/**
 * The events of a command whose client order id is known, worked out without executing it: it would change nothing but
 * the journal's length. Undefined for every other command.
 */
export function answerRepetition(state: EngineState, body: CommandBody): readonly EngineEvent[] | undefined {
  if (!isNamedByClient(body) && body.kind !== 'placeGroup') return undefined;
  const account = state.accounts.get(body.accountId);
  if (body.kind === 'placeGroup') return account && groupRepetition(account, body);
  const event = account && repetition(account, body);
  return event && [event];
}

function isNamedByClient(body: CommandBody): body is NamedByClient {
  return body.kind === 'placeOrder' || body.kind === 'reversePosition' || body.kind === 'liquidateContract';
}

/** Undefined if the id is new. */
export function repetition({ accountId, clientOrders }: Account, asked: NamedByClient): EngineEvent | undefined {
  const known = clientOrders.get(asked.clientOrderId);
  if (!known) return undefined;
  if (known.terms === termsOf(asked)) return { kind: 'orderRepeated', accountId, orderId: known.orderId };
  return { kind: 'commandRefused', refusal: refusal('IDEMPOTENCY_MISMATCH', {}) };
}

/**
 * The same of a group, whose ids are all new or all those of its orders: an event for each of them. A group in which some
 * are known is another one.
 */
export function groupRepetition({ accountId, clientOrders }: Account, asked: PlaceGroup): EngineEvent[] | undefined {
  const known = asked.orders.map(({ clientOrderId }) => clientOrders.get(clientOrderId));
  if (known.every((one) => one === undefined)) return undefined;
  const repeated: EngineEvent[] = [];
  const groupId = known[0]?.orderId.slice(0, -memberIdOf('', 1).length) ?? '';
  for (const [at, one] of known.entries()) {
    const orderId = memberIdOf(groupId, at + 1);
    if (one?.orderId !== orderId || one.terms !== memberTerms(asked, at))
      return [{ kind: 'commandRefused', refusal: refusal('IDEMPOTENCY_MISMATCH', {}) }];
    repeated.push({ kind: 'orderRepeated', accountId, orderId });
  }
  return repeated;
}

/** Of an order of a group: its own, and which of how many it is. */
export function memberTerms({ groupKind, contractCode, orders }: PlaceGroup, at: number): string {
  const order = orders[at];
  return order ? `${ownTerms({ contractCode, ...order })} ${groupKind} ${at + 1}/${orders.length}` : '';
}

/** What a repetition must have in common. */
export function termsOf(asked: NamedByClient): string {
  switch (asked.kind) {
    case 'placeOrder':
      return placedTerms(asked);
    case 'reversePosition':
      return `reverse ${asked.contractCode}`;
    case 'liquidateContract':
      return `${asked.goFlat ? 'go flat' : 'liquidate'} ${asked.contractCode}`;
  }
}

/**
 * Prices are compared as numbers. Joined, because every order stores it: a string built by a template keeps its parts in
 * memory, six times as large.
 */
function placedTerms(order: PlaceOrder): string {
  const { rollInto } = order;
  const terms = ownTerms(order);
  return rollInto ? `${terms} roll ${rollInto.contractCode} ${comparable(rollInto.limitPrice)}` : terms;
}

type OwnTerms = Omit<PlaceOrder, 'kind' | 'accountId' | 'orderId' | 'rollInto'>;

function ownTerms(order: OwnTerms): string {
  const { limitPrice, stopPrice, trailAmount, trailPercent, takeProfit, stopLoss, isReduceOnly } = order;
  const { takeProfitDistance, stopLossDistance, trailsStop } = order;
  const { contractCode, side, orderType, duration, quantityLots, expirationDate = '-' } = order;
  const limit = comparable(limitPrice);
  const stop = comparable(stopPrice);
  const terms = [contractCode, side, orderType, duration, quantityLots, limit, stop, expirationDate];
  // Journals from before conditional orders contain the short form.
  const more = trailAmount ?? trailPercent ?? takeProfit ?? stopLoss ?? takeProfitDistance ?? stopLossDistance;
  if (!isReduceOnly && more === undefined) return terms.join(' ');
  const exits = [trailAmount, trailPercent, takeProfit, stopLoss].map(comparable);
  // Only for those that have them: stored terms from before have no such part.
  const away = (takeProfitDistance ?? stopLossDistance) === undefined ? [] : [takeProfitDistance, stopLossDistance];
  const trails = trailsStop ? ['trails'] : [];
  return [...terms, ...exits, isReduceOnly ? 'reduce' : '-', ...away.map(comparable), ...trails].join(' ');
}

/** In billionths: 457.75 and 457.750 are one price. */
function comparable(price: string | undefined): string {
  if (price === undefined) return '-';
  const value = parseShortDecimal(price) ?? parseDecimal(price);
  if (!value) return price;
  return Number(value.units) === 0 ? '0' : `${value.units}${'0'.repeat(9 - value.scale)}`;
}
