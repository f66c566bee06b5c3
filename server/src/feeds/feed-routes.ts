/** Tickets for the investor feed. */
import { drawSocketTicket } from '@mua/contract/http/system';
import type { SocketTickets } from '#feeds/socket-tickets.ts';
import { type Bind, ok } from '#http/bind-route.ts';
import { instantText } from '#wire/wire-text.ts';

export function bindFeedRoutes(bind: Bind, tickets: SocketTickets): void {
  bind(drawSocketTicket, ({ actor }) => {
    const { ticket, expiresMs } = tickets.draw(actor);
    return ok({ ticket, expiresAt: instantText(expiresMs) });
  });
}
