/** Opens the scale of limit orders, which is loaded then. */
import { Rows4 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import type { Ticket } from '#features/order-ticket/use-ticket.ts';

const ScaleDialog = lazy(async () => ({
  default: (await import('#features/order-ticket/scale-dialog.tsx')).ScaleDialog,
}));

export function ScaleButton({ ticket, isRoomy = false }: { ticket: Ticket; isRoomy?: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (ticket.choice.owner !== 'ready' || ticket.choice.account?.copying?.role === 'FOLLOWS') return null;
  return (
    <>
      <IconButton
        label={t(($) => $.ticket.scale.title, { contract: ticket.contract.code })}
        size="icon-sm"
        className={isRoomy ? '-my-2.5 size-11' : undefined}
        data-testid="ticket-scale"
        onClick={() => setOpen(true)}
      >
        <Rows4 aria-hidden />
      </IconButton>
      {isOpen && (
        <Suspense>
          <ScaleDialog ticket={ticket} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
