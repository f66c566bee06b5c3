/**
 * The sockets of each browser session, or of each address without one: limited in number, and closed with their
 * session.
 */
import { LIMITS } from '@mua/contract/limits';
import type { Socket } from 'socket.io';
import type { Actor, EndedSessions } from '#http/actor.ts';

export interface BrowserSessionSockets {
  /**
   * False if the browser session has reached its limit. A socket leaves when it disconnects, and closes its connection
   * if no other socket is on it, because a connection without a feed would stay open unused.
   */
  admit(browserSessionId: string, socket: Socket, actor: Actor | undefined): boolean;
  /** The same for visitors without a browser session. */
  admitFrom(address: string, socket: Socket): boolean;
  end(ended: EndedSessions): void;
  /** Closes the sockets of expired browser sessions. */
  endExpired(nowMs: number): void;
  /** Who has sockets open. */
  actors(): readonly Actor[];
}

/** A whole office may share one address. */
const BROWSER_SESSIONS_PER_ADDRESS = 10;

export function createBrowserSessionSockets(): BrowserSessionSockets {
  const browserSessions = new Map<string, Map<Socket, Actor | undefined>>();
  /** Callbacks for the end of a connection: one listener each, however many sockets come and go on it. */
  const leaving = new WeakMap<Socket['conn'], Set<() => void>>();

  function admit(key: string, socket: Socket, actor: Actor | undefined, most: number): boolean {
    const sockets = browserSessions.get(key) ?? new Map<Socket, Actor | undefined>();
    // A connection that has closed already would never leave: its end has been reported.
    if (sockets.size >= most || socket.conn.readyState !== 'open') return false;
    sockets.set(socket, actor);
    browserSessions.set(key, sockets);
    onGone(socket, () => {
      sockets.delete(socket);
      if (sockets.size === 0 && browserSessions.get(key) === sockets) browserSessions.delete(key);
    });
    return true;
  }

  function onGone(socket: Socket, leave: () => void): void {
    const { conn } = socket;
    const all = leaving.get(conn) ?? leavingWith(conn);
    all.add(leave);
    socket.once('disconnect', () => {
      leave();
      all.delete(leave);
      if (all.size === 0) conn.close();
    });
  }

  /** A connection that ends before its socket is admitted ends without an event of that socket. */
  function leavingWith(conn: Socket['conn']): Set<() => void> {
    const all = new Set<() => void>();
    leaving.set(conn, all);
    conn.once('close', () => {
      for (const leave of all) leave();
    });
    return all;
  }

  /** `unauthorized` names user and handle, so that a late one signs out nobody else (docs/rules/people.md#sessions). */
  function signOut(socket: Socket, actor: Actor): void {
    socket.emit('unauthorized', { userId: actor.investorId, value: actor.handle });
    socket.disconnect(true);
  }

  return {
    admit: (browserSessionId, socket, actor) => admit(browserSessionId, socket, actor, LIMITS.socketsPerJar),
    admitFrom: (address, socket) =>
      admit(`address ${address}`, socket, undefined, LIMITS.socketsPerJar * BROWSER_SESSIONS_PER_ADDRESS),
    end({ browserSessionId, actors, isRotation }) {
      const handles = new Set(actors.map(({ handle }) => handle));
      for (const [socket, actor] of [...(browserSessions.get(browserSessionId) ?? [])]) {
        if (!actor || !handles.has(actor.handle)) continue;
        // The client reopens a closed connection, with a ticket of the new browser session id.
        if (isRotation) socket.conn.close();
        else signOut(socket, actor);
      }
    },
    actors: () => [...browserSessions.values()].flatMap((sockets) => [...sockets.values()].filter(isThere)),
    endExpired(nowMs) {
      for (const sockets of [...browserSessions.values()]) {
        for (const [socket, actor] of [...sockets]) if (actor && actor.expiresMs <= nowMs) signOut(socket, actor);
      }
    },
  };
}

function isThere(actor: Actor | undefined): actor is Actor {
  return actor !== undefined;
}
