/** Statements of a sub-account: which there are, one with the check of its proof, and its files. */
import type { SignedDay } from '@mua/contract/entities/proof';
import type { StatementFile } from '@mua/contract/entities/statement';
import { readProofDay, readProofKey } from '@mua/contract/http/proof';
import {
  listStatements,
  readStatement,
  readStatementCsv,
  readStatementPdf,
  type STATEMENT_UNITS,
} from '@mua/contract/http/statements';
import { LIMITS } from '@mua/contract/limits';
import { checkStatement, type StatementCheck } from '@mua/contract/proof/check-statement';
import { queryOptions } from '@tanstack/react-query';
import type { AccountActor } from '#signed-in/actor.ts';
import { callAs } from '#signed-in/actor.ts';
import { call } from '#wire/call.ts';
import { isSigned } from '#wire/ed25519.ts';
import { saveFile } from '#wire/save-file.ts';

export type StatementUnit = (typeof STATEMENT_UNITS)[number];
export type ProofKind = StatementFile['statement']['kind'];

/** Newest first. */
export function statementsQuery({ userId, accountId }: AccountActor, unit: StatementUnit) {
  return queryOptions({
    queryKey: [userId, 'statements', accountId, unit] as const,
    queryFn: async ({ signal }) => {
      const query = { unit, limit: String(LIMITS.pageSizeMax) };
      return (await callAs(userId, listStatements, { params: { accountId }, query, signal })).items;
    },
  });
}

export interface CheckedFile {
  readonly file: StatementFile;
  readonly check: StatementCheck;
}

/** `days` are those of the period: their chain is checked with it. */
export function statementQuery(
  { userId, accountId }: AccountActor,
  period: string,
  days: readonly string[] | undefined,
) {
  return queryOptions({
    queryKey: [userId, 'statement', accountId, period, days ?? null] as const,
    queryFn: async ({ signal }): Promise<CheckedFile> => {
      const bytes = await callAs(userId, readStatement, { params: { accountId, period }, signal });
      const file = JSON.parse(textOf(bytes)) as StatementFile;
      const keys = await publishedKeys(signal);
      const { kind } = file.statement;
      const signed = await Promise.all((days ?? []).map((date) => readDay(kind, date, signal)));
      return { file, check: await checkStatement(file, { isSigned, days: signed, keys }) };
    },
    enabled: days !== undefined,
    // A signed day never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export async function publishedKeys(signal?: AbortSignal): Promise<readonly string[]> {
  const { key, earlier } = await call(readProofKey, { signal });
  return [key, ...earlier];
}

export async function readDay(kind: ProofKind, date: string, signal?: AbortSignal): Promise<SignedDay> {
  return JSON.parse(textOf(await call(readProofDay, { params: { date }, query: { kind }, signal })));
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

export const STATEMENT_FORMATS = ['pdf', 'csv', 'json'] as const;
export type StatementFormat = (typeof STATEMENT_FORMATS)[number];

const ROUTES = { csv: readStatementCsv, json: readStatement };
const TYPES = { pdf: 'application/pdf', csv: 'text/csv;charset=utf-8', json: 'application/json' };

export async function downloadStatement(
  { userId, accountId }: AccountActor,
  period: string,
  format: StatementFormat,
): Promise<void> {
  const params = { accountId, period };
  const bytes =
    format === 'pdf'
      ? await callAs(userId, readStatementPdf, { params, query: {} })
      : await callAs(userId, ROUTES[format], { params });
  saveFile(`${accountId}-${period}.${format}`, new Blob([bytes], { type: TYPES[format] }));
}
