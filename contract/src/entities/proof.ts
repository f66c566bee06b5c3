/**
 * What is published of each day, and what a statement carries, so that anybody can check a balance without us
 * (docs/rules/proof.md). Sums are decimal text of whole dong, hashes, keys and signatures lower-case hex.
 */
import { z } from 'zod';
import { instant, moneyText, tradeDate } from '#wire.ts';

export const PROOF_KINDS = ['demo', 'live'] as const;
export const proofKind = z.enum(PROOF_KINDS);
export type ProofKind = z.infer<typeof proofKind>;

export const hashText = z.string().regex(/^[0-9a-f]{64}$/);
/** A public key of Ed25519, its 32 bytes. */
export const proofKey = z
  .string()
  .length(64)
  .regex(/^[0-9a-f]+$/);
const signatureText = z.string().regex(/^[0-9a-f]{128}$/);
export const saltText = z.string().regex(/^[0-9a-f]{32}$/);

/** A sum in a tree: up to 2^127, which is more digits than money on the wire has. */
const sumText = z
  .string()
  .max(40)
  .regex(/^(?:0|-?[1-9]\d*)$/);

/** A sub-account at the close of a trade date. A position's average has four decimals of a tick. */
export const closingData = z
  .strictObject({
    accountId: z.string().min(1).max(64),
    cash: moneyText,
    date: tradeDate,
    estimatedProfit: moneyText,
    heldWithdrawals: moneyText,
    positions: z.array(
      z.strictObject({
        contractCode: z.string().min(1).max(32),
        lots: z.int(),
        averageTicks: z.string().regex(/^-?\d{1,12}\.\d{4}$/),
        settlementTicks: z.int().nullable(),
      }),
    ),
    required: moneyText,
  })
  .meta({ id: 'ClosingData' });
export type ClosingData = z.infer<typeof closingData>;

/** A day of one kind of accounts, as it is hashed and signed. */
export const proofDay = z
  .strictObject({
    accounts: z.int().min(0),
    date: tradeDate,
    deficits: sumText,
    /** Balances of the broker's own ledger accounts; `deficit` is what sub-accounts owe, all together. */
    house: z.record(z.string(), sumText),
    installation: z.string().min(1).max(64),
    /** Of the journal's batch in which `lastSeq` stands. */
    journalHash: hashText,
    kind: proofKind,
    lastSeq: z.int().min(0),
    liabilities: sumText,
    /** The hash of the day before; 64 zeros at first. */
    previousDay: hashText,
    /** Dong for one unit of each currency. */
    rates: z.record(z.string(), z.string().regex(/^\d{1,15}\.\d{4}$/)),
    root: hashText,
    /** Of the list of settlement prices. */
    settlements: hashText,
    /** A key that may sign from the next day on. */
    nextKey: proofKey.optional(),
  })
  .meta({ id: 'ProofDay' });
export type ProofDay = z.infer<typeof proofDay>;

export const signedDay = z
  .strictObject({ day: proofDay, dayHash: hashText, signature: signatureText, key: proofKey })
  .meta({ id: 'SignedDay' });
export type SignedDay = z.infer<typeof signedDay>;

export const pathStep = z.strictObject({
  side: z.enum(['L', 'R']),
  hash: hashText,
  liability: sumText,
  deficit: sumText,
});

/** From a sub-account's closing figures to the signed day. */
export const balanceProof = signedDay
  .extend({ data: closingData, salt: saltText, path: z.array(pathStep).max(64) })
  .meta({ id: 'BalanceProof' });
export type BalanceProof = z.infer<typeof balanceProof>;

/** A line of the days that are published. */
export const publishedDay = z
  .object({
    date: tradeDate,
    dayHash: hashText,
    accounts: z.int().min(0),
    liabilities: sumText,
    deficits: sumText,
    signedAt: instant,
  })
  .meta({ id: 'PublishedDay' });
export type PublishedDay = z.infer<typeof publishedDay>;
