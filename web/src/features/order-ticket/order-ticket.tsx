/** The ticket as a panel of the desk: its header names the account, its keys are B and S. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import { type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { onNextFrame } from '#clock/frame.ts';
import { useFocusRequest } from '#desk/ticket-focus-request.ts';
import { AccountChoice, DraftElsewhere } from '#features/order-ticket/account-choice.tsx';
import { TicketForm } from '#features/order-ticket/ticket-form.tsx';
import { TicketMenu } from '#features/order-ticket/ticket-menu.tsx';
import { useTicket } from '#features/order-ticket/use-ticket.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useShortcut } from '#session/shortcuts.ts';

export function OrderTicket({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const ticket = useTicket(contract);
  const panel = useRef<HTMLElement>(null);
  useSideKeys(panel);
  // A menu that requested it keeps the focus until it has closed.
  useFocusRequest(contract.code, () => onNextFrame(() => panel.current && focusNextField(panel.current)));
  return (
    <section
      ref={panel}
      data-slot="order-ticket"
      aria-label={t(($) => $.ticket.title)}
      className="flex min-h-0 flex-col bg-surface"
    >
      <header className="flex h-panel-head shrink-0 items-center justify-between gap-2 border-border border-b pr-2 pl-3">
        <h2 className="mr-auto truncate text-13">{t(($) => $.ticket.title)}</h2>
        <TicketMenu ticket={ticket} />
        <AccountChoice choice={ticket.choice} />
      </header>
      <DraftElsewhere choice={ticket.choice} />
      <TicketForm ticket={ticket} className="min-h-0 overflow-y-auto p-3" />
    </section>
  );
}

/** Focuses the first incomplete field, otherwise the lots; on touch, an on-screen keyboard would cover the ticket. */
function focusNextField(ticket: HTMLElement): void {
  if (window.matchMedia('(pointer: coarse)').matches) return;
  // The risk is only a way to the lots.
  const fields = [...ticket.querySelectorAll<HTMLInputElement>('form input[inputmode]:enabled:not([name="risk"])')];
  // Among the typed fields, only the lots take nothing but digits.
  const next = fields.find(({ value }) => value === '') ?? fields.find(({ inputMode }) => inputMode === 'numeric');
  next?.focus();
  next?.select();
}

/**
 * The keys choose the side and focus it: from there Tab moves through the order, and the keys still change the side.
 */
function useSideKeys(panel: RefObject<HTMLElement | null>): void {
  const choose = (side: Side) => {
    useTicketDraft.getState().setSide(side);
    panel.current?.querySelector<HTMLElement>(`[role="radio"][data-value="${side}"]`)?.focus();
  };
  useShortcut('buy', () => choose('BUY'));
  useShortcut('sell', () => choose('SELL'));
}
