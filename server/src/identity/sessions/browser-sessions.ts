/**
 * Browser sessions, cached while in use. Whoever changes one invalidates it here and at the neighbours; where there are
 * any, it is looked up again after a few seconds too, because their word may be lost.
 */
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '#db/transaction.ts';
import type { Clock } from '#ground/clock.ts';
import { LOOK_AGAIN_MS, type Neighbours } from '#ground/neighbours.ts';
import { sha256 } from '#ground/sha256.ts';
import type {
  Actor,
  BrowserSession,
  BrowserSessionReader,
  EndedSessions,
  SessionEnds,
  SlotHandle,
} from '#http/actor.ts';
import {
  createBrowserSession,
  deleteBrowserSession,
  deleteSession,
  deleteSessions,
  findActor,
  freshCookie,
  readBrowserSession,
  readSessions,
  renewHandle,
  rotateBrowserSession,
  type SignInOrigin,
  type StoredSession,
  stillThere,
  takeSlot,
  type WhichSessions,
  writeLastSeen,
} from '#identity/sessions/browser-session-store.ts';
import { replyError } from '#refusals/reply-error.ts';

const REMEMBERED_MAX = 20_000;

/** A browser session under its new id, and the actor in it. */
export interface Entered {
  readonly cookie: string;
  readonly browserSession: BrowserSession;
  readonly actor: Actor;
}

export interface BrowserSessions extends BrowserSessionReader, SessionEnds {
  /** Whom a handle names now, by the database; undefined if they were signed out. */
  actorOf(slot: SlotHandle): Promise<Actor | undefined>;
  /**
   * Signs the investor into the browser session, or a new one, which gets a new id. `mayEnter` is called first in the
   * same transaction and records what it needs; undefined if it refuses, or if they were signed out concurrently.
   */
  signIn(
    cookie: string | undefined,
    investorId: string,
    origin: SignInOrigin,
    mayEnter?: (client: Queryable) => Promise<boolean>,
  ): Promise<Entered | undefined>;
  /**
   * Records the slot's step-up and gives the browser session a new id. Throws `Unauthorized` if a concurrent request
   * renewed the session or signed this slot out.
   */
  stepUp(cookie: string, actor: Actor, untilMs: number): Promise<Entered>;
  /** Gives the browser session a new id and this slot a new handle. Throws like a step-up. */
  renew(cookie: string, actor: Actor): Promise<Entered>;
  /** Records that this slot proved the PIN. */
  unlock(actor: Actor, untilMs: number): Promise<void>;
  /** Signs one investor out; the browser session keeps its id. */
  signOut(cookie: string, actor: Actor): Promise<BrowserSession | undefined>;
  /** Deletes the browser session with all its slots. */
  drop(cookie: string): Promise<void>;
  sessions(investorId: string): Promise<StoredSession[]>;
  /** Signs an investor out of one browser, or of all but one; false if there was none. */
  revoke(investorId: string, which: WhichSessions): Promise<boolean>;
  /** Revokes within a given transaction. Call the returned function after the commit. */
  revokeWithin(client: Queryable, investorId: string, which: WhichSessions): Promise<() => void>;
  /** Invalidates the cache for an investor: call after every change of the fields of an Actor. */
  forgetInvestor(investorId: string): void;
  /** Writes down who was active since the last time. */
  writeSeen(): Promise<void>;
  /** Removes expired browser sessions. */
  sweep(): Promise<void>;
}

/** What the neighbours are told. */
const changedWord = z.union([
  z.strictObject({ browserSessionId: z.string() }),
  z.strictObject({ investorId: z.string() }),
]);
const endedWord = z.strictObject({
  browserSessionId: z.string(),
  actors: z.array(z.strictObject({ handle: z.string() })),
  isRotation: z.boolean(),
});

interface Remembered {
  readonly browserSession: BrowserSession;
  readonly readMs: number;
}

