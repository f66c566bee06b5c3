/** Money on its way in: the accounts that take it, and what an investor was asked to pay (docs/rules/margin-and-money.md#deposits). */
import { z } from 'zod';
import { instant, moneyText, opaqueId } from '#wire.ts';

export const bankId = z
  .string()
  .regex(/^[a-z0-9-]{2,32}$/)
  .meta({ id: 'BankId' });

/** An account of the broker's at a bank that tells us of every payment. */
export const depositBank = z
  .object({
    bankId,
    name: z.string().min(1).max(60),
    branch: z.string().min(1).max(60),
    bin: z.string().regex(/^\d{6}$/),
    accountNumber: z.string().regex(/^[A-Z0-9]{4,19}$/),
    holder: z.string().min(1).max(100),
  })
  .meta({ id: 'DepositBank' });
export type DepositBank = z.infer<typeof depositBank>;

/**
 * - `WAITING`: nothing has come
 * - `CHECKING`: money has come that is not what was asked for, an operator looks at it
 * - `CREDITED`: it is in the sub-account
 * - `RETURNED`: it was sent back
 * - `EXPIRED`: nothing has come in time; what comes now is looked at
 */
export const DEPOSIT_STATUSES = ['WAITING', 'CHECKING', 'CREDITED', 'RETURNED', 'EXPIRED'] as const;
const depositStatus = z.enum(DEPOSIT_STATUSES).meta({ id: 'DepositStatus' });
export type DepositStatus = z.infer<typeof depositStatus>;

export const deposit = z
  .object({
    depositId: opaqueId,
    accountId: opaqueId,
    /** What was asked for. */
    amount: moneyText,
    bank: depositBank,
    /** By which the payment is recognised: `NAP 7K3M9Q`. */
    memo: z.string().max(25),
    /** VietQR of account, sum and memo. */
    qrPayload: z.string().max(300),
    status: depositStatus,
    createdAt: instant,
    expiresAt: instant,
    /** What came into the sub-account, and when; null until then. */
    received: moneyText.nullable(),
    creditedAt: instant.nullable(),
    /** What came under its memo and is being looked at, whatever its own status is; null if nothing is. */
    checking: moneyText.nullable(),
  })
  .meta({ id: 'Deposit' });
export type Deposit = z.infer<typeof deposit>;
