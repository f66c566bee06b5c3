/** One-time tickets: each admits one socket as one actor, within thirty seconds (record 7). */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@mua/contract/limits';
import type { Clock } from '#ground/clock.ts';
import { sha256 } from '#ground/sha256.ts';
import type { Actor, EndedSessions } from '#http/actor.ts';

export interface SocketTickets {
  draw(actor: Actor): { readonly ticket: string; readonly expiresMs: number };
  /** The actor it was issued to; works once. */
  redeem(ticket: string): Actor | undefined;
  /** Invalidates the tickets of ended sessions. */
  end(ended: EndedSessions): void;
}

/** Unused tickets are few and short-lived; beyond this number the oldest are dropped. */
const OPEN_MAX = 50_000;

export function createSocketTickets(clock: Clock): SocketTickets {
  /** In order of issue, so the first are the oldest. */
  const open = new Map<string, { readonly actor: Actor; readonly expiresMs: number }>();

  function dropOld(nowMs: number): void {
    for (const [key, { expiresMs }] of open) {
      if (expiresMs > nowMs && open.size < OPEN_MAX) return;
      open.delete(key);
    }
  }

  return {
    draw(actor) {
      const nowMs = clock.nowMs();
      dropOld(nowMs);
      const ticket = randomBytes(32).toString('base64url');
      const expiresMs = nowMs + LIMITS.socketTicketMs;
      open.set(sha256(ticket), { actor, expiresMs });
      return { ticket, expiresMs };
    },
    redeem(ticket) {
      const key = sha256(ticket);
      const found = open.get(key);
      open.delete(key);
      return found && found.expiresMs > clock.nowMs() ? found.actor : undefined;
    },
    end({ browserSessionId, actors, isRotation }) {
      if (isRotation) return;
      const handles = new Set(actors.map(({ handle }) => handle));
      for (const [key, { actor }] of open)
        if (actor.browserSessionId === browserSessionId && handles.has(actor.handle)) open.delete(key);
    },
  };
}
