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
  const refuse = (why: Refusal): undefined => {
    refuseCommand(step, why);
  };
  if (!account) return refuse(refusal('InvestorTradingAccountNotFound', {}));
  if (!account.isActivated) return refuse(refusal('InvestorTradingAccountNotAllowed', {}));
  const known = account.clientOrders.get(asked.clientOrderId);
  if (known && known.terms !== terms) return refuse(refusal('IDEMPOTENCY_MISMATCH', {}));
  if (known) {
    step.events.push({ kind: 'orderRepeated', accountId: account.accountId, orderId: known.orderId });
    return undefined;
  }
  const listed = state.contracts.get(asked.contractCode);
  return listed ? { account, listed, terms } : refuse(refusal('ContractNotFound', { code: asked.contractCode }));
}

/** What the same client order id must repeat to the letter; prices compared as numbers. */
function placedTerms(order: PlaceOrder): string {
  const price = (text: string | undefined): string => {
    const value = text === undefined ? undefined : parseDecimal(text);
    return value ? `${value.units * 10n ** BigInt(9 - value.scale)}` : (text ?? '-');
  };
  const terms = [
    order.contractCode,
    order.side,
    order.orderType,
    order.duration,
    order.quantityLots,
    price(order.limitPrice),
    price(order.stopPrice),
    order.expirationDate ?? '-',
  ];
  const { trailAmount, trailPercent, takeProfit, stopLoss, isReduceOnly } = order;
  const exits = [trailAmount, trailPercent, takeProfit, stopLoss].map(price);
  // Journals from before conditional orders know the short form.
  if (isReduceOnly || exits.some((text) => text !== '-')) terms.push(...exits, isReduceOnly ? 'reduce' : '-');
  return terms.join(' ');
}
