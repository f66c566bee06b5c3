/** A request to be paid money of a sub-account (docs/rules/margin-and-money.md#withdrawals). */
import { z } from 'zod';
import { beneficiaryAccount } from '#entities/beneficiary-account.ts';
import { rejection } from '#errors.ts';
import { instant, moneyText, opaqueId } from '#wire.ts';

/**
 * ASKED until the engine has answered. HELD, APPROVED: under way. PAID, REFUSED by an operator, CANCELLED by its owner,
 * MARGIN_NEEDED: given back because the sub-account's margin needed it. FAILED: never held.
 */
export const WITHDRAW_STATUSES = [
  'ASKED',
  'HELD',
  'APPROVED',
  'PAID',
  'REFUSED',
  'CANCELLED',
  'MARGIN_NEEDED',
  'FAILED',
] as const;
export const withdrawStatus = z.enum(WITHDRAW_STATUSES).meta({ id: 'WithdrawStatus' });
export type WithdrawStatus = z.infer<typeof withdrawStatus>;

/** Why an operator refuses one: told in the reader's language. */
export const WITHDRAW_CAUSES = ['HOLDER_DIFFERS', 'ACCOUNT_UNREACHABLE', 'SUSPECTED_MISUSE', 'ASKED_BY_OWNER'] as const;
export const withdrawCause = z.enum(WITHDRAW_CAUSES).meta({ id: 'WithdrawCause' });
export type WithdrawCause = z.infer<typeof withdrawCause>;

export const withdrawRequest = z
  .object({
    requestId: opaqueId,
    accountId: opaqueId,
    amount: moneyText,
    status: withdrawStatus,
    /** As it was when the code confirmed it. */
    beneficiary: beneficiaryAccount.omit({ usableFrom: true }),
    note: z.string().max(100),
    askedAt: instant,
    heldAt: instant.nullable(),
    approvedAt: instant.nullable(),
    endedAt: instant.nullable(),
    /** Who have approved so far, and how many must. */
    approvals: z.int().min(0).max(4),
    approvalsNeeded: z.int().min(1).max(4),
    /** A demo's policy decided, nobody has looked at it. */
    isByPolicy: z.boolean(),
    /** The bank's, of a payment. */
    reference: z.string().max(64).nullable(),
    /** Of a refusal: why, and the operator's words. */
    cause: withdrawCause.nullable(),
    reason: z.string().max(200).nullable(),
    /** Why it was never held. */
    failure: rejection.nullable(),
  })
  .meta({ id: 'WithdrawRequest' });
export type WithdrawRequest = z.infer<typeof withdrawRequest>;
