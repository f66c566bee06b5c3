/** Follows the place of own orders in the queue at their price, from book to book. */
import type { Lots } from '@mua/core/values';
import { useCallback, useEffect, useState } from 'react';
import { aheadOf, NO_PLACES, withBook } from '#features/order-ladder/queue-place.ts';
import type { RestingOrder } from '#features/order-ladder/resting-order.ts';
import { useDepth } from '#market/depth-store.ts';

/** Returns the most lots of others that may be before an order; null where it is not known. */
export function useQueuePlaces(code: string, resting: readonly RestingOrder[]): (order: RestingOrder) => Lots | null {
  const depth = useDepth(code);
  const [places, setPlaces] = useState(NO_PLACES);
  useEffect(() => {
    if (depth) setPlaces((before) => withBook(before, { resting, depth }));
  }, [resting, depth]);
  return useCallback((order) => aheadOf(places, order), [places]);
}
