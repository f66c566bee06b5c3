/** The person or business that signs in, with their own data (docs/rules/people.md#investors). */
import { z } from 'zod';
import { instant, opaqueId } from '#wire.ts';

export const INVESTOR_STATUSES = [
  'DRAFT',
  'PENDING',
  'PENDING_ACTIVATE',
  'ACTIVE',
  'INACTIVE',
  'INCOMPLETE',
  'REJECTED',
] as const;
/** What a status asks of its investor next; the client has a text for each. */
export const NEXT_STEPS = {
  DRAFT: 'FINISH_APPLICATION',
  PENDING: 'WAIT_FOR_REVIEW',
  PENDING_ACTIVATE: 'SIGN_PAPERS',
  ACTIVE: 'TRADE',
  INACTIVE: 'CONTACT_SUPPORT',
  INCOMPLETE: 'COMPLETE_DETAILS',
  REJECTED: 'APPLY_AGAIN',
} as const satisfies Readonly<Record<(typeof INVESTOR_STATUSES)[number], string>>;

/** Letters of what an investor is told of a decision: a cause of the catalogue and the operator's own words. */
export const STATUS_REASON_MAX = 320;

export const investorStatus = z.enum(INVESTOR_STATUSES).meta({ id: 'InvestorStatus' });
export type InvestorStatus = z.infer<typeof investorStatus>;

/**
 * How a status is displayed (docs/rules/people.md#investors). For "pending" the reason and the next step are shown too.
 */
export const DISPLAYED_STATUS = {
  DRAFT: 'pending',
  PENDING: 'pending',
  PENDING_ACTIVATE: 'pending',
  INCOMPLETE: 'pending',
  REJECTED: 'pending',
  ACTIVE: 'active',
  INACTIVE: 'inactive',
} as const satisfies Readonly<Record<InvestorStatus, 'pending' | 'active' | 'inactive'>>;

export const INVESTOR_KINDS = ['individual', 'business'] as const;

/** Personal and contact data. */
export const contactData = z
  .object({ phoneNumber: z.string().max(16), email: z.string().max(254) })
  .meta({ id: 'ContactData' });
export type ContactData = z.infer<typeof contactData>;

export const investor = z
  .object({
    userId: opaqueId,
    /** `108C000001`, the account number, with which one can sign in. */
    investorCode: z.string().max(32),
    fullName: z.string().max(200),
    /** Decides the margin factor. */
    kind: z.enum(INVESTOR_KINDS),
    status: investorStatus,
    /** An operator's words for a return, a refusal or a suspension; null where there is nothing to say. */
    statusReason: z.string().max(STATUS_REASON_MAX).nullable(),
    /** What the investor does next, a code (NEXT_STEPS); null where the status says it all. */
    nextStep: z.string().max(64).nullable(),
    ...contactData.shape,
    lastSignInAt: instant.nullable(),
  })
  .meta({ id: 'Investor' });
export type Investor = z.infer<typeof investor>;
