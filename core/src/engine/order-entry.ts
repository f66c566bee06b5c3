/**
 * The investor's ways in to an order: by its account, activated, under a client order id that names one order for ever.
 * What reaches an exchange goes on to place-order.ts, what waits for a price to conditional-orders.ts.
 */
import { parseDecimal } from '#values/decimal-text';
import { type Refusal, refusal } from '#values/refusals';
import { type OrderType, oppositeSide } from '#values/trading-words';
import type { PlaceOrder, ReversePosition } from './commands.ts';
import { placeConditional } from './conditional-orders.ts';
import { type Entry, receive } from './place-order.ts';
import { refuseCommand, type Step } from './step.ts';

const BY_ITS_INVESTOR = {
  isForceSell: false,
  isOurs: false,
  conditionalOrderId: null,
  awaitsCancels: false,
} as const;

export function placeOrder(step: Step, command: PlaceOrder): void {
  const entry = openEntry(step, command, placedTerms(command));
  if (!entry) return;
  const { orderType, isReduceOnly = false } = command;
  if (isConditional(orderType)) placeConditional(step, entry, { ...command, orderType });
  else receive(step, entry, { ...command, ...BY_ITS_INVESTOR, orderType, isReduceOnly });
}

function isConditional(orderType: OrderType): orderType is 'TRAILING_STOP' | 'TPSL' {
  return orderType === 'TRAILING_STOP' || orderType === 'TPSL';
}

/** Turns the position round at market; checked like any other order. */
export function reversePosition(step: Step, command: ReversePosition): void {
  const { contractCode } = command;
  const entry = openEntry(step, command, `reverse ${contractCode}`);
  if (!entry) return;
  const netLots = entry.account.positions.get(contractCode)?.netLots ?? 0;
  if (netLots === 0) return refuseCommand(step, refusal('OpenPositionNotFound', {}));
  receive(step, entry, {
    ...command,
    ...BY_ITS_INVESTOR,
    side: oppositeSide(netLots > 0 ? 'BUY' : 'SELL'),
    orderType: 'MARKET',
    duration: 'IOC',
    quantityLots: 2 * Math.abs(netLots),
    isReduceOnly: false,
  });
}

/** Undefined when the command is answered already: refused, or a repetition of an order that exists. */
export function openEntry(
  step: Step,
  asked: { readonly accountId: string; readonly clientOrderId: string; readonly contractCode: string },
  terms: string,
): Entry | undefined {
  const { state } = step;
  const account = state.accounts.get(asked.accountId);
  if (!account) return refuse(step, refusal('InvestorTradingAccountNotFound', {}));
  if (!account.isActivated) return refuse(step, refusal('InvestorTradingAccountNotAllowed', {}));
  const known = account.clientOrders.get(asked.clientOrderId);
  if (known && known.terms !== terms) return refuse(step, refusal('IDEMPOTENCY_MISMATCH', {}));
  if (known) {
    step.events.push({ kind: 'orderRepeated', accountId: account.accountId, orderId: known.orderId });
    return undefined;
  }
  const listed = state.contracts.get(asked.contractCode);
  return listed ? { account, listed, terms } : refuse(step, refusal('ContractNotFound', { code: asked.contractCode }));
}

function refuse(step: Step, why: Refusal): undefined {
  refuseCommand(step, why);
}

/** What the same client order id must repeat to the letter; prices compared as numbers. */
function placedTerms(order: PlaceOrder): string {
  const { limitPrice, stopPrice, trailAmount, trailPercent, takeProfit, stopLoss, isReduceOnly } = order;
  const { contractCode, side, orderType, duration, quantityLots, expirationDate = '-' } = order;
  const prices = `${comparable(limitPrice)} ${comparable(stopPrice)}`;
  const terms = `${contractCode} ${side} ${orderType} ${duration} ${quantityLots} ${prices} ${expirationDate}`;
  // Journals from before conditional orders know the short form.
  if (!isReduceOnly && (trailAmount ?? trailPercent ?? takeProfit ?? stopLoss) === undefined) return terms;
  const exits = [trailAmount, trailPercent, takeProfit, stopLoss].map(comparable).join(' ');
  return `${terms} ${exits} ${isReduceOnly ? 'reduce' : '-'}`;
}

/** In billionths: 457.75 and 457.750 are one price. */
function comparable(price: string | undefined): string {
  const value = price === undefined ? undefined : parseDecimal(price);
  if (!value) return price ?? '-';
  return value.units === 0n ? '0' : `${value.units}${'0'.repeat(9 - value.scale)}`;
}
