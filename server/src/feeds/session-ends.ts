/**
 * Sockets and tickets end with their sessions: as it is told and, where neighbours end sessions too, whose word may be
 * lost, as it is found in the database every few seconds.
 */
import type { FastifyBaseLogger } from 'fastify';
import type { BrowserSessionSockets } from '#feeds/browser-session-sockets.ts';
import type { SocketTickets } from '#feeds/socket-tickets.ts';
import type { Clock } from '#ground/clock.ts';
import { LOOK_AGAIN_MS } from '#ground/neighbours.ts';
import type { Actor, SessionEnds } from '#http/actor.ts';

/** Asked for in one statement, so that thousands of sockets hold up nobody. */
const TOGETHER = 1_000;

export interface SessionEndsDeps {
  readonly browserSessions: SessionEnds;
  readonly grants: SessionEnds;
  readonly tickets: Pick<SocketTickets, 'end'>;
  readonly sockets: Pick<BrowserSessionSockets, 'actors' | 'end'>;
  readonly hasNeighbours: boolean;
  /** Real time. */
  readonly wall: Pick<Clock, 'every'>;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Returns how to stop. */
export function endWithSessions(deps: SessionEndsDeps): () => void {
  const { browserSessions, grants, tickets, sockets, hasNeighbours, wall, log } = deps;
  for (const sessions of [browserSessions, grants]) {
    sessions.onEnded((ended) => {
      tickets.end(ended);
      sockets.end(ended);
    });
  }
  if (!hasNeighbours) return () => {};
  let isLooking = false;
  return wall.every(LOOK_AGAIN_MS, () => {
    if (isLooking) return;
    isLooking = true;
    endGone(deps)
      .catch((err: unknown) => log.warn({ err }, 'it was not looked whose sockets should end'))
      .finally(() => {
        isLooking = false;
      });
  });
}

async function endGone({ browserSessions, grants, sockets }: SessionEndsDeps): Promise<void> {
  const [people, programs]: [Actor[], Actor[]] = [[], []];
  for (const actor of sockets.actors()) (actor.grant ? programs : people).push(actor);
  for (const [sessions, actors] of [[browserSessions, people] as const, [grants, programs] as const]) {
    for (let from = 0; from < actors.length; from += TOGETHER)
      for (const { browserSessionId, handle } of await sessions.goneOf(actors.slice(from, from + TOGETHER)))
        sockets.end({ browserSessionId, actors: [{ handle }], isRotation: false });
  }
}
