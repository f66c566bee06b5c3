/** The ticket as a panel of the desk: its head names the account, its keys are B and S. */
import type { Contract } from '@mua/contract/entities/contract';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTicketDraft } from '#data/ticket-draft.ts';
import { useToastsBeside } from '#design/toast-place.ts';
import { useShortcut } from '#session/shortcuts.ts';
import { AccountChoice, DraftElsewhere } from './account-choice.tsx';
import { TicketForm } from './ticket-form.tsx';
import { useTicket } from './use-ticket.ts';

export function OrderTicket({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const ticket = useTicket(contract);
  useSideKeys();
  const panel = useRef<HTMLElement>(null);
  useToastsBeside(panel);
  return (
    <section
      ref={panel}
      data-slot="order-ticket"
      aria-label={t(($) => $.ticket.title)}
      className="flex min-h-0 flex-col bg-surface"
    >
      <header className="flex h-panel-head shrink-0 items-center justify-between gap-2 border-border border-b pr-2 pl-3">
        <h2 className="truncate text-13">{t(($) => $.ticket.title)}</h2>
        <AccountChoice choice={ticket.choice} />
      </header>
      <DraftElsewhere choice={ticket.choice} />
      <TicketForm ticket={ticket} className="min-h-0 overflow-y-auto p-3" />
    </section>
  );
}

function useSideKeys(): void {
  useShortcut('buy', () => useTicketDraft.getState().setSide('BUY'));
  useShortcut('sell', () => useTicketDraft.getState().setSide('SELL'));
}
