/** Lets an operator have the journal verified (docs/operating/README.md#damage). */
import { verifyJournal } from '@mua/contract/http/operator-journal';
import { accepted, type Bind, ok } from '#http/bind-route.ts';
import { createLongRuns } from '#http/long-runs.ts';
import type { Scrub } from '#journal/scrub.ts';

export function bindJournalRoutes(bind: Bind, scrub: Pick<Scrub, 'verify'>, answerMs: number): void {
  const verifications = createLongRuns(answerMs, scrub.verify);
  bind(verifyJournal, async ({ query }) => {
    const answer = await verifications.ask(query.runId);
    if ('underWay' in answer) return accepted(answer.underWay);
    const { batches, seq, hash: endHash, damage: firstDamage } = answer.result;
    return ok({ batches, seq, endHash, firstDamage });
  });
}
