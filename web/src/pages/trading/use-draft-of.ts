/** Sets the ticket's draft to the contract on screen. */
import { type Lots, type PriceGrid, priceFromText, type Side } from '@mua/core/values';
import { useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';

/** What an address asks of the ticket. */
export interface AskedOrder {
  readonly side?: Side | undefined;
  readonly lots?: Lots | undefined;
  /** As the wire writes it; what is not on the contract's grid is left to the market. */
  readonly price?: string | undefined;
}

/**
 * Before anything is painted, so that a price picked in the book is never used for another contract. What the board's Buy
 * and Sell and the margin calculator ask for arrives in the address and opens the ticket; it leaves the address, so that the
 * same button works again and a reload does not press it. `grid` is undefined until the contract is known.
 */
export function useDraftOf(code: string, { side, lots, price }: AskedOrder, grid: PriceGrid | undefined): void {
  const navigate = useNavigate();
  useLayoutEffect(() => {
    const draft = useTicketDraft.getState();
    if (draft.contractCode !== code) draft.reset(code);
    if (side === undefined && lots === undefined && price === undefined) return;
    if (price !== undefined && !grid) return;
    const read = price === undefined || !grid ? null : priceFromText(price, grid);
    const asked = {
      ...(side === undefined ? {} : { side }),
      ...(lots === undefined ? {} : { lots }),
      ...(read?.kind === 'price' && grid ? { price: { ticks: read.ticks, grid } } : {}),
    };
    // A side alone goes into whatever is written.
    if (lots === undefined && price === undefined) draft.pick(asked);
    else draft.ask(asked);
    void navigate({ to: '.', search: {}, replace: true });
  }, [code, side, lots, price, grid, navigate]);
}
