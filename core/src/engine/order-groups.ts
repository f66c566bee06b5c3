/**
 * Places orders that belong together, all or none (record 195): each is judged as if those before it were working, with
 * the fees of all of them, before the first is taken. So a scale is accepted when one order of all its lots would be.
 */
import { groupRepetition, memberTerms } from '#engine/client-orders.ts';
import type { GroupedOrder, PlaceGroup } from '#engine/investor-commands.ts';
import { type GroupLots, NO_GROUP } from '#engine/order-checks.ts';
import { admit, isDedicated } from '#engine/order-entry.ts';
import type { OrderPrices } from '#engine/order-prices.ts';
import { type Asked, BY_INVESTOR, type Entry, enterOrder, judgeMember } from '#engine/place-order.ts';
import { accountFeeVnd } from '#engine/state.ts';
import { refuseCommand, type Step } from '#engine/step.ts';
import { memberIdOf } from '#orders/order-group.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { GROUP_SIZES } from '#values/trading-words.ts';

interface Member {
  readonly entry: Entry;
  readonly asked: Asked;
  readonly prices: OrderPrices;
}

export function placeGroup(step: Step, command: PlaceGroup): void {
  const account = admit(step, command);
  if (!account) return;
  const repeated = groupRepetition(account, command);
  if (repeated) {
    step.events.push(...repeated);
    return;
  }
  if (isDedicated(step, { account })) return;
  const { contractCode } = command;
  const listed = step.state.contracts.get(contractCode);
  if (!listed) return refuseCommand(step, refusal('ContractNotFound', { code: contractCode }));
  const field = misplacedField(command);
  if (field !== undefined) return refuseCommand(step, refusal('BadRequest', { field }));
  const judged = judgeAll(step, { account, listed, origin: BY_INVESTOR }, command);
  if ('refusal' in judged) return refuseCommand(step, judged.refusal);
  for (const { entry, asked, prices } of judged.members) enterOrder(step, entry, asked, prices, undefined);
}

function judgeAll(
  step: Step,
  who: Omit<Entry, 'terms'>,
  command: PlaceGroup,
): { readonly members: readonly Member[] } | { readonly refusal: Refusal } {
  const feeVnd = accountFeeVnd(who.account, who.listed);
  const members: Member[] = [];
  let beside: GroupLots = NO_GROUP;
  let lacking: Refusal | undefined;
  for (const [at, order] of command.orders.entries()) {
    const entry = { ...who, terms: memberTerms(command, at) };
    const asked = askedOf(command, order, at + 1);
    const prices = judgeMember(step.state, entry, asked, beside);
    const refused = 'refusal' in prices ? prices.refusal : undefined;
    // What is missing is told for all of them: the last one knows.
    if (refused?.code === 'InsufficientMargin') lacking = refused;
    else if (refused) return { refusal: ofMember(refused, at) };
    if (!('refusal' in prices)) members.push({ entry, asked, prices });
    const { side, quantityLots } = order;
    beside = {
      ...beside,
      [side]: beside[side] + quantityLots,
      feesVnd: beside.feesVnd + 2n * BigInt(quantityLots) * feeVnd,
    };
  }
  return lacking ? { refusal: lacking } : { members };
}

function askedOf(
  { accountId, contractCode, groupId, groupKind, orders }: PlaceGroup,
  order: GroupedOrder,
  place: number,
): Asked {
  const group = { groupId, kind: groupKind, size: orders.length, place };
  return { ...order, accountId, contractCode, orderId: memberIdOf(groupId, place), group };
}

/** A refusal of a field says in which order it is. */
function ofMember(refused: Refusal, at: number): Refusal {
  const inOrder = (field: string): string => `orders.${at}.${field}`;
  if (refused.code === 'WrongTick')
    return refusal('WrongTick', { ...refused.facts, field: inOrder(refused.facts.field ?? 'limitPrice') });
  if (refused.code === 'BadRequest') return refusal('BadRequest', { field: inOrder(refused.facts.field) });
  return refused;
}

/** What can't be of such a group, by the path of its field. */
function misplacedField({ groupKind, orders }: PlaceGroup): string | undefined {
  const { least, most } = GROUP_SIZES[groupKind];
  const ids = new Set(orders.map(({ clientOrderId }) => clientOrderId));
  if (orders.length < least || orders.length > most || ids.size < orders.length) return 'orders';
  for (const [at, { orderType, duration, side }] of orders.entries()) {
    const isAtOnce = duration === 'IOC' || duration === 'FOK';
    if (groupKind === 'OCO' ? orderType === 'MARKET' : orderType !== 'LIMIT') return `orders.${at}.orderType`;
    // An order that never rests has ended before the other could be of use.
    if (groupKind === 'OCO' && isAtOnce) return `orders.${at}.duration`;
    if (groupKind === 'SCALE' && side !== orders[0]?.side) return `orders.${at}.side`;
  }
  return undefined;
}
