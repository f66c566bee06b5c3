/** Puts an order into the ticket and the ticket's contract on the desk: closing a position, doing an order again. */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { type DraftOrder, useTicketDraft } from '#orders/ticket-draft.ts';

export function useOpenTicket(): (order: DraftOrder) => void {
  const navigate = useNavigate();
  return useCallback(
    (order) => {
      useTicketDraft.getState().fill(order);
      void navigate({ to: '/trading/$code', params: { code: order.contractCode } });
    },
    [navigate],
  );
}
