/** Which sockets belong to which jar: so many at most, and gone when their session is. */
import { LIMITS } from '@mua/contract/limits';
import type { Socket } from 'socket.io';
import type { Actor, EndedSessions } from '#http/actor';

export interface JarSockets {
  /** False when the jar has as many as it may. The socket leaves by itself when it disconnects. */
  admit(jarId: string, socket: Socket, actor: Actor | undefined): boolean;
  end(ended: EndedSessions): void;
  /** Ends the sockets of jars that are too old. */
  endExpired(nowMs: number): void;
}

export function createJarSockets(): JarSockets {
  const jars = new Map<string, Map<Socket, Actor | undefined>>();

  /** `unauthorized` names user and handle, so that a late one signs nobody else out (spec 4). */
  function signOut(socket: Socket, actor: Actor): void {
    socket.emit('unauthorized', { userId: actor.investorId, value: actor.handle });
    socket.disconnect(true);
  }

  return {
    admit(jarId, socket, actor) {
      const sockets = jars.get(jarId) ?? new Map<Socket, Actor | undefined>();
      if (sockets.size >= LIMITS.socketsPerJar) return false;
      sockets.set(socket, actor);
      jars.set(jarId, sockets);
      socket.conn.once('close', () => {
        sockets.delete(socket);
        if (sockets.size === 0 && jars.get(jarId) === sockets) jars.delete(jarId);
      });
      return true;
    },
    end({ jarId, actors, isRotation }) {
      const handles = new Set(actors.map((actor) => actor.handle));
      for (const [socket, actor] of [...(jars.get(jarId) ?? [])]) {
        if (!actor || !handles.has(actor.handle)) continue;
        // A closed connection is opened again by the client, with a ticket that the new jar id draws.
        if (isRotation) socket.conn.close();
        else signOut(socket, actor);
      }
    },
    endExpired(nowMs) {
      for (const sockets of [...jars.values()]) {
        for (const [socket, actor] of [...sockets]) if (actor && actor.expiresMs <= nowMs) signOut(socket, actor);
      }
    },
  };
}
