/** Receives orders in a spread: limit orders that trade both of its legs at once or neither (record 189). */
import { termsOf } from '#engine/client-orders.ts';
import type { PlaceOrder } from '#engine/investor-commands.ts';
import type { ListedSpread } from '#engine/listed-spread.ts';
import { NO_PRICES, type OrderPrices, readPrices } from '#engine/order-prices.ts';
import { type Asked, BY_INVESTOR, takeOrder } from '#engine/place-order.ts';
import { judgeSpread } from '#engine/spread-checks.ts';
import type { Account, EngineState } from '#engine/state.ts';
import { refuseCommand, type Step } from '#engine/step.ts';
import { type Refusal, refusal } from '#values/refusals.ts';

export function placeInSpread(step: Step, spread: ListedSpread, account: Account, command: PlaceOrder): void {
  const { orderType, clientOrderId, orderId } = command;
  const foreign = foreignField(command);
  if (foreign || orderType === 'TRAILING_STOP' || orderType === 'TPSL')
    return refuseCommand(step, refusal('BadRequest', { field: foreign ?? 'orderType' }));
  const asked: Asked = { ...command, orderType };
  const prices = readPrices(spread, orderType, asked);
  if ('refusal' in prices && prices.refusal.code === 'BadRequest') return refuseCommand(step, prices.refusal);
  account.clientOrders.set(clientOrderId, { orderId, terms: termsOf(command) });
  const refused = 'refusal' in prices ? prices.refusal : judge(step.state, spread, account, asked, prices);
  const place = { account, origin: BY_INVESTOR, code: spread.spread.code, market: spread };
  takeOrder(step, place, asked, 'refusal' in prices ? NO_PRICES : prices, refused);
}

/** What an order in one contract may have, and none in a spread: it has no position to reduce and no price to wait for. */
const FOREIGN_FIELDS = [
  'stopPrice',
  'expirationDate',
  'isReduceOnly',
  'trailAmount',
  'trailPercent',
  'takeProfit',
  'stopLoss',
  'takeProfitDistance',
  'stopLossDistance',
  'rollInto',
] as const satisfies readonly (keyof PlaceOrder)[];

function foreignField(command: PlaceOrder): string | undefined {
  return FOREIGN_FIELDS.find((field) => command[field] !== undefined && command[field] !== false);
}

function judge(
  state: EngineState,
  spread: ListedSpread,
  account: Account,
  { side, orderType, duration, quantityLots }: Asked,
  { limitTicks }: OrderPrices,
): Refusal | undefined {
  return judgeSpread({
    ...{ occasion: 'order', state, account, spread, side, orderType, duration, quantityLots },
    ...{ expirationDate: undefined, filledLots: 0, marginableLots: 0, addsLots: true, isAtExchange: false },
    newPriceTicks: limitTicks,
  });
}
