/** Whether the journal is what was written, for operators. */
import { z } from 'zod';
import { verificationQuery, verificationUnderWay } from '#entities/verification.ts';
import { defineRoute } from '#route.ts';
import { count, seq } from '#wire.ts';

/**
 * `missing`: a batch is not there. `changed`: it is not what was written. `unreadable`: PostgreSQL can't read it.
 * `snapshot`: one was taken of another history. `end`: the last batches are gone.
 */
const journalDamage = z
  .object({ seq, what: z.enum(['missing', 'changed', 'unreadable', 'snapshot', 'end']) })
  .meta({ id: 'JournalDamage' });
export type JournalDamage = z.infer<typeof journalDamage>;

export const verifyJournal = defineRoute({
  method: 'GET',
  path: '/operator/journal/verification',
  access: 'operator',
  purpose: 'Reads the whole journal and names the first place where it is not what was written.',
  query: verificationQuery,
  replies: {
    200: z
      .object({
        batches: count,
        /** The last command that follows from all before it, which are as many, and the hash there. */
        seq,
        endHash: z.string(),
        firstDamage: journalDamage.nullable(),
      })
      .meta({ id: 'JournalVerification' }),
    202: verificationUnderWay,
  },
  errors: [],
});
