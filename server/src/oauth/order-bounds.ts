/**
 * Limits how much a program's token may order: lots are reserved in its grant before an order, and released if it came
 * to nothing. They stay reserved while nobody knows what became of it.
 */
import type { Actor } from '#http/actor.ts';
import type { Grants } from '#oauth/grants.ts';
import type { OrderBounds } from '#orders/bounded-orders.ts';
import { isUnanswered, replyError } from '#refusals/reply-error.ts';

export function createOrderBounds(grants: Pick<Grants, 'reserve' | 'actorOf'>): OrderBounds {
  /** The grant may have been revoked, or its investor suspended, while its bounds were read. */
  async function requireLiveGrant({ grant }: Actor): Promise<void> {
    const now = grant && (await grants.actorOf(grant.grantId));
    if (!now) throw replyError('Unauthorized', {});
    if (now.isSuspended) throw replyError('LoginAccountIsSupended', {});
  }

  return {
    async within(actor, order, act, isNew) {
      const giveBack = await grants.reserve(actor, order);
      try {
        await requireLiveGrant(actor);
        const done = await act();
        if (!isNew(done)) await giveBack();
        return done;
      } catch (error) {
        if (!isUnanswered(error)) await giveBack();
        throw error;
      }
    },
  };
}
