/** What operators see of the contracts that investors sign (docs/rules/people.md#digital-contracts). */
import { z } from 'zod';
import { PAPER_STATUSES, paper } from '#entities/digital-signature.ts';
import { defineRoute } from '#route.ts';
import { cursor, instant, limitText, listOf, opaqueId } from '#wire.ts';

const signedContract = z
  .object({
    id: opaqueId,
    investorId: opaqueId,
    investorName: z.string().max(200),
    paper,
    /** The date of the text's version. */
    version: z.iso.date(),
    status: z.enum(PAPER_STATUSES),
    openedAt: instant,
    /** From then on its investor takes no new risk, until it is signed. */
    dueAt: instant,
    signedAt: instant.nullable(),
    rejectedAt: instant.nullable(),
    rejectReason: z.string().max(200).nullable(),
    /** SHA-256 of the signed file, once there is one. */
    documentHash: z.string().max(64).nullable(),
  })
  .meta({ id: 'SignedContract' });
export type SignedContract = z.infer<typeof signedContract>;

export const listSignedContracts = defineRoute({
  method: 'GET',
  path: '/operator/contracts',
  access: 'operator',
  purpose: 'Lists the contracts of all investors, those opened last first: who has to sign, has signed, or refuses to.',
  query: z.strictObject({
    status: z.enum(PAPER_STATUSES).optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(signedContract) },
  errors: [],
});
