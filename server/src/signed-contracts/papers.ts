/**
 * Which papers an investor has to sign (docs/rules/people.md#digital-contracts): opened when they are approved, and again
 * when a text has a new version. Who owes one is kept in memory, because every order asks for it.
 */
import { PAPERS, type Paper } from '@mua/contract/entities/digital-signature';
import type { PaperState } from '@mua/contract/http/operator-registrations';
import { LIMITS } from '@mua/contract/limits';
import { DAY_MS } from '@mua/core/values';
import type pg from 'pg';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import { APPROVED_STATUSES } from '#identity/accounts/investor-status.ts';
import type { InvestorMailbox } from '#notifications/investor-mailbox.ts';
import { versionOf } from '#signed-contracts/paper-texts.ts';
import { instantText } from '#wire/wire-text.ts';

export interface Papers {
  /** Opens what an approved investor has to sign; what is open already stays as it is. */
  open(investorId: string): Promise<void>;
  areSigned(investorId: string): Promise<boolean>;
  /** Of each what was signed, and what is to be signed now. */
  states(investorIds: readonly string[]): Promise<ReadonlyMap<string, readonly PaperState[]>>;
  /** Whether a paper is overdue: then nothing is taken that adds risk. From memory. */
  owes(investorId: string): boolean;
  /** To be called when a paper was signed. */
  lookAnew(investorId: string): Promise<void>;
  /** Reads who owes what, for papers of which no word came. */
  rememberAll(): Promise<void>;
}

export interface PapersDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly mailbox: InvestorMailbox;
  /** A demo's people begin with signed papers. */
  readonly isDemo: boolean;
  readonly neighbours: Neighbours | undefined;
  /** Papers are opened for everybody at a start, by one process. */
  readonly opensAll: boolean;
  readonly onError: (error: unknown) => void;
}

/** The dates of the texts in force, in the order of PAPERS. */
const VERSIONS = PAPERS.map(versionOf);

/** Everybody's papers are there when it resolves. */
export async function openPapers(deps: PapersDeps): Promise<Papers> {
  const { pool, clock, mailbox, isDemo, neighbours, onError } = deps;
  /** When the first unsigned paper of an investor is overdue. */
  const overdueFrom = new Map<string, number>();

  /** Whether there was anything to open. */
  async function open(client: Queryable, investorId: string | null): Promise<boolean> {
    const nowMs = clock.nowMs();
    const dueMs = nowMs + LIMITS.paperSigningDays * DAY_MS;
    const opened = await client.query<{ investor_id: string; paper: string }>(
      `insert into signed_paper (signature_id, investor_id, paper, version, opened_ms, due_ms)
       select ${NEW_ID}, i.investor_id, p.paper, p.version, $1, $2
       from investor i cross join unnest($3::text[], $4::text[]) as p (paper, version)
       where i.status = any($5) and i.deleted_ms is null and ($6::text is null or i.investor_id = $6)
       on conflict (investor_id, paper, version) do nothing returning investor_id, paper`,
      [nowMs, dueMs, PAPERS, VERSIONS, APPROVED_STATUSES, investorId],
    );
    const deadline = instantText(dueMs);
    const letters = opened.rows.map(({ investor_id: to, paper }) => ({
      to,
      facts: { document: paper, deadline },
    }));
    await mailbox.writeAll(client, 'ContractToSign', letters);
    return letters.length > 0;
  }

  async function remember(investorId: string | null): Promise<void> {
    const owing = await pool.query<{ investor_id: string; due_ms: bigint }>(
      `select investor_id, min(due_ms) as due_ms
       from signed_paper join unnest($1::text[], $2::text[]) as p (paper, version) using (paper, version)
       where signed_ms is null and ($3::text is null or investor_id = $3) group by investor_id`,
      [PAPERS, VERSIONS, investorId],
    );
    if (investorId !== null) overdueFrom.delete(investorId);
    for (const row of owing.rows) overdueFrom.set(row.investor_id, Number(row.due_ms));
  }

  async function lookAnew(investorId: string): Promise<void> {
    await remember(investorId);
    neighbours?.tell('papers.changed', investorId);
  }

  /** Those whom a lost word would keep from trading, as often as they try; their next try is allowed. */
  const looks = new Set<string>();
  function lookBeside(investorId: string): void {
    if (looks.has(investorId)) return;
    looks.add(investorId);
    remember(investorId)
      .catch(onError)
      .finally(() => looks.delete(investorId));
  }

  if (deps.opensAll) {
    if (isDemo) await signForDemo(pool, clock.nowMs());
    await inTransaction(pool, (client) => open(client, null));
  }
  neighbours?.hear('papers.changed', (investorId) => void remember(investorId).catch(onError));
  await remember(null);

  return {
    async open(investorId) {
      const isNews = await inTransaction(pool, (client) => open(client, investorId));
      await (isNews ? lookAnew(investorId) : remember(investorId));
    },
    async areSigned(investorId) {
      const signed = await pool.query(
        `select 1 from signed_paper join unnest($1::text[], $2::text[]) as p (paper, version) using (paper, version)
         where investor_id = $3 and signed_ms is not null`,
        [PAPERS, VERSIONS, investorId],
      );
      return signed.rowCount === PAPERS.length;
    },
    states: (investorIds) => readStates(pool, investorIds),
    owes(investorId) {
      const isOverdue = (overdueFrom.get(investorId) ?? Number.POSITIVE_INFINITY) <= clock.nowMs();
      if (isOverdue && neighbours) lookBeside(investorId);
      return isOverdue;
    },
    lookAnew,
    rememberAll: () => remember(null),
  };
}

