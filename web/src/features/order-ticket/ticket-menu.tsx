/** More that the ticket can do: a pair of orders, a scale, templates. Each is loaded when it is opened, here or by a key. */
import { Ellipsis } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';
import { withTicketMoreWords } from '#i18n/i18n.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useShortcut } from '#session/shortcuts.ts';

const ScaleDialog = lazy(async () => ({
  default: (await withTicketMoreWords(() => import('#features/order-ticket/scale-dialog.tsx'))).ScaleDialog,
}));
const OcoDialog = lazy(async () => ({
  default: (await withTicketMoreWords(() => import('#features/order-ticket/oco-dialog.tsx'))).OcoDialog,
}));
const TemplateDialog = lazy(async () => ({
  default: (await withTicketMoreWords(() => import('#features/order-ticket/template-dialog.tsx'))).TemplateDialog,
}));

interface TicketMenuProps {
  readonly ticket: Ticket;
  readonly isRoomy?: boolean;
}

export function TicketMenu(props: TicketMenuProps) {
  const { choice } = props.ticket;
  const isOffered = choice.owner === 'ready' && choice.account?.copying?.role !== 'FOLLOWS';
  return isOffered ? <OfferedMenu {...props} /> : null;
}

function OfferedMenu({ ticket, isRoomy = false }: TicketMenuProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<'oco' | 'scale' | 'templates' | null>(null);
  const open = (dialog: 'oco' | 'scale' | 'templates') => {
    // What is open may have something written in it: a key does not take it away, and another sub-account neither.
    if (opened !== null) return;
    ticket.draft.keepOwner(ticket.choice.actor);
    setOpened(dialog);
  };
  const close = () => {
    const { revision, firstRevision, keepOwner } = useTicketDraft.getState();
    if (revision === firstRevision) keepOwner(null);
    setOpened(null);
  };
  useShortcut('openOco', () => open('oco'));
  useShortcut('openScale', () => open('scale'));
  useShortcut('openTemplates', () => open('templates'));
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={t(($) => $.chart.more)}
            className={isRoomy ? '-my-2.5 size-11' : undefined}
            data-testid="ticket-more"
          >
            <Ellipsis aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          <DropdownMenuItem data-testid="ticket-oco" onSelect={() => open('oco')}>
            {t(($) => $.ticket.ocoOf, { contract: ticket.contract.code })}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="ticket-scale" onSelect={() => open('scale')}>
            {t(($) => $.ticket.scaleOf, { contract: ticket.contract.code })}
          </DropdownMenuItem>
          <DropdownMenuItem data-testid="ticket-templates" onSelect={() => open('templates')}>
            {t(($) => $.ticket.templates)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <Suspense>
        {opened === 'oco' && <OcoDialog ticket={ticket} onClose={close} />}
        {opened === 'scale' && <ScaleDialog ticket={ticket} onClose={close} />}
        {opened === 'templates' && <TemplateDialog ticket={ticket} onClose={close} />}
      </Suspense>
    </>
  );
}
