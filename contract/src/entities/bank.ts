/** A bank that money can be sent to (docs/rules/margin-and-money.md#beneficiaries). */
import { z } from 'zod';
import { localName } from '#wire.ts';

export const bankCode = z
  .string()
  .min(1)
  .max(16)
  .regex(/^[A-Za-z0-9]+$/);

export const bank = z
  .object({
    bankCode,
    /** The number that a VietQR code names it by. */
    bin: z.string().regex(/^\d{6}$/),
    shortName: z.string().max(64),
    name: localName,
  })
  .meta({ id: 'Bank' });
export type Bank = z.infer<typeof bank>;
