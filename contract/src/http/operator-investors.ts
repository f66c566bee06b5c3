/**
 * Operators' decisions about a person: suspending, resuming, and a deletion request (docs/rules/people.md#deletion).
 * Each act has a name and a reason and is stored in its own table; as it is no trading act, the journal does not
 * contain it.
 */
import { z } from 'zod';
import { defineRoute } from '#route.ts';
import { instant, listOf, opaqueId, ownWords } from '#wire.ts';

export const INVESTOR_ACTS = ['suspend', 'resume', 'delete', 'keep'] as const;
export type InvestorAct = (typeof INVESTOR_ACTS)[number];

const request = z.strictObject({
  /** `108C000001` */
  investorId: opaqueId,
  operatorId: ownWords(64).min(1),
  reason: ownWords(200).min(1),
});

/** An investor with an open or past case. */
const investorCase = z
  .object({
    investorId: opaqueId,
    fullName: z.string().max(200),
    isSuspended: z.boolean(),
    deletionRequestedAt: instant.nullable(),
    deletedAt: instant.nullable(),
    lastAct: z
      .object({ time: instant, act: z.enum(INVESTOR_ACTS), operatorId: z.string(), reason: z.string() })
      .nullable(),
  })
  .meta({ id: 'InvestorCase' });
export type InvestorCase = z.infer<typeof investorCase>;

export const listInvestorCases = defineRoute({
  method: 'GET',
  path: '/operator/investors',
  access: 'operator',
  purpose: 'Lists who asked for deletion, is suspended or deleted, those that wait for a decision first.',
  replies: { 200: listOf(investorCase) },
  errors: [],
});

export const suspendInvestor = defineRoute({
  method: 'POST',
  path: '/operator/investors/suspend',
  access: 'operator',
  purpose: 'Suspends an investor: ends every session, and no sign-in until resumed; again is no mistake.',
  body: request.meta({ id: 'SuspendInvestorRequest' }),
  replies: { 200: investorCase },
  errors: ['UserNotFound', 'InvestorDeleted'],
});

export const resumeInvestor = defineRoute({
  method: 'POST',
  path: '/operator/investors/resume',
  access: 'operator',
  purpose: 'Lets a suspended investor in again; once more is no mistake.',
  body: request.meta({ id: 'ResumeInvestorRequest' }),
  replies: { 200: investorCase },
  errors: ['UserNotFound', 'InvestorDeleted'],
});

export const deleteInvestor = defineRoute({
  method: 'POST',
  path: '/operator/investors/delete',
  access: 'operator',
  purpose:
    'Grants a request for deletion: nobody signs in as this investor any more, the records stay as the law asks.',
  body: request.meta({ id: 'DeleteInvestorRequest' }),
  replies: { 200: investorCase },
  errors: ['UserNotFound', 'InvestorDeleted', 'AccountDeletionNotPending', 'AccountDeletionNotAllowed'],
});

export const keepInvestor = defineRoute({
  method: 'POST',
  path: '/operator/investors/keep',
  access: 'operator',
  purpose: 'Refuses a request for deletion.',
  body: request.meta({ id: 'KeepInvestorRequest' }),
  replies: { 200: investorCase },
  errors: ['UserNotFound', 'InvestorDeleted', 'AccountDeletionNotPending'],
});
