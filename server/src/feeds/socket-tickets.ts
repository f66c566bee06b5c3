/**
 * One-time tickets: each admits one socket as one actor, within thirty seconds (record 7). A ticket says sealed for whom
 * it is, so that any process of the installation may take it; a row says that it was taken (record 165).
 */
import { randomBytes } from 'node:crypto';
import { LIMITS } from '@mua/contract/limits';
import type pg from 'pg';
import { z } from 'zod';
import type { Clock } from '#ground/clock.ts';
import type { Secrets } from '#ground/secrets.ts';
import type { Actor, EndedSessions, SlotHandle } from '#http/actor.ts';

export interface SocketTickets {
  draw(actor: Actor): { readonly ticket: string; readonly expiresMs: number };
  /** The actor it was issued to, if they are still signed in; works once. */
  redeem(ticket: string): Promise<Actor | undefined>;
  /** Whoever is signed out while their ticket is looked at is not let in. */
  end(ended: EndedSessions): void;
  /** Removes the rows of tickets that have expired. */
  sweep(): Promise<void>;
}

export interface SocketTicketsDeps {
  readonly pool: pg.Pool;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Whom it names now. */
  readonly actorOf: (slot: SlotHandle, isProgram: boolean) => Promise<Actor | undefined>;
}

/** What is sealed for it opens as nothing else. */
const ABOUT = 'socket ticket';

/** In this order, to be short: ticket, its end in ms, browser session, handle, whether a program acts. */
const sealedTicket = z.tuple([z.string(), z.number(), z.string(), z.string(), z.boolean()]);

export function createSocketTickets({ pool, clock, secrets, actorOf }: SocketTicketsDeps): SocketTickets {
  /** Those that are being looked at. */
  const underWay = new Set<{ readonly slot: SlotHandle; isEnded: boolean }>();

  function opened(ticket: string): z.infer<typeof sealedTicket> | undefined {
    try {
      return sealedTicket.parse(JSON.parse(secrets.open(ticket, ABOUT)));
    } catch {
      return undefined;
    }
  }

  /** Of several who show it at once, one is the first. */
  async function take(ticketId: string, expiresMs: number): Promise<boolean> {
    const taken = await pool.query({
      name: 'take-socket-ticket',
      text: 'insert into redeemed_ticket (ticket_id, expires_ms) values ($1, $2) on conflict do nothing',
      values: [ticketId, expiresMs],
    });
    return taken.rowCount === 1;
  }

  return {
    draw({ browserSessionId, handle, grant }) {
      const expiresMs = clock.nowMs() + LIMITS.socketTicketMs;
      const ticketId = randomBytes(12).toString('base64url');
      const said: z.infer<typeof sealedTicket> = [ticketId, expiresMs, browserSessionId, handle, grant !== undefined];
      return { ticket: secrets.seal(JSON.stringify(said), ABOUT), expiresMs };
    },
    async redeem(ticket) {
      const said = opened(ticket);
      if (!said) return undefined;
      const [ticketId, expiresMs, browserSessionId, handle, isProgram] = said;
      if (expiresMs <= clock.nowMs() || !(await take(ticketId, expiresMs))) return undefined;
      const look = { slot: { browserSessionId, handle }, isEnded: false };
      underWay.add(look);
      try {
        const actor = await actorOf(look.slot, isProgram);
        return look.isEnded ? undefined : actor;
      } finally {
        underWay.delete(look);
      }
    },
    end({ browserSessionId, actors, isRotation }) {
      if (isRotation) return;
      for (const look of underWay)
        if (look.slot.browserSessionId === browserSessionId && actors.some(({ handle }) => handle === look.slot.handle))
          look.isEnded = true;
    },
    async sweep() {
      await pool.query('delete from redeemed_ticket where expires_ms <= $1', [clock.nowMs()]);
    },
  };
}
