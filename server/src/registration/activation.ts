/**
 * From an approved application to a sub-account that trades: the account is opened, activated once no paper is left to
 * sign and, in a demo, credited. Each step checks whether it has been done already, so that an activation interrupted
 * between two steps (by a crash, or by a journal that accepts nothing) is completed by the next attempt or the next
 * start.
 *
 * One investor is processed at a time, and in one process, because the engine treats opening an existing account as a
 * bug: whoever has not got the jobs has it done.
 */

import type { InvestorStatus } from '@mua/contract/entities/investor';
import type { PaperState } from '@mua/contract/http/operator-registrations';
import type { InvestorKind } from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import { inTransaction } from '#db/transaction.ts';
import type { Jobs } from '#ground/jobs.ts';
import { createKeyedMutex } from '#ground/keyed-mutex.ts';
import { moveStatus } from '#identity/accounts/investor-status.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { Messages } from '#messages/messages.ts';
import type { StatusNotices } from '#registration/status-notices.ts';

export interface Activation {
  /**
   * Opens the sub-account of an approved investor and the papers to be signed, and activates it if none are left.
   * Called after the approval and after every signature. May be repeated; has no effect for an investor who is not
   * approved.
   */
  bringOn(investorId: string): Promise<void>;
  isOpened(investorId: string): boolean;
  /** Continues for every investor whose activation a crash interrupted, or of whom no word came. */
  resume(): Promise<void>;
}

/** The papers to sign before trading: this room's port, which signed-contracts/ implements. */
export interface PapersToSign {
  /** Opens the papers that an approved investor has to sign; papers that are open already are left unchanged. */
  open(investorId: string): Promise<void>;
  areSigned(investorId: string): Promise<boolean>;
  /** For each paper, what was signed and what has to be signed now. */
  states(investorIds: readonly string[]): Promise<ReadonlyMap<string, readonly PaperState[]>>;
}

export interface ActivationDeps {
  readonly pool: pg.Pool;
  /** For the read tables. */
  readonly reads: pg.Pool;
  readonly sequencer: Pick<Sequencer, 'state' | 'submit'>;
  readonly messages: Messages;
  readonly notices: StatusNotices;
  /** All sub-accounts of a demo are demo accounts. */
  readonly isDemo: boolean;
  readonly papers: PapersToSign;
  /** What a demo credits to a new account; 0 where money comes from banks. */
  readonly welcomeVnd: Vnd;
  readonly jobs: Jobs;
  readonly onError: (error: unknown) => void;
}

/** Identifies the demo's deposit, so that it is not made twice. */
const WELCOME = 'demo';

interface Newcomer {
  readonly status: InvestorStatus;
  readonly kind: InvestorKind;
}

export function createActivation(deps: ActivationDeps): Activation {
  const { pool, reads, sequencer, messages, notices, isDemo, papers, welcomeVnd, jobs, onError } = deps;
  const { state } = sequencer;
  const exclusively = createKeyedMutex();

  /** Undefined if the investor no longer exists. */
  async function find(investorId: string): Promise<Newcomer | undefined> {
    const found = await pool.query<Newcomer>(
      'select status, kind from investor where investor_id = $1 and deleted_ms is null',
      [investorId],
    );
    return found.rows[0];
  }

  async function openAccount(investorId: string, investorKind: InvestorKind): Promise<void> {
    const accountId = firstAccountOf(investorId);
    if (state.accounts.has(accountId)) return;
    await sequencer.submit({ kind: 'openAccount', accountId, investorId, investorKind, isDemo, isActivated: false });
  }

  async function activateOpened(investorId: string): Promise<void> {
    const accountId = firstAccountOf(investorId);
    if (!state.accounts.get(accountId)?.isActivated) await sequencer.submit({ kind: 'activateAccount', accountId });
    await inTransaction(pool, async (client) => {
      const move = await moveStatus(client, investorId, 'activate');
      if (move) await notices.write(client, move);
    });
    messages.wake();
    await welcome(accountId);
  }

  /** The ledger has every posting of a command that is durable, so a missing one means that nothing was credited. */
  async function welcome(accountId: string): Promise<void> {
    if (welcomeVnd <= 0n) return;
    const given = await reads.query(
      `select 1 from ledger_posting where account_id = $1 and type = 'deposit' and reference = $2`,
      [accountId, WELCOME],
    );
    if (given.rowCount === 0)
      await sequencer.submit({ kind: 'deposit', accountId, amountVnd: welcomeVnd, reference: WELCOME });
  }

  async function bringOn(investorId: string): Promise<void> {
    await exclusively(investorId, async () => {
      const newcomer = await find(investorId);
      if (newcomer?.status !== 'PENDING_ACTIVATE') return;
      await openAccount(investorId, newcomer.kind);
      await papers.open(investorId);
      if (await papers.areSigned(investorId)) await activateOpened(investorId);
    });
  }

  /** For accounts that were activated just before the server went down, without their credit. */
  async function welcomeAgain(): Promise<void> {
    if (welcomeVnd <= 0n) return;
    const active = await reads.query<{ investor_id: string }>(
      `select investor_id from investor i join registration using (investor_id)
       where i.status = 'ACTIVE' and i.deleted_ms is null and not exists (
         select from ledger_posting where account_id = i.investor_id || '-01' and type = 'deposit' and reference = $1)`,
      [WELCOME],
    );
    for (const { investor_id: investorId } of active.rows)
      if (state.accounts.has(firstAccountOf(investorId)))
        await exclusively(investorId, () => welcome(firstAccountOf(investorId)));
  }

  const handOver = jobs.hand('work.activation', (investorId) => void bringOn(investorId).catch(onError));

  return {
    bringOn: async (investorId) => (jobs.areHere ? bringOn(investorId) : handOver(investorId)),
    isOpened: (investorId) => state.accounts.has(firstAccountOf(investorId)),
    async resume() {
      const waiting = await pool.query<{ investor_id: string }>(
        `select investor_id from investor where status = 'PENDING_ACTIVATE' and deleted_ms is null`,
      );
      for (const { investor_id: investorId } of waiting.rows) await bringOn(investorId).catch(onError);
      await welcomeAgain().catch(onError);
    },
  };
}

function firstAccountOf(investorId: string): string {
  return `${investorId}-01`;
}
