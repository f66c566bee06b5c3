/** A change of a sub-account's cash (docs/rules/entities.md#transaction). */
import { z } from 'zod';
import { fill } from '#entities/fill.ts';
import { instant, moneyText, opaqueId } from '#wire.ts';

export const TRANSACTION_TYPES = [
  'DEPOSIT',
  'WITHDRAW',
  'WITHDRAW_RETURNED',
  'TRANSACTION_FEE',
  'PACKAGE_FEE',
  'ACTUAL_PROFIT',
  'COPY_FEE',
  'PERFORMANCE_FEE',
  'COPY_EARNINGS',
  'TRANSFER',
  'DEFICIT_COVERED',
  'DEFICIT_REPAID',
] as const;

/**
 * `amount` in dong with its sign for the sub-account, `balance` the cash after it; `note` is an identifier or the payer's
 * memo, not a sentence.
 */
export const transaction = z
  .object({
    transactionId: opaqueId,
    accountId: opaqueId,
    type: z.enum(TRANSACTION_TYPES),
    amount: moneyText,
    balance: moneyText,
    timestamp: instant,
    note: z.string().max(200),
    /** The trade that a fee or a profit is of; null for anything else, and for a settlement without a trade. */
    fill: fill.pick({ contractCode: true, side: true, lots: true, price: true }).nullable(),
  })
  .meta({ id: 'Transaction' });
export type Transaction = z.infer<typeof transaction>;
