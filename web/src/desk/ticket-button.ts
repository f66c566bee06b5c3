/**
 * Shares the ticket's button with other views of the same draft: a press there is a press here, with the ticket's two
 * steps and its issues. Null while no ticket is on screen.
 */
import { create } from 'zustand';
import { useTicketDraft } from '#orders/ticket-draft.ts';

export interface TicketButton {
  readonly contractCode: string;
  /** Its label: the order, or what is wrong with it. */
  readonly text: string;
  readonly isArmed: boolean;
  /** True while something must be corrected first. */
  readonly isBlocked: boolean;
  press(): void;
}

interface SharedButton {
  readonly button: TicketButton | null;
  share(button: TicketButton | null): void;
}

export const useTicketButton = create<SharedButton>()((set) => ({
  button: null,
  share: (button) => set({ button }),
}));

/**
 * Presses the ticket's button. Without a ticket on screen it brings the ticket up instead: nothing is sent that nobody
 * could read.
 */
export function pressTicket(contractCode: string): void {
  const { button } = useTicketButton.getState();
  if (button?.contractCode === contractCode && !button.isBlocked) button.press();
  else useTicketDraft.getState().requestFocus();
}
