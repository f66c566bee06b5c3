/** A price or a size that is picked where no ticket can be seen: it fills the ticket, which is then shown. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, Ticks } from '@mua/core/values';
import { useCallback } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export function useShownPicks({ decimalFormat: grid }: Contract) {
  const onPrice = useCallback((ticks: Ticks) => useTicketDraft.getState().pick({ price: { ticks, grid } }), [grid]);
  const onLots = useCallback((lots: Lots) => useTicketDraft.getState().pick({ lots }), []);
  return { onPrice, onLots };
}
