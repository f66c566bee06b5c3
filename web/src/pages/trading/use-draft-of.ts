/** Sets the ticket's draft to the contract on screen. */
import type { Side } from '@mua/core/values';
import { useLayoutEffect } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';

/**
 * Before anything is painted, so that a price picked in the book is never used for another contract. Buy and Sell on the
 * board arrive as a side in the address and open the ticket.
 */
export function useDraftOf(code: string, side: Side | undefined): void {
  useLayoutEffect(() => {
    const draft = useTicketDraft.getState();
    if (draft.contractCode !== code) draft.reset(code);
    if (side === undefined) return;
    draft.setSide(side);
    draft.requestFocus();
  }, [code, side]);
}
