/**
 * Places, modifies and cancels conditional orders. They hold no margin: the order that they send is checked when sent.
 */
import { type ConditionalOrder, isWaiting, type Trail } from '#conditional/conditional-order.ts';
import { MAX_TRAIL_BASIS_POINTS, trailingStopTicks } from '#conditional/trailing-stop.ts';
import { addConditional, changeConditional } from '#engine/conditional-records.ts';
import { type ExitPrices, followEntry, judgeNewExits, readExits } from '#engine/exit-pairs.ts';
import type { CancelConditional, ConditionalName, ModifyConditional, PlaceOrder } from '#engine/investor-commands.ts';
import { checkOpenLots, checkQuantity, closableLots, judge } from '#engine/order-checks.ts';
import { readTicks } from '#engine/order-prices.ts';
import type { Entry } from '#engine/place-order.ts';
import {
  type Account,
  type EngineState,
  type ListedContract,
  markTicks,
  rulesInForce,
  tradeDateOf,
} from '#engine/state.ts';
import { refuseChange, refuseCommand, type Step } from '#engine/step.ts';
import { parseDecimal, rescale } from '#values/decimal-text.ts';
import { priceFromText } from '#values/price-text.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import type { Lots, Ticks } from '#values/units.ts';

export type AskedConditional = PlaceOrder & { readonly orderType: ConditionalOrder['kind'] };

/** The prices of a conditional order, in ticks. */
interface Prices {
  readonly trail: Trail | null;
  readonly initialStopTicks: Ticks | null;
  readonly takeProfitTicks: Ticks | null;
  readonly stopLossTicks: Ticks | null;
}

export function placeConditional(step: Step, { account, listed, terms }: Entry, asked: AskedConditional): void {
  const prices = readConditionalPrices(listed, asked);
  if ('refusal' in prices && prices.refusal.code === 'BadRequest') return refuseCommand(step, prices.refusal);
  account.clientOrders.set(asked.clientOrderId, { orderId: asked.orderId, terms });
  const refused = 'refusal' in prices ? prices.refusal : judgeConditional(step.state, account, listed, asked, prices);
  const { trail, initialStopTicks, takeProfitTicks, stopLossTicks } = 'refusal' in prices ? NO_PRICES : prices;
  const last = markTicks(listed);
  const begins = trail && last !== null ? trailingStopTicks(asked.side, trail, last) : null;
  const stopTicks = initialStopTicks ?? begins;
  const conditional = addConditional(
    step,
    {
      conditionalOrderId: asked.orderId,
      clientOrderId: asked.clientOrderId,
      accountId: account.accountId,
      investorId: account.investorId,
      contractCode: asked.contractCode,
      kind: asked.orderType,
      side: asked.side,
      isReduceOnly: asked.isReduceOnly === true || asked.orderType === 'TPSL',
      parentOrderId: null,
      dayDate: tradeDateOf(step.state, listed),
      lots: asked.quantityLots,
      armedLots: asked.quantityLots,
      trail,
      takeProfitTicks,
      stopLossTicks,
      duration: asked.duration,
      expirationDate: asked.expirationDate ?? null,
    },
    trail === null ? {} : { bestTicks: last, initialStopTicks: stopTicks, currentStopTicks: stopTicks },
  );
  if (!refused) return;
  changeConditional(step, conditional, () => {
    conditional.status = 'FAILED';
    conditional.refusal = refused;
  });
}

const NO_PRICES: Prices = { trail: null, initialStopTicks: null, takeProfitTicks: null, stopLossTicks: null };

function readConditionalPrices(listed: ListedContract, asked: AskedConditional): Prices | { refusal: Refusal } {
  const isTrailing = asked.orderType === 'TRAILING_STOP';
  const misplaced = misplacedField(asked, isTrailing);
  if (misplaced !== undefined) return { refusal: refusal('BadRequest', { field: misplaced }) };
  if (!isTrailing) {
    const exits = readExits(listed, asked);
    return 'refusal' in exits ? exits : { ...NO_PRICES, ...exits };
  }
  const trail = readTrail(listed, asked);
  if (!trail || 'refusal' in trail) return trail ?? { refusal: refusal('BadRequest', { field: 'trailAmount' }) };
  if (asked.stopPrice === undefined) return { ...NO_PRICES, trail };
  const stop = readTicks(listed, asked.stopPrice, 'stopPrice');
  return typeof stop === 'number' ? { ...NO_PRICES, trail, initialStopTicks: stop } : { refusal: stop };
}

