/** Sets the ticket's draft to the contract on screen. */
import type { Side } from '@mua/core/values';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';

/**
 * Before anything is painted, so that a price picked in the book is never used for another contract. Buy and Sell on the
 * board arrive as a side in the address and open the ticket; it leaves the address, so that the same button works again
 * and a reload does not press it.
 */
export function useDraftOf(code: string, side: Side | undefined): void {
  const navigate = useNavigate();
  useLayoutEffect(() => {
    const draft = useTicketDraft.getState();
    if (draft.contractCode !== code) draft.reset(code);
    if (side === undefined) return;
    draft.pick({ side });
    void navigate({ to: '.', search: {}, replace: true });
  }, [code, side, navigate]);
}
