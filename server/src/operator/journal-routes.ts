/** Lets an operator have the journal verified (docs/operating/README.md#damage). */
import { verifyJournal } from '@mua/contract/http/operator-journal';
import { type Bind, ok } from '#http/bind-route.ts';
import type { Scrub } from '#journal/scrub.ts';

export function bindJournalRoutes(bind: Bind, scrub: Pick<Scrub, 'verify'>): void {
  bind(
    verifyJournal,
    async () => {
      const { batches, seq, hash: endHash, damage: firstDamage } = await scrub.verify();
      return ok({ batches, seq, endHash, firstDamage });
    },
    { isSlow: true },
  );
}
