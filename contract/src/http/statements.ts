/** Statements of a sub-account, by day, month and year, each with the proof of its last day (docs/rules/proof.md). */
import { z } from 'zod';
import { statementLine, statementPeriod } from '#entities/statement.ts';
import { defineRoute } from '#route.ts';
import { cursor, limitText, listOf, opaqueId } from '#wire.ts';

const params = z.strictObject({ accountId: opaqueId, period: statementPeriod });
/** Absent: the one that the investor’s browser asks for. */
const language = z.strictObject({ language: z.enum(['vi', 'en']).optional() });

export const STATEMENT_UNITS = ['day', 'month', 'year'] as const;

export const listStatements = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/statements',
  access: 'account',
  purpose: 'Lists the days, months or years of which a sub-account has a statement, newest first.',
  params: params.omit({ period: true }),
  query: z.strictObject({
    unit: z.enum(STATEMENT_UNITS),
    cursor: cursor.optional(),
    limit: limitText.optional(),
  }),
  replies: { 200: listOf(statementLine) },
  errors: [],
});

export const readStatement = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/statements/{period}.json',
  access: 'account',
  purpose: 'Sends the statement of a day, a month or a year with its proof, as anybody can check it.',
  params,
  content: 'application/json',
  replies: {},
  errors: [],
});

export const readStatementCsv = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/statements/{period}.csv',
  access: 'account',
  purpose: 'Sends the movements of a statement as a table.',
  params,
  content: 'text/csv',
  replies: {},
  errors: [],
});

export const readStatementPdf = defineRoute({
  method: 'GET',
  path: '/investor/accounts/{accountId}/statements/{period}.pdf',
  access: 'account',
  purpose: 'Sends the statement as a signed PDF, which carries the JSON as an attachment.',
  params,
  query: language,
  content: 'application/pdf',
  replies: {},
  errors: [],
});
