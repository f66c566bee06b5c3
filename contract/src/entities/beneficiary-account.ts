/** An account that withdrawals can be paid to (docs/rules/entities.md#bank-account). */
import { z } from 'zod';
import { instant, opaqueId } from '#wire.ts';

export const beneficiaryAccount = z
  .object({
    beneficiaryAccountId: opaqueId,
    beneficiaryAccountNumber: z.string().max(32).regex(/^\d+$/),
    accountName: z.string().max(200),
    bankCode: z.string().max(16),
    /** A new one can be used from then on; null when it can already. */
    usableFrom: instant.nullable(),
  })
  .meta({ id: 'BeneficiaryAccount' });
export type BeneficiaryAccount = z.infer<typeof beneficiaryAccount>;
