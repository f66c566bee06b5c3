/** The audit log for operators: reading it, and verifying its chain. */
import { type AuditLine, listAudit, verifyAudit } from '@mua/contract/http/audit';
import { pageSize } from '@mua/contract/wire';
import { type AuditRow, rowOf, type StoredRow } from '#audit/audit-row.ts';
import { type ChainToVerify, verifyChain } from '#audit/verify-chain.ts';
import { accepted, type Bind, ok } from '#http/bind-route.ts';
import { createLongRuns } from '#http/long-runs.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText } from '#wire/wire-text.ts';

export function bindAuditRoutes(
  bind: Bind,
  { pool, log, noted, answerMs }: ChainToVerify & { readonly answerMs: number },
): void {
  bind(listAudit, async ({ query }) => {
    await log.settled();
    const [before = null] = decodeCursor(query.cursor, /^audit (\d{1,15})$/) ?? [];
    const limit = pageSize(query.limit);
    const found = await pool.query<StoredRow>(
      `select * from audit_row where ($1::bigint is null or audit_id < $1)
         and ($2::text is null or actor_id = $2) and ($3::text is null or account_id = $3)
       order by audit_id desc limit $4`,
      [before, query.actorId ?? null, query.accountId ?? null, limit + 1],
    );
    const rows = found.rows.slice(0, limit).map(rowOf);
    const last = found.rows.length > limit ? rows.at(-1) : undefined;
    return ok({ items: rows.map(lineOf), nextCursor: last ? encodeCursor('audit', last.auditId) : null });
  });
  const verifications = createLongRuns(answerMs, (tell) => verifyChain({ pool, log, noted }, tell));
  bind(verifyAudit, async ({ query }) => {
    const answer = await verifications.ask(query.runId);
    return 'result' in answer ? ok(answer.result) : accepted(answer.underWay);
  });
}

function lineOf({ timeMs, previousHash: _previous, browserSessionId, ...row }: AuditRow): AuditLine {
  return { ...row, jarId: browserSessionId, time: instantText(timeMs) };
}
