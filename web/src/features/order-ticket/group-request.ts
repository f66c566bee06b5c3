/** The request of orders that are placed together: each with an identity of its own, all of them taken or none. */
import type { PlaceGroupRequest } from '@mua/contract/http/orders';
import { type ReadOrder, requestOf } from '#features/order-ticket/ticket-draft.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';

export function groupRequest(
  kind: PlaceGroupRequest['kind'],
  orders: readonly ReadOrder[],
  { contract }: Pick<Ticket, 'contract'>,
  newId: () => string,
): PlaceGroupRequest {
  const { code: contractCode, decimalFormat: grid } = contract;
  return {
    kind,
    contractCode,
    orders: orders.map((order) => {
      const { contractCode: _contract, ...terms } = requestOf(order, { contractCode, clientOrderId: newId(), grid });
      return terms;
    }),
  };
}
