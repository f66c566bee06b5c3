/** Contracts to sign (docs/rules/people.md#digital-contracts). Whoever signs names the bytes that they saw. */
import { z } from 'zod';
import { digitalSignature, documentCheck, documentHash } from '#entities/digital-signature.ts';
import { taskflow } from '#entities/security.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId, ownWords } from '#wire.ts';

export const listDigitalSignatures = defineRoute({
  method: 'GET',
  path: '/investor/digital-signatures',
  access: 'investor',
  purpose: 'Lists the papers of the acting investor, those to sign first, all in one page.',
  replies: { 200: listOf(digitalSignature) },
  errors: [],
});

const params = z.strictObject({ signatureId: opaqueId });

export const readSignedDocument = defineRoute({
  method: 'GET',
  path: '/investor/digital-signatures/{signatureId}/document',
  access: 'investor',
  purpose: 'Sends the paper as a PDF: the one to sign, or the signed one.',
  params,
  query: z.strictObject({ language: z.enum(['vi', 'en']).optional() }),
  content: 'application/pdf',
  replies: {},
  errors: ['FileNotFound'],
});

export const signDocument = defineRoute({
  method: 'POST',
  path: '/investor/digital-signatures/{signatureId}/customer-sign',
  access: 'investor',
  purpose: 'Asks for the code that signs exactly the bytes with this hash.',
  params,
  body: z.strictObject({ documentHash, language: z.enum(['vi', 'en']) }).meta({ id: 'SignDocumentRequest' }),
  replies: { 202: taskflow },
  errors: ['FileNotFound', 'DocumentChanged', 'DocumentAlreadySigned'],
});

export const rejectDocument = defineRoute({
  method: 'POST',
  path: '/investor/digital-signatures/{signatureId}/customer-reject',
  access: 'investor',
  purpose: 'Asks for the code that refuses to sign, with a reason.',
  params,
  body: z.strictObject({ reason: ownWords(200).min(1) }).meta({ id: 'RejectDocumentRequest' }),
  replies: { 202: taskflow },
  errors: ['FileNotFound', 'DocumentChanged', 'DocumentAlreadySigned'],
});

export const checkDocument = defineRoute({
  method: 'GET',
  path: '/verify/{documentHash}',
  access: 'public',
  purpose: 'Tells anybody whether a file with this hash was signed here.',
  params: z.strictObject({ documentHash }),
  replies: { 200: documentCheck },
  errors: [],
});