export function createBrowserSessions(deps: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  /** Real time, by which what is remembered gets old. */
  readonly wall: Pick<Clock, 'nowMs'>;
  readonly neighbours: Neighbours | undefined;
}): BrowserSessions {
  const { pool, clock, wall, neighbours } = deps;
  const remembered = new Map<string, Remembered>();
  const listeners: ((ended: EndedSessions) => void)[] = [];
  /** Since the last write, by session. */
  const seen = new Map<string, number>();
  /** Incremented by every change: a result read before it may be stale and is not cached. */
  let generation = 0;
  let isSweeping = false;

  function forget(idHash: string): void {
    generation += 1;
    remembered.delete(idHash);
  }

  function forgetWhere(isConcerned: (browserSession: BrowserSession) => boolean): void {
    generation += 1;
    for (const [idHash, { browserSession }] of remembered) if (isConcerned(browserSession)) remembered.delete(idHash);
  }

  function forgetHere(changed: z.infer<typeof changedWord>): void {
    if ('browserSessionId' in changed) forgetWhere((one) => one.browserSessionId === changed.browserSessionId);
    else forgetWhere(({ actors }) => actors.some((actor) => actor.investorId === changed.investorId));
  }

  function forgetEverywhere(changed: z.infer<typeof changedWord>): void {
    forgetHere(changed);
    neighbours?.tell('sessions.changed', JSON.stringify(changed));
  }

  function endHere(ended: EndedSessions): void {
    for (const listener of listeners) listener(ended);
  }

  function end({ browserSessionId, actors, isRotation }: EndedSessions): void {
    if (actors.length === 0) return;
    const ended = { browserSessionId, actors: actors.map(({ handle }) => ({ handle })), isRotation };
    endHere(ended);
    neighbours?.tell('sessions.ended', JSON.stringify(ended));
  }

  neighbours?.hear('sessions.changed', (text) => forgetHere(changedWord.parse(JSON.parse(text))));
  neighbours?.hear('sessions.ended', (text) => {
    const ended = endedWord.parse(JSON.parse(text));
    forgetHere(ended);
    endHere(ended);
  });

  /** After a new id: sockets of an unchanged handle reconnect, those of another end with their tickets. */
  function endUnlessIn(renewed: BrowserSession | undefined, { browserSessionId, actors }: BrowserSession): void {
    const isStill = ({ handle }: Actor): boolean => renewed?.actors.some((now) => now.handle === handle) ?? false;
    end({ browserSessionId, actors: actors.filter(isStill), isRotation: true });
    end({ browserSessionId, actors: actors.filter((one) => !isStill(one)), isRotation: false });
  }

  async function load(idHash: string): Promise<BrowserSession | undefined> {
    const known = remembered.get(idHash);
    if (known && !(neighbours && wall.nowMs() - known.readMs >= LOOK_AGAIN_MS))
      return known.browserSession.expiresMs > clock.nowMs() ? known.browserSession : undefined;
    const [before, readMs] = [generation, wall.nowMs()];
    const browserSession = await readBrowserSession(pool, idHash);
    if (!browserSession || browserSession.expiresMs <= clock.nowMs()) {
      if (known) remembered.delete(idHash);
      return undefined;
    }
    if (before === generation) remember(idHash, { browserSession, readMs });
    return browserSession;
  }

  function remember(idHash: string, read: Remembered): void {
    if (remembered.size >= REMEMBERED_MAX) {
      const oldest = remembered.keys().next().value;
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(idHash, read);
  }

  /** Undefined if the slot ended concurrently. */
  async function enter(
    ids: { oldHash: string | undefined; fresh: string },
    handle: string,
  ): Promise<Entered | undefined> {
    if (ids.oldHash !== undefined) forget(ids.oldHash);
    forget(sha256(ids.fresh));
    const browserSession = await load(sha256(ids.fresh));
    const actor = browserSession?.actors.find((one) => one.handle === handle);
    return browserSession && actor && { cookie: ids.fresh, browserSession, actor };
  }

  /**
   * Gives the browser session a new id and changes this slot; its sockets close and reconnect. Returns the slot's
   * handle.
   */
  async function rotate(
    cookie: string,
    actor: Actor,
    change: (client: pg.ClientBase) => Promise<string | undefined>,
  ): Promise<Entered> {
    const oldHash = sha256(cookie);
    const fresh = freshCookie();
    const old = await load(oldHash);
    const handle = await inTransaction(pool, async (client) => {
      const browserSessionId = await rotateBrowserSession(
        client,
        { oldHash, newHash: sha256(fresh) },
        clock.nowMs(),
        false,
      );
      const changed = browserSessionId === actor.browserSessionId ? await change(client) : undefined;
      // A concurrent request renewed the browser session, or signed this slot out.
      if (changed === undefined) throw replyError('Unauthorized', {});
      return changed;
    });
    const entered = await enter({ oldHash, fresh }, handle);
    if (old) endUnlessIn(entered?.browserSession, old);
    if (!entered) throw replyError('Unauthorized', {});
    return entered;
  }

  /** Call when the sessions are deleted. */
  function publishEnd(gone: readonly { readonly browserSessionId: string; readonly handle: string }[]): void {
    const browserSessionIds = new Set(gone.map(({ browserSessionId }) => browserSessionId));
    forgetWhere(({ browserSessionId }) => browserSessionIds.has(browserSessionId));
    for (const { browserSessionId, handle } of gone) end({ browserSessionId, actors: [{ handle }], isRotation: false });
  }

  return {
    find: (cookie) => load(sha256(cookie)),
    seen(actor) {
      seen.set(actor.sessionId, clock.nowMs());
    },
    async signIn(cookie, investorId, origin, mayEnter = async () => true) {
      const oldHash = cookie === undefined ? undefined : sha256(cookie);
      const old = oldHash === undefined ? undefined : await load(oldHash);
      const fresh = freshCookie();
      const newHash = sha256(fresh);
      const nowMs = clock.nowMs();
      const handle = await inTransaction(pool, async (client) => {
        if (!(await mayEnter(client))) return undefined;
        const kept =
          oldHash === undefined ? undefined : await rotateBrowserSession(client, { oldHash, newHash }, nowMs, true);
        const browserSessionId = kept ?? (await createBrowserSession(client, newHash, nowMs));
        const taken = await takeSlot(client, { browserSessionId, investorId, nowMs, ...origin });
        await client.query('update investor set last_sign_in_ms = $2 where investor_id = $1', [investorId, nowMs]);
        return taken;
      });
      const entered = handle === undefined ? undefined : await enter({ oldHash, fresh }, handle);
      if (entered && old?.browserSessionId === entered.browserSession.browserSessionId)
        endUnlessIn(entered.browserSession, old);
      return entered;
    },
    stepUp: (cookie, actor, untilMs) =>
      rotate(cookie, actor, async (client) => {
        const { browserSessionId, handle } = actor;
        const proved = await client.query(
          'update jar_account set step_up_until_ms = $3 where jar_id = $1 and handle = $2',
          [browserSessionId, handle, untilMs],
        );
        return proved.rowCount === 1 ? handle : undefined;
      }),
    renew: (cookie, actor) => rotate(cookie, actor, (client) => renewHandle(client, actor)),
    async unlock({ browserSessionId, handle }, untilMs) {
      await pool.query('update jar_account set pin_until_ms = $3 where jar_id = $1 and handle = $2', [
        browserSessionId,
        handle,
        untilMs,
      ]);
      forgetEverywhere({ browserSessionId });
    },
    async signOut(cookie, actor) {
      // By session id, which no concurrent request can change, unlike the handle and the browser session's id.
      await deleteSession(pool, actor.sessionId);
      forgetHere(actor);
      end({ browserSessionId: actor.browserSessionId, actors: [actor], isRotation: false });
      return load(sha256(cookie));
    },
    async drop(cookie) {
      const browserSession = await load(sha256(cookie));
      // A concurrent request may be giving it a new id.
      await deleteBrowserSession(pool, {
        idHash: sha256(cookie),
        browserSessionId: browserSession?.browserSessionId ?? null,
      });
      if (!browserSession) return;
      forgetHere(browserSession);
      end({ browserSessionId: browserSession.browserSessionId, actors: browserSession.actors, isRotation: false });
    },
    async sessions(investorId) {
      const stored = await readSessions(pool, investorId, clock.nowMs());
      return stored.map((one) => ({ ...one, lastSeenMs: Math.max(one.lastSeenMs, seen.get(one.sessionId) ?? 0) }));
    },
    async revoke(investorId, which) {
      const gone = await deleteSessions(pool, investorId, which);
      publishEnd(gone);
      return gone.length > 0;
    },
    async revokeWithin(client, investorId, which) {
      const gone = await deleteSessions(client, investorId, which);
      return () => publishEnd(gone);
    },
    forgetInvestor(investorId) {
      forgetEverywhere({ investorId });
    },
    onEnded(listener) {
      listeners.push(listener);
    },
    actorOf: (slot) => findActor(pool, slot, clock.nowMs()),
    lookAnew: async (actor) => (neighbours ? findActor(pool, actor, clock.nowMs()) : actor),
    async goneOf(slots) {
      const there = await stillThere(pool, slots);
      return slots.filter(({ handle }) => !there.has(handle));
    },
    async writeSeen() {
      const noted = new Map(seen);
      seen.clear();
      await writeLastSeen(pool, noted);
    },
    async sweep() {
      // A clock that jumps calls many times at once; once is enough.
      if (isSweeping) return;
      isSweeping = true;
      const nowMs = clock.nowMs();
      for (const [idHash, { browserSession }] of remembered) {
        if (browserSession.expiresMs > nowMs) continue;
        forget(idHash);
        endHere({ ...browserSession, isRotation: false });
      }
      try {
        await pool.query('delete from jar where expires_ms <= $1', [nowMs]);
      } finally {
        isSweeping = false;
      }
    },
  };
}