/** By chance, so that nobody guesses one. */
const NEW_ID = `replace(gen_random_uuid()::text, '-', '')`;

/**
 * Whoever trades in a demo without ever having applied was there from its beginning, and so was their consent. The files
 * are made when somebody asks for one.
 */
async function signForDemo(pool: pg.Pool, nowMs: number): Promise<void> {
  await pool.query(
    `insert into signed_paper (signature_id, investor_id, paper, version, opened_ms, due_ms, signed_ms, language)
     select ${NEW_ID}, i.investor_id, p.paper, p.version, $1, $1, $1, i.language
     from investor i cross join unnest($2::text[], $3::text[]) as p (paper, version)
     where i.status in ('ACTIVE', 'INACTIVE') and i.deleted_ms is null
       and not exists (select from registration r where r.investor_id = i.investor_id)
       and not exists (select from signed_paper s where s.investor_id = i.investor_id)`,
    [nowMs, PAPERS, VERSIONS],
  );
}

async function readStates(pool: pg.Pool, investorIds: readonly string[]): Promise<Map<string, PaperState[]>> {
  const found = await pool.query<{
    investor_id: string;
    paper: Paper;
    version: string;
    due_ms: bigint;
    signed_ms: bigint | null;
    rejected_ms: bigint | null;
    reject_reason: string | null;
  }>(
    `select investor_id, paper, version, due_ms, signed_ms, rejected_ms, reject_reason from signed_paper
     where investor_id = any($1)
       and (signed_ms is not null or (paper, version) in (select * from unnest($2::text[], $3::text[])))
     order by version desc, paper`,
    [investorIds, PAPERS, VERSIONS],
  );
  const states = new Map<string, PaperState[]>();
  for (const { investor_id: investorId, due_ms: dueMs, signed_ms: signedMs, ...row } of found.rows) {
    const isRejected = signedMs === null && row.rejected_ms !== null;
    const state: PaperState = {
      ...{ paper: row.paper, version: row.version },
      status: signedMs !== null ? 'SIGNED' : isRejected ? 'REJECTED' : 'TO_SIGN',
      deadline: signedMs === null ? instantText(Number(dueMs)) : null,
      signedAt: signedMs === null ? null : instantText(Number(signedMs)),
      rejectReason: isRejected ? row.reject_reason : null,
    };
    states.set(investorId, [...(states.get(investorId) ?? []), state]);
  }
  return states;
}
