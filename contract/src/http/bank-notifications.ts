/** The bank's word that money has come (docs/operating/README.md#deposits), and what operators do with what fits nothing. */
import { z } from 'zod';
import { deposit } from '#entities/deposit.ts';
import { defineRoute } from '#route.ts';
import { cursor, instant, limitText, listOf, moneyText, opaqueId, operatorId, ownWords } from '#wire.ts';

/**
 * - `MATCHED`: it belongs to a sub-account, and is on its way there
 * - `CREDITED`, `RETURNED`: it is over
 * - `QUEUED`: an operator says what becomes of it
 */
const bankNotificationStatus = z.enum(['MATCHED', 'CREDITED', 'QUEUED', 'RETURNED']).meta({
  id: 'BankNotificationStatus',
});
export type BankNotificationStatus = z.infer<typeof bankNotificationStatus>;

/** Why it can't be credited by itself. */
const QUEUE_CAUSES = [
  'UNKNOWN_MEMO',
  'WRONG_SUM',
  'WRONG_ACCOUNT',
  'TOO_LATE',
  /** Its booking lies in the future. */
  'TOO_EARLY',
  'PAID_AGAIN',
  'INVESTOR_SUSPENDED',
  'INVESTOR_DELETED',
  'OTHER_KIND',
] as const;
const queueCause = z.enum(QUEUE_CAUSES).meta({ id: 'QueueCause' });
export type QueueCause = z.infer<typeof queueCause>;

/** No bank transfers more at once, and the sum of whatever waits still is a sum of money on the wire. */
export const transferredSum = moneyText.regex(/^[1-9]\d{0,14}$/);

const bankNotification = z
  .strictObject({
    /** The bank's own, by which a payment is told twice and booked once. */
    notificationId: opaqueId,
    bankId: opaqueId,
    accountNumber: z.string().regex(/^[A-Za-z0-9]{1,34}$/),
    amount: transferredSum,
    /** As the bank has it: cut, in capitals, with words of its own around it. */
    memo: z.string().max(500),
    bookedAt: z.iso.datetime({ offset: true }),
  })
  .meta({ id: 'BankNotification' });
export type BankNotification = z.infer<typeof bankNotification>;

/** `sha256=` and the HMAC-SHA256 of the raw body in hex, with the secret that bank and broker share. */
export const SIGNATURE_HEADER = 'x-signature';

export const notifyOfPayment = defineRoute({
  method: 'POST',
  path: '/bank/notifications',
  access: 'bank',
  purpose: 'Takes the bank’s word of one payment; the same again changes nothing.',
  body: bankNotification,
  replies: {
    200: z.object({ notificationId: opaqueId, status: bankNotificationStatus }).meta({ id: 'TakenNotification' }),
  },
  /** IDEMPOTENCY_MISMATCH: the id was used for another payment. */
  errors: ['IDEMPOTENCY_MISMATCH'],
});

const DECISIONS = ['assign', 'return'] as const;

const decision = z
  .object({
    act: z.enum(DECISIONS),
    /** Of `assign`. */
    accountId: opaqueId.nullable(),
    operatorId: z.string().max(64),
    reason: z.string().max(200),
    time: instant,
  })
  .meta({ id: 'BankNotificationDecision' });
export type BankNotificationDecision = z.infer<typeof decision>;

/** A payment with what was made of it. */
const bankNotificationCase = z
  .object({
    notificationId: opaqueId,
    bankId: z.string().max(64),
    accountNumber: z.string().max(34),
    amount: moneyText,
    memo: z.string().max(500),
    bookedAt: instant,
    receivedAt: instant,
    status: bankNotificationStatus,
    /** Null of what was credited by itself. */
    cause: queueCause.nullable(),
    /** Whose memo it came under. */
    depositId: opaqueId.nullable(),
    /** Where it was credited, or is about to be. */
    accountId: opaqueId.nullable(),
    settledAt: instant.nullable(),
    /** Oldest first; an act that is not decided yet is the last. */
    decisions: z.array(decision),
    /** How many people must want the same. */
    decisionsNeeded: z.int().min(1).max(2),
  })
  .meta({ id: 'BankNotificationCase' });
export type BankNotificationCase = z.infer<typeof bankNotificationCase>;

export const listBankNotifications = defineRoute({
  method: 'GET',
  path: '/operator/bank-notifications',
  access: 'operator',
  purpose: 'Lists the payments that wait for an operator, oldest first, then the newest others.',
  replies: { 200: listOf(bankNotificationCase) },
  errors: [],
});

const by = { operatorId, reason: ownWords(200).min(1) };
const decided = {
  method: 'POST',
  access: 'operator',
  params: z.strictObject({ id: opaqueId }),
  replies: { 200: bankNotificationCase },
} as const;

export const assignBankNotification = defineRoute({
  ...decided,
  path: '/operator/bank-notifications/{id}/assign',
  purpose: 'Credits a payment to a sub-account; above a limit the second person who says so decides.',
  body: z.strictObject({ accountId: opaqueId, ...by }).meta({ id: 'AssignBankNotificationRequest' }),
  /** Unprocessable: it is decided. SyncAccountFailed: decided, and not in the account yet; it gets there by itself. */
  errors: ['Unprocessable', 'SecondPersonRequired', 'DemoLiveMismatch', 'InvestorDeleted', 'SyncAccountFailed'],
});

export const returnBankNotification = defineRoute({
  ...decided,
  path: '/operator/bank-notifications/{id}/return',
  purpose: 'Notes that a payment goes back to whoever sent it; above a limit the second person who says so decides.',
  body: z.strictObject(by).meta({ id: 'ReturnBankNotificationRequest' }),
  errors: ['Unprocessable', 'SecondPersonRequired'],
});

export const listAllDeposits = defineRoute({
  method: 'GET',
  path: '/operator/deposits',
  access: 'operator',
  purpose: 'Lists the deposits of all sub-accounts, newest first.',
  query: z.strictObject({ cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(deposit) },
  errors: [],
});
