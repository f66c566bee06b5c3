/**
 * Which sockets belong to which browser session, or without one to which address: so many at most, and gone when their
 * session is.
 */
import { LIMITS } from '@mua/contract/limits';
import type { Socket } from 'socket.io';
import type { Actor, EndedSessions } from '#http/actor.ts';

export interface BrowserSessionSockets {
  /**
   * False when the browser session has as many as it may. The socket leaves by itself when it disconnects, and takes
   * its connection along when no other is on it: one without a feed would be open and nobody's.
   */
  admit(browserSessionId: string, socket: Socket, actor: Actor | undefined): boolean;
  /** The same for visitors without a browser session. */
  admitFrom(address: string, socket: Socket): boolean;
  end(ended: EndedSessions): void;
  /** Ends the sockets of browser sessions that are too old. */
  endExpired(nowMs: number): void;
}

/** A whole office may stand behind one address. */
const BROWSER_SESSIONS_PER_ADDRESS = 10;

export function createBrowserSessionSockets(): BrowserSessionSockets {
  const browserSessions = new Map<string, Map<Socket, Actor | undefined>>();
  /** How the sockets of a connection leave. Each is listened to once, however many sockets come and go on it. */
  const leaving = new WeakMap<Socket['conn'], Set<() => void>>();

  function admit(key: string, socket: Socket, actor: Actor | undefined, most: number): boolean {
    const sockets = browserSessions.get(key) ?? new Map<Socket, Actor | undefined>();
    // Whoever has gone meanwhile would never leave: its end has been told already.
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

  /** A connection that ends before its socket got in ends without that socket's word. */
  function leavingWith(conn: Socket['conn']): Set<() => void> {
    const all = new Set<() => void>();
    leaving.set(conn, all);
    conn.once('close', () => {
      for (const leave of all) leave();
    });
    return all;
  }

  /** `unauthorized` names user and handle, so that a late one signs nobody else out (docs/rules/people.md#sessions). */
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
        // A closed connection is opened again by the client, with a ticket that the new browser session id draws.
        if (isRotation) socket.conn.close();
        else signOut(socket, actor);
      }
    },
    endExpired(nowMs) {
      for (const sockets of [...browserSessions.values()]) {
        for (const [socket, actor] of [...sockets]) if (actor && actor.expiresMs <= nowMs) signOut(socket, actor);
      }
    },
  };
}
