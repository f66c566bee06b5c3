/** Whether a payment is what a deposit asked for. Pure: one line for each reason why an operator must look at it. */
import type { DepositBank } from '@mua/contract/entities/deposit';
import type { QueueCause } from '@mua/contract/http/bank-notifications';
import { LIMITS } from '@mua/contract/limits';

export interface Payment {
  readonly bankId: string;
  readonly accountNumber: string;
  readonly amountVnd: bigint;
  readonly bookedMs: number;
  readonly receivedMs: number;
}

/** The deposit whose memo the payment carries, and how its owner stands. */
export interface Claim {
  readonly bank: Pick<DepositBank, 'bankId' | 'accountNumber'>;
  readonly amountVnd: bigint;
  readonly expiresMs: number;
  readonly isPaid: boolean;
  readonly isSuspended: boolean;
  readonly isDeleted: boolean;
  /** A demo bank pays demo sub-accounts, a real one real sub-accounts. */
  readonly isOfThisKind: boolean;
}

/** Null: it is credited by itself. */
export function whyQueued(payment: Payment, claim: Claim | undefined, isOurAccount: boolean): QueueCause | null {
  if (!isOurAccount) return 'WRONG_ACCOUNT';
  if (!claim) return 'UNKNOWN_MEMO';
  if (claim.bank.bankId !== payment.bankId || claim.bank.accountNumber !== payment.accountNumber)
    return 'WRONG_ACCOUNT';
  if (claim.isPaid) return 'PAID_AGAIN';
  if (claim.isDeleted) return 'INVESTOR_DELETED';
  if (claim.isSuspended) return 'INVESTOR_SUSPENDED';
  if (!claim.isOfThisKind) return 'OTHER_KIND';
  if (claim.amountVnd !== payment.amountVnd) return 'WRONG_SUM';
  if (payment.bookedMs >= claim.expiresMs) return 'TOO_LATE';
  // Nobody can replay what was signed long ago as if it were new.
  if (payment.receivedMs - payment.bookedMs > LIMITS.bankNotificationLateMs) return 'TOO_LATE';
  // No bank books what has not happened, and such a word would never grow old.
  if (payment.bookedMs - payment.receivedMs > LIMITS.bankNotificationEarlyMs) return 'TOO_EARLY';
  return null;
}
