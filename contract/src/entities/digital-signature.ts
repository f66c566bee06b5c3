/** Papers that an investor signs by code (docs/rules/people.md#digital-contracts). */
import { z } from 'zod';
import { instant, opaqueId } from '#wire.ts';

export const PAPERS = ['ACCOUNT_OPENING', 'RISK_DISCLOSURE', 'MARGIN_AGREEMENT'] as const;
export const paper = z.enum(PAPERS).meta({ id: 'Paper' });
export type Paper = z.infer<typeof paper>;

export const PAPER_STATUSES = ['TO_SIGN', 'SIGNED', 'REJECTED'] as const;

/** SHA-256 of a file, in lower-case hex; some tools print it in capitals. */
export const documentHash = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/);

export const digitalSignature = z
  .object({
    id: opaqueId,
    paper,
    /** The date of the text's version: `2026-11-20`. */
    version: z.iso.date(),
    status: z.enum(PAPER_STATUSES),
    /** By when it is to be signed; null once it is. */
    deadline: z.iso.date().nullable(),
    signedAt: instant.nullable(),
    rejectedAt: instant.nullable(),
    /** Of exactly the bytes that are shown: those to sign, in the language of the call, or the signed file. */
    documentHash,
    /** Who signs: the investor, of a business its representative. */
    signer: z.string().max(200),
  })
  .meta({ id: 'DigitalSignature' });
export type DigitalSignature = z.infer<typeof digitalSignature>;

/** What this installation knows of a file with that hash. */
export const documentCheck = z
  .object({
    isKnown: z.boolean(),
    paper: paper.nullable(),
    version: z.iso.date().nullable(),
    signedAt: instant.nullable(),
    /** The signer with all but initials hidden: the page is public. */
    signer: z.string().max(200).nullable(),
    /** SHA-256 fingerprint of the certificate that it was signed with. */
    certificate: z.string().max(64).nullable(),
  })
  .meta({ id: 'DocumentCheck' });
export type DocumentCheck = z.infer<typeof documentCheck>;