/** The first field that this kind of order may not have, or lacks. */
function misplacedField(asked: AskedConditional, isTrailing: boolean): string | undefined {
  if (asked.limitPrice !== undefined) return 'limitPrice';
  // A position has a price already: only an entry is measured from.
  if (asked.takeProfitDistance !== undefined) return 'takeProfitDistance';
  if (asked.stopLossDistance !== undefined) return 'stopLossDistance';
  const hasExit = asked.takeProfit !== undefined || asked.stopLoss !== undefined;
  if (isTrailing) return hasExit ? 'takeProfit' : undefined;
  if (asked.stopPrice !== undefined) return 'stopPrice';
  if (asked.trailAmount !== undefined || asked.trailPercent !== undefined) return 'trailAmount';
  return hasExit ? undefined : 'takeProfit';
}

interface TrailTexts {
  readonly trailAmount?: string;
  readonly trailPercent?: string;
}

/**
 * The trailing distance, from exactly one of the two texts: at least one tick, at most half the price. Otherwise
 * undefined.
 */
function readTrail(
  listed: ListedContract,
  { trailAmount, trailPercent }: TrailTexts,
): Trail | { refusal: Refusal } | undefined {
  if ((trailAmount === undefined) === (trailPercent === undefined)) return undefined;
  const invalid = { refusal: refusal('TrailInvalid', { min: 1, tick: 1 }) };
  if (trailAmount !== undefined) {
    const reading = priceFromText(trailAmount, listed.commodity.grid);
    if (reading.kind === 'notANumber') return { refusal: refusal('BadRequest', { field: 'trailAmount' }) };
    return reading.kind === 'price' && reading.ticks >= 1 ? { kind: 'ticks', ticks: reading.ticks } : invalid;
  }
  const decimal = parseDecimal(trailPercent ?? '');
  const basisPoints = decimal && rescale(decimal, 2);
  if (basisPoints === undefined) return { refusal: refusal('BadRequest', { field: 'trailPercent' }) };
  return basisPoints >= 1n && basisPoints <= BigInt(MAX_TRAIL_BASIS_POINTS)
    ? { kind: 'percent', basisPoints: Number(basisPoints) }
    : invalid;
}

function judgeConditional(
  state: EngineState,
  account: Account,
  listed: ListedContract,
  asked: AskedConditional,
  exits: Prices,
): Refusal | undefined {
  const { side, orderType, duration, expirationDate, quantityLots } = asked;
  const isReduceOnly = asked.isReduceOnly === true || orderType === 'TPSL';
  return judge({
    ...{ occasion: 'conditional', state, account, listed, side, orderType, duration, expirationDate },
    ...{ quantityLots, filledLots: 0, marginableLots: 0, addsLots: true, newPrices: null, exits, isReduceOnly },
    ...{ isForceSell: false, isOurs: false, isAtExchange: false },
  });
}

function refuse(step: Step, { conditionalOrderId, receivedSeq }: ConditionalOrder, why: Refusal): void {
  refuseChange(step, { orderId: conditionalOrderId, receivedSeq }, why);
}

export function cancelConditional(step: Step, command: CancelConditional): void {
  const conditional = namedConditional(step.state, command);
  if (!conditional) return refuseCommand(step, refusal('ConditionalOrderNotFound', {}));
  const { status } = conditional;
  if (!isWaiting(conditional)) return refuse(step, conditional, refusal('ConditionalOrderNotAllowed', { status }));
  dropConditional(step, conditional, 'UserRequest');
}

export function dropConditional(step: Step, conditional: ConditionalOrder, reason: ConditionalOrder['reason']): void {
  changeConditional(step, conditional, () => {
    conditional.status = 'CANCELLED';
    conditional.reason = reason;
  });
}

