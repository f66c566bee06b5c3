/** What is published of each day (docs/rules/proof.md): for anybody, without personal data, for ever the same bytes. */
import { z } from 'zod';
import { proofKey, proofKind, publishedDay } from '#entities/proof.ts';
import { defineRoute } from '#route.ts';
import { cursor, limitText, listOf, tradeDate } from '#wire.ts';

/** Absent: the kind of accounts that the installation is for. */
const kind = proofKind.optional();

export const listProofDays = defineRoute({
  method: 'GET',
  path: '/proof/days',
  atRoot: true,
  access: 'public',
  purpose: 'Lists the signed days, newest first, and those that were not signed because they did not add up.',
  query: z.strictObject({ kind, cursor: cursor.optional(), limit: limitText.optional() }),
  replies: { 200: listOf(publishedDay).extend({ kind: proofKind, refused: z.array(tradeDate) }) },
  errors: [],
});

export const readProofDay = defineRoute({
  method: 'GET',
  path: '/proof/{date}.json',
  atRoot: true,
  access: 'public',
  purpose: 'Sends a signed day: `{day, dayHash, signature, key}`, the same bytes for ever.',
  params: z.strictObject({ date: tradeDate }),
  query: z.strictObject({ kind }),
  content: 'application/json',
  replies: {},
  errors: [],
});

export const readProofKey = defineRoute({
  method: 'GET',
  path: '/proof/key',
  atRoot: true,
  access: 'public',
  purpose: 'Tells the public key (Ed25519) that days are signed with, the one that follows, and those of earlier days.',
  replies: {
    200: z
      .object({ key: proofKey, nextKey: proofKey.nullable(), earlier: z.array(proofKey) })
      .meta({ id: 'ProofKeys' }),
  },
  errors: [],
});
