/**
 * Grants of investors to programs: rows of `oauth_grant`, cached while in use. A revoked grant ends at once: whoever
 * changes one invalidates it here and at the neighbours, and it is soon looked up again in any case.
 */
import { randomBytes } from 'node:crypto';
import type { OAuthGrant, OAuthScope } from '@mua/contract/entities/oauth';
import type { InvestorKind } from '@mua/core/engine';
import type { Lots } from '@mua/core/values';
import type pg from 'pg';
import { z } from 'zod';
import type { Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { LOOK_AGAIN_MS, type Neighbours } from '#ground/neighbours.ts';
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

/** The fields of an order that a grant's bounds concern. */
export interface BoundedOrder {
  readonly contractCode: string;
  readonly lots: Lots;
  readonly tradeDate: string;
}

export interface Grants extends SessionEnds {
  /** The new grant's id. */
  add(grant: NewGrant): Promise<string>;
  /** Newest first, without ended and revoked ones. */
  listOf(investorId: string): Promise<OAuthGrant[]>;
  /** Throws NotFound if it is not this investor's, or has ended. */
  revoke(investorId: string, grantId: string): Promise<void>;
  /** Ends a grant for any cause: a program returned its tokens, or used one twice. */
  end(grantId: string): Promise<void>;
  /** Ends the grants of one program, before it is removed. */
  endOf(clientId: string): Promise<void>;
  /** Invalidates the cache for an investor: call after every change of the fields of an Actor. */
  forgetInvestor(investorId: string): void;
  /**
   * Ends or suspends grants in the transaction that deletes or suspends their investor. Call the returned function
   * after the commit: it closes the programs' sockets.
   */
  stopWithin(client: Queryable, investorId: string, isForGood: boolean): Promise<() => void>;
  /** The actor of a grant; undefined if it has ended. */
  actorOf(grantId: string): Promise<Actor | undefined>;
  /**
   * Reserves an order's lots before it is placed. Throws GrantContractNotAllowed or GrantLotsExceeded; the returned
   * function releases the lots if the order came to nothing.
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
/** How long a grant is cached; its use is recorded when it is read again. */
const REMEMBERED_MS = 10_000;
const REMEMBERED_MAX = 10_000;

/** What the neighbours are told. */
const changedWord = z.union([z.strictObject({ grantId: z.string() }), z.strictObject({ investorId: z.string() })]);

export function createGrants(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Real time, by which what is remembered gets old where there are neighbours. */
  readonly wall: Pick<Clock, 'nowMs'>;
  readonly neighbours: Neighbours | undefined;
}): Grants {
  const { pool, clock, wall, neighbours } = deps;
  const [ageMs, rememberedMs] = neighbours ? [wall.nowMs, LOOK_AGAIN_MS] : [clock.nowMs, REMEMBERED_MS];
  const remembered = new Map<string, { readonly actor: Actor; readonly readMs: number }>();
  const listeners: ((ended: EndedSessions) => void)[] = [];
  /** Incremented by every change: a result read before it is not cached. */
  let generation = 0;

  /** Returns the revoked grants. Their codes and tokens are deleted too. */
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

  /** Removes it from the cache and closes its sockets. */
  function stopHere(grantId: string): void {
    generation += 1;
    remembered.delete(grantId);
    for (const listener of listeners)
      listener({ browserSessionId: browserSessionIdOf(grantId), actors: [{ handle: grantId }], isRotation: false });
  }

  function stop(grantIds: readonly string[]): void {
    generation += 1;
    for (const grantId of grantIds) {
      stopHere(grantId);
      neighbours?.tell('grants.changed', JSON.stringify({ grantId }));
    }
  }

  function forgetHere(investorId: string): void {
    generation += 1;
    for (const [grantId, { actor }] of remembered) if (actor.investorId === investorId) remembered.delete(grantId);
  }

  neighbours?.hear('grants.changed', (text) => {
    const changed = changedWord.parse(JSON.parse(text));
    if ('grantId' in changed) stopHere(changed.grantId);
    else forgetHere(changed.investorId);
  });

  async function running(client: Queryable, investorId: string): Promise<readonly string[]> {
    const found = await client.query<{ grant_id: string }>(
      'select grant_id from oauth_grant where investor_id = $1 and revoked_ms is null',
      [investorId],
    );
    return found.rows.map(({ grant_id: grantId }) => grantId);
  }

  async function load(grantId: string, nowMs: number): Promise<Actor | undefined> {
    const [before, readMs] = [generation, ageMs()];
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
      remembered.set(grantId, { actor, readMs });
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
      forgetHere(investorId);
      neighbours?.tell('grants.changed', JSON.stringify({ investorId }));
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
      if (known && ageMs() - known.readMs < rememberedMs)
        return known.actor.expiresMs > nowMs ? known.actor : undefined;
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
    async goneOf(slots) {
      const running = await pool.query<{ grant_id: string }>(
        `select g.grant_id from oauth_grant g join investor i using (investor_id)
         where g.grant_id = any($1) and g.revoked_ms is null and not i.is_suspended`,
        [slots.map(({ handle }) => handle)],
      );
      const there = new Set(running.rows.map((row) => row.grant_id));
      return slots.filter(({ handle }) => !there.has(handle));
    },
  };
}

/** One statement, so that concurrent orders are counted one after another. */
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

/** Rates and sockets of a program are counted by grant, like those of a browser by browser session. */
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
    // A program proves nothing: the investor did when granting.
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
