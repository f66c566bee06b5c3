/** In the ticket of a sub-account that copies a strategy: it takes no orders of its own, so nothing is typed for it. */
import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';

export interface FollowingNoteProps {
  readonly strategy: string;
  readonly isRoomy: boolean;
  readonly className: string | undefined;
}

export function FollowingNote({ strategy, isRoomy, className }: FollowingNoteProps) {
  const { t } = useTranslation();
  return (
    <div className={cn('grid content-start justify-items-center gap-3 py-6 text-center', className)}>
      <Copy aria-hidden className="size-5 text-fg-3" />
      <p className="text-balance font-medium" data-testid="ticket-follows">
        {t(($) => $.ticket.follows, { strategy })}
      </p>
      <Link
        to="/account-overview/copy-trade/trading/{-$copyId}"
        params={{ copyId: undefined }}
        className={buttonVariants({ variant: 'outline', className: isRoomy ? 'h-11' : undefined })}
      >
        {t(($) => $.ticket.toCopies)}
      </Link>
    </div>
  );
}
