/** Tells whether an order of unknown fate may be rolling a position: a second one would close lots that are not held. */
import { legCodes } from '@mua/core/values';
import { isUnresolved, useSentOrders } from '#orders/sent-orders.ts';

/** In the contract itself, or in a spread of which it is the near month: a dialog that was closed before its answer. */
export function useUnresolvedRoll(accountId: string, nearCode: string): boolean {
  return useSentOrders(({ orders }) =>
    [...orders.values()].some(
      (sent) =>
        sent.actor.accountId === accountId &&
        isUnresolved(sent) &&
        (sent.contractCode === nearCode || legCodes(sent.contractCode)?.near === nearCode),
    ),
  );
}
