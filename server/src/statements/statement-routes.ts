/** Statements of a sub-account (docs/rules/proof.md#statements). */
import { listStatements, readStatement, readStatementCsv, readStatementPdf } from '@mua/contract/http/statements';
import { LIMITS } from '@mua/contract/limits';
import { pageSize } from '@mua/contract/wire';
import { type Bind, content, ok } from '#http/bind-route.ts';
import { requesterOf } from '#identity/sessions/requester.ts';
import type { SignedStatements } from '#statements/signed-statements.ts';
import { statementCsv } from '#statements/statement-csv.ts';
import type { Statements } from '#statements/statements.ts';

export function bindStatementRoutes(bind: Bind, statements: Statements, signed: SignedStatements): void {
  bind(listStatements, async ({ params, query }) => {
    const { unit, cursor, limit } = query;
    return ok(await statements.list(params.accountId, { unit, cursor, limit: pageSize(limit) }));
  });
  bind(readStatement, async ({ params: { accountId, period } }) => {
    const file = await statements.read(accountId, period);
    return content(Buffer.from(JSON.stringify(file)), `${accountId}-${period}.json`);
  });
  bind(readStatementCsv, async ({ params: { accountId, period } }) => {
    const { statement } = await statements.read(accountId, period);
    return content(Buffer.from(statementCsv(statement)), `${accountId}-${period}.csv`);
  });
  bind(readStatementPdf, async ({ params: { accountId, period }, query, request }) => {
    const language = query.language ?? requesterOf(request).language ?? LIMITS.defaultLanguage;
    const paper = await statements.readPaper(accountId, period);
    return content(await signed.print({ ...paper, language }), `${accountId}-${period}.pdf`);
  });
}
