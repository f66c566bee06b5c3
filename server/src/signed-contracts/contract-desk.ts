/** The contracts of all investors, as operators see them. */
import type { PAPER_STATUSES, Paper } from '@mua/contract/entities/digital-signature';
import { listSignedContracts, type SignedContract } from '@mua/contract/http/operator-contracts';
import { pageSize } from '@mua/contract/wire';
import type pg from 'pg';
import { type Bind, ok } from '#http/bind-route.ts';
import { decodeCursor, encodeCursor } from '#wire/page-cursor.ts';
import { instantText, storedInstant } from '#wire/wire-text.ts';

type PaperStatus = (typeof PAPER_STATUSES)[number];

interface Row {
  readonly signature_id: string;
  readonly investor_id: string;
  readonly full_name: string;
  readonly paper: Paper;
  readonly version: string;
  readonly status: PaperStatus;
  readonly opened_ms: bigint;
  readonly due_ms: bigint;
  readonly signed_ms: bigint | null;
  readonly rejected_ms: bigint | null;
  readonly reject_reason: string | null;
  readonly file_hash: string | null;
}

const CONTRACTS = `
  select signature_id, investor_id, full_name, paper, version, opened_ms, due_ms, signed_ms, rejected_ms, reject_reason,
    file_hash, case when signed_ms is not null then 'SIGNED' when rejected_ms is not null then 'REJECTED'
      else 'TO_SIGN' end as status
  from signed_paper join investor using (investor_id)`;

export function bindContractDesk(bind: Bind, pool: pg.Pool): void {
  bind(listSignedContracts, async ({ query: { status, cursor, limit } }) =>
    ok(await listContracts(pool, { status, cursor, limit: pageSize(limit) })),
  );
}

async function listContracts(
  pool: pg.Pool,
  page: { readonly status: PaperStatus | undefined; readonly cursor: string | undefined; readonly limit: number },
): Promise<{ readonly items: SignedContract[]; readonly nextCursor: string | null }> {
  const { status = null, cursor, limit } = page;
  const [openedMs = null, id = null] = decodeCursor(cursor, /^contract (\d{1,15}) ([0-9a-f]{32})$/) ?? [];
  const found = await pool.query<Row>(
    `select * from (${CONTRACTS}) contracts
     where ($1::text is null or status = $1) and ($2::bigint is null or (opened_ms, signature_id) < ($2, $3))
     order by opened_ms desc, signature_id desc limit $4`,
    [status, openedMs, id, limit + 1],
  );
  const rows = found.rows.slice(0, limit);
  const last = found.rows.length > limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(contractOf),
    nextCursor: last ? encodeCursor('contract', last.opened_ms, last.signature_id) : null,
  };
}

function contractOf(row: Row): SignedContract {
  const { signature_id: id, investor_id: investorId, full_name: investorName, paper, version, status } = row;
  return {
    ...{ id, investorId, investorName, paper, version, status },
    openedAt: instantText(Number(row.opened_ms)),
    dueAt: instantText(Number(row.due_ms)),
    signedAt: storedInstant(row.signed_ms),
    rejectedAt: storedInstant(row.rejected_ms),
    rejectReason: row.reject_reason,
    documentHash: row.file_hash,
  };
}
