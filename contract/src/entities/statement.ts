/**
 * A sub-account over a day, a month or a year: opening, every movement, closing, and what was traded meanwhile. Its JSON
 * is the one text that page, CSV and PDF are made of, and it carries the proof of its last day.
 */
import { z } from 'zod';
import { fill } from '#entities/fill.ts';
import { order } from '#entities/order.ts';
import { settledPosition } from '#entities/position.ts';
import { balanceProof, closingData, hashText, proofKind } from '#entities/proof.ts';
import { transaction } from '#entities/transaction.ts';
import { contractCode, currencyCode, currencyText, moneyText, percentText, priceText, tradeDate } from '#wire.ts';

/** `2026-11-20`, `2026-11` or `2026`. */
export const statementPeriod = z.string().regex(/^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/);

/** An open position as it stood when the last date ended. */
export const closingPosition = z
  .object({
    contractCode,
    /** Above 0 long, below 0 short. */
    lots: z.int(),
    averagePrice: priceText,
    settlementPrice: priceText.nullable(),
    currency: currencyCode,
  })
  .meta({ id: 'ClosingPosition' });
export type ClosingPosition = z.infer<typeof closingPosition>;

export const statement = z
  .object({
    accountId: z.string(),
    kind: proofKind,
    /** Account days, both included; a month or a year begins with its first one. */
    from: tradeDate,
    to: tradeDate,
    opening: z.object({ cash: moneyText }),
    /** Oldest first. */
    movements: z.array(transaction),
    closing: closingData,
    /** Orders that ended in the period. */
    /** Statements from before groups say nothing of them, and are what was signed. */
    orders: z.array(order.partial({ group: true })),
    fills: z.array(fill),
    closedTrades: z.array(settledPosition),
    positions: z.array(closingPosition),
    margin: z.object({
      equity: moneyText,
      required: moneyText,
      available: moneyText,
      /** Null where nothing is required. */
      ratio: percentText.nullable(),
    }),
    /** Dong for one unit of each currency. */
    rates: z.array(z.object({ currency: currencyCode, rate: currencyText })),
  })
  .meta({ id: 'Statement' });
export type Statement = z.infer<typeof statement>;

export const statementFile = z.strictObject({ statement, proof: balanceProof }).meta({ id: 'StatementFile' });
export type StatementFile = z.infer<typeof statementFile>;

/** A statement that can be had. */
export const statementLine = z
  .object({
    period: statementPeriod,
    from: tradeDate,
    to: tradeDate,
    cash: moneyText,
    /** Of its last day. */
    dayHash: hashText,
  })
  .meta({ id: 'StatementLine' });
export type StatementLine = z.infer<typeof statementLine>;
