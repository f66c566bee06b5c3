/**
 * What investors granted to programs: rows of `oauth_grant`, and in memory those in use. A grant that is taken back is
 * over at once: this process is the only one that changes them, so what is remembered is right until it is forgotten.
 */
import { randomBytes } from 'node:crypto';
import type { OAuthGrant, OAuthScope } from '@mua/contract/entities/oauth';
import type { InvestorKind } from '@mua/core/engine';
import type { Lots } from '@mua/core/values';
import type pg from 'pg';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import type { Actor, EndedSessions, SessionEnds } from '#http/actor.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

export interface NewGrant {
  readonly investorId: string;
  readonly clientId: string;
  readonly scopes: readonly OAuthScope[];
  readonly accountIds: readonly string[];
  readonly maxLotsPerDay: number | null;
  readonly contractCodes: readonly string[] | null;
  readonly expiresMs: number;
}

/** An order as a grant's bounds look at it. */
export interface BoundedOrder {
  readonly contractCode: string;
  readonly lots: Lots;
  readonly tradeDate: string;
}

export interface Grants extends SessionEnds {
  /** The new grant's id. */
  add(grant: NewGrant): Promise<string>;
  /** Newest first, without those that ended or were taken back. */
  listOf(investorId: string): Promise<OAuthGrant[]>;
  /** Throws NotFound when it is not this investor's, or over. */
  revoke(investorId: string, grantId: string): Promise<void>;
  /** By whoever: a program gave its tokens back, or used one twice. */
  end(grantId: string): Promise<void>;
  /** Of one program, before it is removed. */
  endOf(clientId: string): Promise<void>;
  /**
   * What is remembered of an investor's grants is read again: to be called after every change of what an Actor says.
   */
  forgetInvestor(investorId: string): void;
  /**
   * In the transaction that suspends an investor, or deletes them and with them what they granted. What it answers is
   * to be called after the commit: it closes the sockets of their programs.
   */
  stopWithin(client: Queryable, investorId: string, isForGood: boolean): Promise<() => void>;
  /** Who acts through the grant; undefined when it is over. */
  actorOf(grantId: string): Promise<Actor | undefined>;
  /**
   * Counts an order before it is placed. Throws GrantContractNotAllowed or GrantLotsExceeded; the function it answers
   * gives the lots back, for an order that came to nothing.
   */
  reserve(actor: Actor, order: BoundedOrder): Promise<() => Promise<void>>;
}

interface GrantRow {
  readonly grant_id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly scopes: OAuthScope[];
  readonly account_ids: string[];
  readonly max_lots_per_day: number | null;
  readonly contract_codes: string[] | null;
  readonly granted_ms: bigint;
  readonly expires_ms: bigint;
  readonly last_used_ms: bigint | null;
}

interface ActingRow extends GrantRow {
  readonly investor_id: string;
  readonly full_name: string;
  readonly kind: InvestorKind;
  readonly is_suspended: boolean;
}

