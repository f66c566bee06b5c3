/** For whoever shows the ticket of a contract: called once for each time that its draft is to be seen. */
import { useEffect, useEffectEvent } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export function useSummons(contractCode: string, onSummoned: () => void): void {
  const isSummoned = useTicketDraft((draft) => draft.isSummoned && draft.contractCode === contractCode);
  const come = useEffectEvent(onSummoned);
  useEffect(() => {
    if (!isSummoned) return;
    useTicketDraft.setState({ isSummoned: false });
    come();
  }, [isSummoned]);
}
