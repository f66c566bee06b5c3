/**
 * The roll of a position into another month where no spread is listed (record 177): an order that closes, and once it
 * has ended one that opens what was closed. Nothing is open in both months, nothing is opened that was not closed.
 */
import { bringsExits } from '#engine/exit-pairs.ts';
import { freedInContract } from '#engine/order-checks.ts';
import { type Asked, BY_INVESTOR, type Entry, judgeAsked, receive } from '#engine/place-order.ts';
import type { EngineState, ListedContract } from '#engine/state.ts';
import { accountOf, type Step } from '#engine/step.ts';
import { isFinal, type Order } from '#orders/order.ts';
import { openingIdOf, type RollTarget } from '#orders/roll.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { oppositeSide, type Side } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';

/** Receives the closing order; it is refused too if the opening one would be, as things are now. */
export function placeRoll(step: Step, entry: Entry, asked: Asked, target: RollTarget): void {
  const closing = receive(step, entry, asked, judgeRoll(step.state, entry, asked, target));
  if (closing && !isFinal(closing)) step.state.rolls.set(closing.orderId, target);
}

/**
 * Opens in the far month what the closing order closed, judged anew. What it closes after its end (a late fill) is not
 * opened: its owner has been told that the roll is over.
 */
export function openFar(step: Step, closing: Order): void {
  const { state } = step;
  const target = state.rolls.get(closing.orderId);
  if (!target) return;
  state.rolls.delete(closing.orderId);
  const lots = Math.min(closing.filledLots, closing.quantityLots);
  const listed = state.contracts.get(target.contractCode);
  if (lots === 0 || !listed) return;
  const entry = { account: accountOf(step, closing.accountId), listed, terms: '', origin: BY_INVESTOR };
  receive(step, entry, openingOrder(closing, lots, target));
}

function judgeRoll(state: EngineState, entry: Entry, asked: Asked, target: RollTarget): Refusal | undefined {
  const { account, listed: near } = entry;
  const far = state.contracts.get(target.contractCode);
  if (!far) return refusal('ContractNotFound', { code: target.contractCode });
  if (!mayRoll(near, far) || !endsAtOnce(asked)) return refusal('BadRequest', { field: 'rollInto' });
  const { side, quantityLots } = asked;
  // The closing order's own checks say what is wrong with its quantity.
  if (!Number.isSafeInteger(quantityLots) || quantityLots < 1) return undefined;
  const freed = freedInContract(account, near, side, quantityLots);
  return ofTarget(judgeAsked(state, { ...entry, listed: far }, openingOrder(asked, quantityLots, target), freed));
}

/** A refusal of the far month's price names it, because both orders may have one. */
function ofTarget(refused: Refusal | undefined): Refusal | undefined {
  const field = 'rollInto.limitPrice';
  if (refused?.code === 'WrongTick') return refusal('WrongTick', { ...refused.facts, field });
  if (refused?.code === 'BadRequest') return refusal('BadRequest', { field });
  return refused;
}

function mayRoll({ contract: near }: ListedContract, { contract: far }: ListedContract): boolean {
  return near.commodityCode === far.commodityCode && near.code !== far.code;
}

/** An order that rests could leave its owner out of both months for hours. */
function endsAtOnce(asked: Asked): boolean {
  const { orderType, duration, isReduceOnly } = asked;
  const isImmediate = duration === 'IOC' && (orderType === 'MARKET' || orderType === 'LIMIT');
  return isReduceOnly === true && isImmediate && !bringsExits(asked);
}

function openingOrder(
  { accountId, orderId, side }: { readonly accountId: string; readonly orderId: string; readonly side: Side },
  quantityLots: Lots,
  { contractCode, limitPrice }: RollTarget,
): Asked {
  const terms = {
    accountId,
    orderId: openingIdOf(orderId),
    clientOrderId: null,
    contractCode,
    side: oppositeSide(side),
  };
  return limitPrice === undefined
    ? { ...terms, quantityLots, orderType: 'MARKET', duration: 'IOC' }
    : { ...terms, quantityLots, orderType: 'LIMIT', duration: 'DAY', limitPrice };
}
