/** The details of the requested order; the code is loaded when the first one is opened. */
import { lazy, Suspense } from 'react';
import { withTimelineWords } from '#i18n/i18n.ts';
import { useOrderDetails } from '#orders/order-details.ts';
import { useActiveUser } from '#signed-in/actor.ts';

const OrderStory = lazy(async () => ({
  default: (await withTimelineWords(() => import('#features/order-details/order-story.tsx'))).OrderStory,
}));

export function OrderDetails() {
  const userId = useActiveUser();
  const asked = useOrderDetails((state) => state.shown);
  // Bound to the investor who was active when it was requested: it is not for another one, or a visitor, to read.
  if (asked === null || asked.actor.userId !== userId) return null;
  return (
    <Suspense>
      <OrderStory shown={asked} />
    </Suspense>
  );
}
