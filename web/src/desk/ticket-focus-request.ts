/** Calls back once for each request to focus the draft, for the component that shows the ticket of a contract. */
import { useEffect, useEffectEvent } from 'react';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export function useFocusRequest(contractCode: string, onFocusRequested: () => void): void {
  const isFocusRequested = useTicketDraft((draft) => draft.isFocusRequested && draft.contractCode === contractCode);
  const come = useEffectEvent(onFocusRequested);
  useEffect(() => {
    if (!isFocusRequested) return;
    useTicketDraft.setState({ isFocusRequested: false });
    come();
  }, [isFocusRequested]);
}
