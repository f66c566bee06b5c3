/** Shares the ticket's button with the chart, so that the draft's line is confirmed by the same one. */
import { useEffect, useRef } from 'react';
import { useTicketButton } from '#desk/ticket-button.ts';
import { useButtonText } from '#features/order-ticket/button-text.ts';
import type { TicketSending } from '#features/order-ticket/use-sending.ts';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';

export function useSharedButton(ticket: Ticket, { isArmed, press }: TicketSending): void {
  const { share } = useTicketButton.getState();
  const text = useButtonText(ticket, isArmed);
  const isBlocked = ticket.issues.errors.length > 0;
  const contractCode = ticket.contract.code;
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    share({ contractCode, text, isArmed, isBlocked, press: () => latest.current() });
  }, [share, contractCode, text, isArmed, isBlocked]);
  useEffect(() => () => share(null), [share]);
}
