/** The investor's own account at a bank (docs/rules/entities.md#bank-account). */
import { z } from 'zod';
import { opaqueId } from '#wire.ts';

/** `bank` is the bank's code, as in the list of banks. */
export const bankAccount = z
  .object({
    bankAccountId: opaqueId,
    accountNumber: z.string().max(32).regex(/^\d+$/),
    holderName: z.string().max(200),
    bank: z.string().max(16),
    branch: z.string().max(200).nullable(),
  })
  .meta({ id: 'BankAccount' });
export type BankAccount = z.infer<typeof bankAccount>;
