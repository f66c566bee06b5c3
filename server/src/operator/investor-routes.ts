/**
 * Operators' decisions about investors. Each act is written in one transaction with its row in `investor_act`; sessions
 * end with it, within the second that closing their sockets takes, and programs that act for them stop.
 */
import {
  deleteInvestor,
  INVESTOR_ACTS,
  type InvestorAct,
  type InvestorCase,
  keepInvestor,
  listInvestorCases,
  resumeInvestor,
  suspendInvestor,
} from '@mua/contract/http/operator-investors';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { moveStatus } from '#identity/accounts/investor-status.ts';
import { readContact } from '#identity/accounts/investors.ts';
import type { Identity } from '#identity/identity.ts';
import type { Messages } from '#messages/messages.ts';
import type { Grants } from '#oauth/grants.ts';
import { replyError } from '#refusals/reply-error.ts';
import type { StatusNotices } from '#registration/status-notices.ts';
import { instantText, storedInstant } from '#wire/wire-text.ts';

interface ActRequest {
  readonly investorId: string;
  readonly operatorId: string;
  readonly reason: string;
}

interface DeletionState {
  readonly isDeletionRequested: boolean;
}

export function bindInvestorRoutes(
  bind: Bind,
  deps: {
    readonly pool: pg.Pool;
    readonly clock: Clock;
    readonly messages: Messages;
    readonly identity: Pick<Identity, 'browserSessions' | 'accountDeletion' | 'notices'>;
    readonly grants: Pick<Grants, 'forgetInvestor' | 'stopWithin'>;
    readonly statusNotices: StatusNotices;
  },
): void {
  const { pool, clock, messages, identity, grants, statusNotices } = deps;
  const { browserSessions, accountDeletion, notices } = identity;

  /**
   * Runs one act: locks the investor, changes, and records who did it and why. The change's returned function runs
   * after the commit.
   */
  async function act(
    kind: InvestorAct,
    { investorId, operatorId, reason }: ActRequest,
    change: (client: pg.ClientBase, deletion: DeletionState) => Promise<readonly (() => void)[]>,
  ): Promise<InvestorCase> {
    const afterwards = await inTransaction(pool, async (client) => {
      const ends = await change(client, await lockInvestor(client, investorId));
      await client.query(
        'insert into investor_act (time_ms, operator_id, act, investor_id, reason) values ($1, $2, $3, $4, $5)',
        [clock.nowMs(), operatorId, kind, investorId, reason],
      );
      return ends;
    });
    browserSessions.forgetInvestor(investorId);
    grants.forgetInvestor(investorId);
    for (const end of afterwards) end();
    messages.wake();
    const [found] = await readCases(pool, investorId);
    if (!found) throw new Error(`investor ${investorId} was there a moment ago`);
    return found;
  }

  /** Nobody acts for the investor any more: neither a browser nor a program. */
  const showOut = async (client: pg.ClientBase, investorId: string, isForGood: boolean): Promise<(() => void)[]> => [
    await browserSessions.revokeWithin(client, investorId, { but: null }),
    await grants.stopWithin(client, investorId, isForGood),
  ];

  bind(listInvestorCases, async () => ok({ items: await readCases(pool), nextCursor: null }));
  bind(suspendInvestor, async ({ body }) =>
    ok(
      await act('suspend', body, async (client) => {
        await setSuspended(client, statusNotices, body, true);
        return showOut(client, body.investorId, false);
      }),
    ),
  );
  bind(resumeInvestor, async ({ body }) =>
    ok(
      await act('resume', body, async (client) => {
        await setSuspended(client, statusNotices, body, false);
        return [];
      }),
    ),
  );
  bind(keepInvestor, async ({ body }) =>
    ok(
      await act('keep', body, async (client) => {
        await accountDeletion.withdraw(client, body.investorId);
        await notices.write(client, 'accountKept', await readContact(client, body.investorId));
        return [];
      }),
    ),
  );
  bind(deleteInvestor, async ({ body }) => {
    const { investorId } = body;
    const decide = (demandEmpty: () => void): Promise<InvestorCase> =>
      act('delete', body, async (client, { isDeletionRequested }) => {
        if (!isDeletionRequested) throw replyError('AccountDeletionNotPending', {});
        // Money may have arrived since the request.
        demandEmpty();
        await notices.write(client, 'accountDeleted', await readContact(client, investorId));
        await client.query('update investor set deleted_ms = $2 where investor_id = $1', [investorId, clock.nowMs()]);
        return showOut(client, investorId, true);
      });
    return ok(await accountDeletion.grant(investorId, decide));
  });
}

/** An investor who is not active yet can be suspended too: the flag alone keeps them out. */
async function setSuspended(
  client: Queryable,
  notices: StatusNotices,
  { investorId, reason }: ActRequest,
  isSuspended: boolean,
): Promise<void> {
  await client.query('update investor set is_suspended = $2 where investor_id = $1', [investorId, isSuspended]);
  const event = isSuspended ? 'suspend' : 'resume';
  const move = await moveStatus(client, investorId, event, isSuspended ? reason : null);
  if (move) await notices.write(client, move);
}

async function lockInvestor(client: Queryable, investorId: string): Promise<DeletionState> {
  const found = await client.query<{ is_requested: boolean; is_deleted: boolean }>(
    `select deletion_requested_ms is not null as is_requested, deleted_ms is not null as is_deleted
     from investor where investor_id = $1 for update`,
    [investorId],
  );
  const row = found.rows[0];
  if (!row) throw replyError('UserNotFound', {});
  if (row.is_deleted) throw replyError('InvestorDeleted', {});
  return { isDeletionRequested: row.is_requested };
}

interface CaseRow {
  readonly investor_id: string;
  readonly full_name: string;
  readonly is_suspended: boolean;
  readonly deletion_requested_ms: bigint | null;
  readonly deleted_ms: bigint | null;
  readonly time_ms: bigint | null;
  readonly act: InvestorAct | null;
  readonly operator_id: string | null;
  readonly reason: string | null;
}

/** Newest operator acts; older ones stay in the table. */
const CASES_MAX = 500;

/** All investors with open cases, or the requested one. */
async function readCases(pool: pg.Pool, investorId: string | null = null): Promise<InvestorCase[]> {
  const found = await pool.query<CaseRow>(
    `select i.investor_id, i.full_name, i.is_suspended, i.deletion_requested_ms, i.deleted_ms,
       a.time_ms, a.act, a.operator_id, a.reason
     from investor i left join lateral
       (select * from investor_act where investor_id = i.investor_id and act = any($3)
          order by act_id desc limit 1) a on true
     where i.investor_id = $1
       or $1::text is null and (i.is_suspended or i.deletion_requested_ms is not null or a.act_id is not null)
     order by (i.deletion_requested_ms is not null and i.deleted_ms is null) desc,
       i.deletion_requested_ms, a.time_ms desc nulls last, i.investor_id
     limit $2`,
    [investorId, CASES_MAX, INVESTOR_ACTS],
  );
  return found.rows.map(caseToWire);
}

function caseToWire(row: CaseRow): InvestorCase {
  const { act, operator_id: operatorId, reason, time_ms: timeMs } = row;
  const isDecided = act !== null && operatorId !== null && reason !== null && timeMs !== null;
  return {
    investorId: row.investor_id,
    fullName: row.full_name,
    isSuspended: row.is_suspended,
    deletionRequestedAt: storedInstant(row.deletion_requested_ms),
    deletedAt: storedInstant(row.deleted_ms),
    lastAct: isDecided ? { time: instantText(Number(timeMs)), act, operatorId, reason } : null,
  };
}