const USED_GRAIN_MS = 60_000;
/** Read again after so long, which is when its use is noted. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_MAX = 10_000;

export function createGrants(pool: pg.Pool, clock: Clock): Grants {
  const remembered = new Map<string, { readonly actor: Actor; readonly readMs: number }>();
  const listeners: ((ended: EndedSessions) => void)[] = [];
  /** Raised by every change: what was read before it is not remembered. */
  let generation = 0;

  /** Answers which. Their codes and tokens go with them. */
  async function revokeWhere(
    client: Queryable,
    condition: string,
    ...values: readonly string[]
  ): Promise<readonly string[]> {
    const revoked = await client.query<{ grant_id: string }>(
      `with over as (
         update oauth_grant set revoked_ms = $1 where ${condition} and revoked_ms is null and expires_ms > $1
         returning grant_id
       ), gone as (delete from oauth_artifact where grant_id in (select grant_id from over))
       select grant_id from over`,
      [clock.nowMs(), ...values],
    );
    return revoked.rows.map(({ grant_id: grantId }) => grantId);
  }

  /** Forgets them and closes their sockets. */
  function stop(grantIds: readonly string[]): void {
    generation += 1;
    for (const grantId of grantIds) {
      remembered.delete(grantId);
      for (const listener of listeners)
        listener({ browserSessionId: browserSessionIdOf(grantId), actors: [{ handle: grantId }], isRotation: false });
    }
  }

  async function running(client: Queryable, investorId: string): Promise<readonly string[]> {
    const found = await client.query<{ grant_id: string }>(
      'select grant_id from oauth_grant where investor_id = $1 and revoked_ms is null',
      [investorId],
    );
    return found.rows.map(({ grant_id: grantId }) => grantId);
  }

  async function load(grantId: string, nowMs: number): Promise<Actor | undefined> {
    const before = generation;
    const found = await pool.query<ActingRow>(
      `update oauth_grant g set last_used_ms = greatest(coalesce(g.last_used_ms, 0), $2::bigint / $3 * $3)
       from oauth_client c, investor i
       where g.grant_id = $1 and g.revoked_ms is null and g.expires_ms > $2
         and c.client_id = g.client_id and i.investor_id = g.investor_id
       returning g.*, c.name as client_name, i.full_name, i.kind, i.is_suspended`,
      [grantId, nowMs, USED_GRAIN_MS],
    );
    const row = found.rows[0];
    if (!row) return undefined;
    const actor = actorFrom(row);
    if (before === generation) {
      if (remembered.size >= REMEMBERED_MAX) remembered.clear();
      remembered.set(grantId, { actor, readMs: nowMs });
    }
    return actor;
  }

  return {
    async add(grant) {
      const grantId = randomBytes(18).toString('base64url');
      await pool.query(
        `insert into oauth_grant (grant_id, client_id, investor_id, scopes, account_ids, max_lots_per_day,
           contract_codes, granted_ms, expires_ms) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          grantId,
          grant.clientId,
          grant.investorId,
          grant.scopes,
          grant.accountIds,
          grant.maxLotsPerDay,
          grant.contractCodes,
          clock.nowMs(),
          grant.expiresMs,
        ],
      );
      return grantId;
    },
    async listOf(investorId) {
      const found = await pool.query<GrantRow>(
        `select g.*, c.name as client_name from oauth_grant g join oauth_client c using (client_id)
         where g.investor_id = $1 and g.revoked_ms is null and g.expires_ms > $2 order by g.granted_ms desc, g.grant_id`,
        [investorId, clock.nowMs()],
      );
      return found.rows.map(grantOf);
    },
    async revoke(investorId, grantId) {
      const revoked = await revokeWhere(pool, 'grant_id = $2 and investor_id = $3', grantId, investorId);
      stop(revoked);
      if (revoked.length === 0) throw replyError('NotFound', {});
    },
    end: async (grantId) => stop(await revokeWhere(pool, 'grant_id = $2', grantId)),
    endOf: async (clientId) => stop(await revokeWhere(pool, 'client_id = $2', clientId)),
    forgetInvestor(investorId) {
      generation += 1;
      for (const [grantId, { actor }] of remembered) if (actor.investorId === investorId) remembered.delete(grantId);
    },
    async stopWithin(client, investorId, isForGood) {
      const grantIds = isForGood
        ? await revokeWhere(client, 'investor_id = $2', investorId)
        : await running(client, investorId);
      return () => stop(grantIds);
    },
    async actorOf(grantId) {
      const nowMs = clock.nowMs();
      const known = remembered.get(grantId);
      if (known && nowMs - known.readMs < REMEMBERED_MS) return known.actor.expiresMs > nowMs ? known.actor : undefined;
      return load(grantId, nowMs);
    },
    async reserve({ grant }, { contractCode, lots, tradeDate }) {
      if (!grant) return async () => undefined;
      const { grantId, contractCodes, maxLotsPerDay } = grant;
      if (contractCodes && !contractCodes.has(contractCode)) {
        throw replyError('GrantContractNotAllowed', { contract: contractCode });
      }
      if (maxLotsPerDay === null || lots <= 0) return async () => undefined;
      const isWithin =
        lots <= maxLotsPerDay && (await takeLots(pool, { grantId, tradeDate, lots, max: maxLotsPerDay }));
      if (!isWithin) throw replyError('GrantLotsExceeded', { max: maxLotsPerDay, lots });
      return async () => {
        await pool.query('update oauth_lots set lots = lots - $3 where grant_id = $1 and trade_date = $2', [
          grantId,
          tradeDate,
          lots,
        ]);
      };
    },
    onEnded(listener) {
      listeners.push(listener);
    },
  };
}

/** In one statement, so that orders that come together are counted one after another. */
async function takeLots(
  pool: pg.Pool,
  { grantId, tradeDate, lots, max }: { grantId: string; tradeDate: string; lots: Lots; max: number },
): Promise<boolean> {
  const taken = await pool.query(
    `insert into oauth_lots as known values ($1, $2, $3)
     on conflict (grant_id, trade_date) do update set lots = known.lots + excluded.lots
       where known.lots + excluded.lots <= $4`,
    [grantId, tradeDate, lots, max],
  );
  return taken.rowCount === 1;
}

/** Rates and sockets of a program are counted by its grant, as those of a browser are by its browser session. */
export function browserSessionIdOf(grantId: string): string {
  return `grant ${grantId}`;
}

function actorFrom(row: ActingRow): Actor {
  return {
    browserSessionId: browserSessionIdOf(row.grant_id),
    slot: 0,
    handle: row.grant_id,
    investorId: row.investor_id,
    fullName: row.full_name,
    kind: row.kind,
    isSuspended: row.is_suspended,
    sessionId: row.grant_id,
    // A program proves nothing: the investor did, when it was granted.
    ...{ stepUpUntilMs: 0, pinUntilMs: 0, isPinAsked: false },
    expiresMs: Number(row.expires_ms),
    grant: {
      grantId: row.grant_id,
      clientId: row.client_id,
      scopes: new Set(row.scopes),
      accountIds: new Set(row.account_ids),
      maxLotsPerDay: row.max_lots_per_day,
      contractCodes: row.contract_codes && new Set(row.contract_codes),
    },
  };
}

function grantOf(row: GrantRow): OAuthGrant {
  return {
    grantId: row.grant_id,
    client: { clientId: row.client_id, name: row.client_name },
    scopes: row.scopes,
    accountIds: row.account_ids,
    maxLotsPerDay: row.max_lots_per_day,
    contractCodes: row.contract_codes,
    grantedAt: instantText(Number(row.granted_ms)),
    expiresAt: instantText(Number(row.expires_ms)),
    lastUsedAt: row.last_used_ms === null ? null : instantText(Number(row.last_used_ms)),
  };
}
