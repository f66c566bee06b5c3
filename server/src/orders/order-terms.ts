/** The terms that an order placed alone and one of a group have in common, from the wire to the engine. */
import type { PlaceGroupRequest, PlaceOrderRequest } from '@mua/contract/http/orders';
import { durationFromWire, sideFromWire, uuidFromWire } from '@mua/contract/wire';
import { randomId } from '#ground/random-id.ts';
import { present } from '#orders/refused-order.ts';

type GroupedRequest = PlaceGroupRequest['orders'][number];

/** The pair of exits that comes with an order gets its id here. */
export function termsFrom(request: GroupedRequest | PlaceOrderRequest) {
  const { limitPrice, stopPrice, expirationDate, isReduceOnly } = request;
  const { takeProfit, stopLoss, takeProfitDistance, stopLossDistance, trailsStop } = request;
  const bringsExits = (takeProfit ?? stopLoss ?? takeProfitDistance ?? stopLossDistance) !== undefined;
  return {
    clientOrderId: uuidFromWire(request.clientOrderId),
    side: sideFromWire(request.side),
    duration: durationFromWire(request.duration),
    quantityLots: request.quantity,
    ...present({ limitPrice, stopPrice, expirationDate, isReduceOnly }),
    ...present({ takeProfit, stopLoss, takeProfitDistance, stopLossDistance, trailsStop }),
    ...(bringsExits ? { exitOrderId: randomId() } : {}),
  };
}
