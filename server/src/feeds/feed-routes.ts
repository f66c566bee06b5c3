/** Tickets for the investor feed. */
import { drawSocketTicket } from '@mua/contract/http/system';
import { type Bind, ok } from '#http/bind-route';
import { instantText } from '#http/wire-text';
import type { SocketTickets } from './socket-tickets.ts';

export function bindFeedRoutes(bind: Bind, tickets: SocketTickets): void {
  bind(drawSocketTicket, ({ actor }) => {
    const { ticket, expiresMs } = tickets.draw(actor);
    return ok({ ticket, expiresAt: instantText(expiresMs) });
  });
}
