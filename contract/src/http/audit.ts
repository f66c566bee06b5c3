/** The audit log: who did what, for whom, by which route, with what outcome. Rows never change. */
import { z } from 'zod';
import { verificationQuery, verificationUnderWay } from '#entities/verification.ts';
import { defineRoute } from '#route.ts';
import { count, cursor, instant, limitText, listOf, opaqueId, ownWords, seq } from '#wire.ts';

/** `program`: acting by an investor's grant. */
export const ACTOR_KINDS = ['investor', 'program', 'operator', 'nobody'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

const auditLine = z
  .object({
    auditId: count,
    time: instant,
    actorKind: z.enum(ACTOR_KINDS),
    /** The investor, or the name that an operator gave. */
    actorId: z.string().nullable(),
    /** The sub-account concerned. */
    accountId: z.string().nullable(),
    /** The browser session, or the grant that a program used. */
    jarId: z.string().nullable(),
    /** The program that acted, if any. */
    clientId: z.string().nullable(),
    device: z.string(),
    address: z.string(),
    /** The route's name in this description; a program's tokens are drawn and returned by drawToken and revokeToken. */
    route: z.string(),
    status: z.int(),
    code: z.string().nullable(),
    requestId: z.string(),
    /** Of the engine's command, if one was made. */
    seq: seq.nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AuditLine' });
export type AuditLine = z.infer<typeof auditLine>;

export const listAudit = defineRoute({
  method: 'GET',
  path: '/operator/audit',
  access: 'operator',
  purpose: 'Lists what was done, newest first, of everybody or of one who did it or of one sub-account.',
  query: z.strictObject({
    actorId: ownWords(64).min(1).optional(),
    accountId: opaqueId.optional(),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(auditLine) },
  errors: ['JOURNAL_UNAVAILABLE'],
});

export const verifyAudit = defineRoute({
  method: 'GET',
  path: '/operator/audit/verification',
  access: 'operator',
  purpose: 'Walks the chain of the audit log and names the first row that does not follow from the one before.',
  query: verificationQuery,
  replies: {
    200: z
      .object({
        rows: count,
        /** To be recorded elsewhere: it reveals if the log's end was cut off. */
        endHash: z.string(),
        firstBroken: count.nullable(),
        /** The last row whose hash the journal knows: up to it nothing can be cut off or rewritten unseen. */
        notedRows: count,
      })
      .meta({ id: 'AuditVerification' }),
    202: verificationUnderWay,
  },
  errors: ['JOURNAL_UNAVAILABLE'],
});
