/** What operators decide about applications, and the agents who bring investors (docs/rules/people.md#approval). */
import { z } from 'zod';
import { PAPER_STATUSES, paper } from '#entities/digital-signature.ts';
import { documentReading, ekycRecord, readingDifference } from '#entities/registration.ts';
import { defineRoute } from '#route.ts';
import { instant, listOf, opaqueId, operatorId, ownWords } from '#wire.ts';

const by = { operatorId, reason: ownWords(200).min(1) };

/** What operators do about an application, as `act list` names it. */
export const REGISTRATION_ACTS = ['approve', 'reject', 'return'] as const;
export type RegistrationAct = (typeof REGISTRATION_ACTS)[number];

/** Why an application is not approved: told to its applicant in their language, with the operator's own words beside. */
export const REGISTRATION_CAUSES = [
  'PICTURE_UNREADABLE',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_ALTERED',
  'DATA_DIFFER',
  'OTHER_PERSON',
  'TOO_YOUNG',
  'COMPANY_UNPROVEN',
] as const;
const registrationCause = z.enum(REGISTRATION_CAUSES).meta({ id: 'RegistrationCause' });
export type RegistrationCause = z.infer<typeof registrationCause>;

/** A paper that an investor has signed, or owes. */
const paperState = z
  .object({
    paper,
    version: z.iso.date(),
    status: z.enum(PAPER_STATUSES),
    /** Until when it is to be signed; null once it is. */
    deadline: instant.nullable(),
    signedAt: instant.nullable(),
    /** In the investor's words. */
    rejectReason: z.string().nullable(),
  })
  .meta({ id: 'PaperState' });
export type PaperState = z.infer<typeof paperState>;

const registrationDecision = z
  .object({
    time: instant,
    act: z.enum(REGISTRATION_ACTS),
    operatorId: z.string().max(64),
    cause: registrationCause.nullable(),
    reason: z.string().max(200),
  })
  .meta({ id: 'RegistrationDecision' });
export type RegistrationDecision = z.infer<typeof registrationDecision>;

/** An application with who has looked at it. */
const registrationCase = z
  .object({
    ...ekycRecord.shape,
    /** What was read from the pictures that the application names; null where nothing was, and in the list. */
    reading: documentReading.nullable(),
    /** Where the application says something else than its pictures. */
    differences: z.array(readingDifference).max(16),
    /** Operators who have approved so far: a business needs two. */
    approvals: z.array(z.object({ operatorId: z.string().max(64), time: instant, reason: z.string().max(200) })).max(4),
    approvalsNeeded: z.int().min(1).max(4),
    /** Newest first, of earlier applications too. */
    decisions: z.array(registrationDecision),
    papers: z.array(paperState),
  })
  .meta({ id: 'RegistrationCase' });
export type RegistrationCase = z.infer<typeof registrationCase>;

export const listRegistrations = defineRoute({
  method: 'GET',
  path: '/operator/registrations',
  access: 'operator',
  purpose: 'Lists the applications that wait for a decision, oldest first, then the newest decided ones.',
  replies: { 200: listOf(registrationCase) },
  errors: [],
});

const params = z.strictObject({ id: opaqueId });
const decision = {
  method: 'POST',
  access: 'operator',
  params,
  replies: { 200: registrationCase },
} as const;

export const readRegistrationCase = defineRoute({
  method: 'GET',
  path: '/operator/registrations/{id}',
  access: 'operator',
  purpose: 'Reads one application by the investor’s account number.',
  params,
  replies: { 200: registrationCase },
  errors: ['InvestorNotFound', 'EkycRecordNotFound'],
});

export const readRegistrationPicture = defineRoute({
  method: 'GET',
  path: '/operator/registrations/{id}/images/{imageId}',
  access: 'operator',
  audit: 'before-reply',
  purpose: 'Shows an operator a picture of an application; every look is audited.',
  params: z.strictObject({ id: opaqueId, imageId: opaqueId }),
  /** Who looks. */
  query: z.strictObject({ operatorId }),
  content: 'image/jpeg',
  replies: {},
  errors: ['InvestorNotFound', 'EkycRecordNotFound', 'FileNotFound'],
});

export const approveRegistration = defineRoute({
  ...decision,
  path: '/operator/registrations/{id}/approve',
  purpose:
    'Approves an application; where two people must, the second one’s approval counts; again when only the sub-account is missing.',
  body: z.strictObject(by).meta({ id: 'ApproveRegistrationRequest' }),
  errors: [
    'InvestorNotFound',
    'EkycRecordNotFound',
    'RegistrationNotPending',
    'SecondPersonRequired',
    'InvestorTradingAccountLoginFailed',
  ],
});

export const rejectRegistration = defineRoute({
  ...decision,
  path: '/operator/registrations/{id}/reject',
  purpose: 'Refuses an application, which is told with the cause and the reason; its applicant may apply again.',
  body: z.strictObject({ ...by, cause: registrationCause.optional() }).meta({ id: 'RejectRegistrationRequest' }),
  errors: ['InvestorNotFound', 'EkycRecordNotFound', 'RegistrationNotPending'],
});

export const returnRegistration = defineRoute({
  ...decision,
  path: '/operator/registrations/{id}/return',
  purpose: 'Gives an application back for what is missing, which the cause and the reason say.',
  body: z.strictObject({ ...by, cause: registrationCause.optional() }).meta({ id: 'ReturnRegistrationRequest' }),
  errors: ['InvestorNotFound', 'EkycRecordNotFound', 'RegistrationNotPending'],
});

const agent = z
  .object({ agentCode: z.string().max(32), name: z.string().max(200), branch: z.string().max(200), addedAt: instant })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof agent>;

export const listAgents = defineRoute({
  method: 'GET',
  path: '/operator/agents',
  access: 'operator',
  purpose: 'Lists the agents of the broker by code.',
  replies: { 200: listOf(agent) },
  errors: [],
});

export const addAgent = defineRoute({
  method: 'POST',
  path: '/operator/agents',
  access: 'operator',
  purpose: 'Adds an agent whose code investors may name when they sign up.',
  body: z
    .strictObject({
      agentCode: z.string().regex(/^[A-Z0-9-]{2,32}$/),
      name: ownWords(200).min(1),
      branch: ownWords(200).min(1),
      ...by,
    })
    .meta({ id: 'AddAgentRequest' }),
  replies: { 201: agent },
  errors: ['DatabaseDuplicateKey'],
});