export function modifyConditional(step: Step, command: ModifyConditional): void {
  const { state } = step;
  const conditional = namedConditional(state, command);
  if (!conditional) return refuseCommand(step, refusal('ConditionalOrderNotFound', {}));
  const { status, contractCode, side, isReduceOnly } = conditional;
  if (!isWaiting(conditional)) return refuse(step, conditional, refusal('ConditionalOrderNotAllowed', { status }));
  const listed = state.contracts.get(contractCode);
  const account = state.accounts.get(conditional.accountId);
  if (!listed || !account) return refuseCommand(step, refusal('ConditionalOrderNotFound', {}));
  const wanted = wantedTerms(listed, conditional, command);
  if ('refusal' in wanted) return refuse(step, conditional, wanted.refusal);
  const isOnPosition = isReduceOnly && conditional.parentOrderId === null;
  // A size to which the shrinking position reduced the order does not count as the owner's wish.
  const isResized = command.quantityLots !== undefined;
  const refused =
    (isResized ? checkQuantity({ account, isReduceOnly }, rulesInForce(state), wanted.lots) : undefined) ??
    judgeNewExits(state, listed, conditional, newExits(wanted, command)) ??
    (isResized && isOnPosition ? checkOpenLots(wanted.lots, closableLots(account, contractCode, side)) : undefined);
  if (refused) return refuse(step, conditional, refused);
  changeConditional(step, conditional, () => {
    const { trail, takeProfitTicks, stopLossTicks, lots } = wanted;
    if (trail && trail !== conditional.trail && conditional.bestTicks !== null)
      conditional.currentStopTicks = trailingStopTicks(side, trail, conditional.bestTicks);
    if (trail === null) stopTrailing(conditional);
    conditional.trail = trail;
    conditional.takeProfitTicks = takeProfitTicks;
    conditional.stopLossTicks = stopLossTicks;
    leaveEntry(conditional, command);
    if (!isResized || conditional.parentOrderId !== null) return;
    conditional.lots = lots;
    conditional.armedLots = lots;
  });
  const entry = conditional.parentOrderId === null ? undefined : state.orders.get(conditional.parentOrderId);
  if (entry) followEntry(step, entry);
}

function stopTrailing(conditional: ConditionalOrder): void {
  conditional.bestTicks = null;
  conditional.currentStopTicks = null;
}

/** Of the prices that the order would have, those that the command names. */
function newExits({ takeProfitTicks, stopLossTicks }: WantedTerms, named: ModifyConditional): ExitPrices {
  return {
    takeProfitTicks: named.takeProfit === undefined ? null : takeProfitTicks,
    stopLossTicks: named.stopLoss === undefined ? null : stopLossTicks,
  };
}

/** A leg that was given a price of its own stays there, whatever else its entry fills. */
function leaveEntry(conditional: ConditionalOrder, { takeProfit, stopLoss }: ModifyConditional): void {
  const { exitDistances } = conditional;
  if (!exitDistances) return;
  conditional.exitDistances = {
    takeProfitTicks: takeProfit === undefined ? exitDistances.takeProfitTicks : null,
    stopLossTicks: stopLoss === undefined ? exitDistances.stopLossTicks : null,
  };
}

interface WantedTerms {
  readonly lots: Lots;
  readonly trail: Trail | null;
  readonly takeProfitTicks: Ticks | null;
  readonly stopLossTicks: Ticks | null;
}

function wantedTerms(
  listed: ListedContract,
  conditional: ConditionalOrder,
  command: ModifyConditional,
): WantedTerms | { refusal: Refusal } {
  const { kind, parentOrderId, lots, trail, takeProfitTicks, stopLossTicks } = conditional;
  const malformed = (field: string): { refusal: Refusal } => ({ refusal: refusal('BadRequest', { field }) });
  const { quantityLots = lots } = command;
  // The lots of an attached exit pair follow its entry.
  if (parentOrderId !== null && quantityLots !== lots) return malformed('quantity');
  const namesTrail = command.trailAmount !== undefined || command.trailPercent !== undefined;
  const namesExit = command.takeProfit !== undefined || command.stopLoss !== undefined;
  if (kind === 'TPSL') {
    const exits = readExits(listed, command);
    if ('refusal' in exits) return exits;
    // A stop that trails may get another distance, or a price of its own, at which it stays.
    if (namesTrail && (trail === null || exits.stopLossTicks !== null)) return malformed('trailAmount');
    const own = namesTrail ? readTrail(listed, command) : trail;
    if (own === undefined) return malformed('trailAmount');
    if (own !== null && 'refusal' in own) return own;
    return {
      lots: quantityLots,
      trail: exits.stopLossTicks === null ? own : null,
      takeProfitTicks: exits.takeProfitTicks ?? takeProfitTicks,
      stopLossTicks: exits.stopLossTicks ?? stopLossTicks,
    };
  }
  if (namesExit) return malformed('takeProfit');
  if (!namesTrail) return { lots: quantityLots, trail, takeProfitTicks, stopLossTicks };
  const wanted = readTrail(listed, command);
  if (!wanted) return malformed('trailAmount');
  return 'refusal' in wanted ? wanted : { lots: quantityLots, trail: wanted, takeProfitTicks, stopLossTicks };
}

function namedConditional(state: EngineState, name: ConditionalName): ConditionalOrder | undefined {
  const { accountId, clientOrderId } = name;
  const byClient =
    clientOrderId === undefined ? undefined : state.accounts.get(accountId)?.clientOrders.get(clientOrderId);
  const id = name.conditionalOrderId ?? byClient?.orderId;
  const conditional = id === undefined ? undefined : state.conditionals.get(id);
  return conditional?.accountId === accountId ? conditional : undefined;
}
