/**
 * Limits how much a program's token may order: lots are reserved in its grant before an order, and released if it came
 * to nothing. They stay reserved while nobody knows what became of it, and whoever sends it again takes no more.
 */
import type { Actor } from '#http/actor.ts';
import type { Grants } from '#oauth/grants.ts';
import type { OrderBounds } from '#orders/bounded-orders.ts';
import { isUnanswered, ReplyError, replyError } from '#refusals/reply-error.ts';

/** Of those whose fate is not known; the lots of the oldest beyond stay taken. */
const KEPT = 10_000;

export function createOrderBounds(grants: Pick<Grants, 'reserve' | 'actorOf'>): OrderBounds {
  /** How to give back what an order that was never answered has taken. Whoever sends it again takes that over. */
  const unanswered = new Map<string, () => Promise<void>>();

  /** The grant may have been revoked, or its investor suspended, while its bounds were read. */
  async function requireLiveGrant({ grant }: Actor): Promise<void> {
    const now = grant && (await grants.actorOf(grant.grantId));
    if (!now) throw replyError('Unauthorized', {});
    if (now.isSuspended) throw replyError('LoginAccountIsSupended', {});
  }

  function takeOver(key: string): (() => Promise<void>) | undefined {
    const giveBack = unanswered.get(key);
    unanswered.delete(key);
    return giveBack;
  }

  function keep(key: string, giveBack: () => Promise<void>): void {
    unanswered.set(key, giveBack);
    const [oldest] = unanswered.keys();
    if (unanswered.size > KEPT && oldest !== undefined) unanswered.delete(oldest);
  }

  return {
    async within(actor, order, act, isNew) {
      const { name, contractCode, lots, tradeDate } = order;
      const key = name === null ? null : [actor.grant?.grantId, tradeDate, name, contractCode, lots].join(' ');
      const kept = key === null ? undefined : takeOver(key);
      const giveBack = kept ?? (await grants.reserve(actor, order));
      let done: Awaited<ReturnType<typeof act>>;
      try {
        await requireLiveGrant(actor);
        done = await act();
      } catch (error) {
        // Of one that was sent before, only the engine's word on its terms says that it was not executed then.
        if (kept ? isRefused(error) : !isUnanswered(error)) await giveBack();
        else if (key !== null) keep(key, giveBack);
        throw error;
      }
      // It is there already: what was taken before, it has taken itself.
      if (!kept && !isNew(done)) await giveBack();
      return done;
    },
  };
}

function isRefused(error: unknown): boolean {
  return error instanceof ReplyError && error.seq !== null && error.code !== 'IDEMPOTENCY_MISMATCH';
}
