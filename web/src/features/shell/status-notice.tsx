/**
 * Shown below the header for investors who may not trade yet: their status, and their next step. Some statuses are
 * changed by others, so it refreshes itself; a new status may also mean other sub-accounts.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { FileSignature, Hourglass, type LucideIcon, PencilLine, ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { accountsQuery, meQuery } from '#signed-in/accounts.ts';
import { type KeptOut, STEP_PAGES, StatusStep } from '#signed-in/status-step.tsx';

const LOOK_AGAIN_MS = 10_000;
const MOVED_BY_OTHERS: ReadonlySet<string> = new Set<KeptOut>(['PENDING', 'PENDING_ACTIVATE']);

/** Something is wrong, not just unfinished. */
const WARNS: ReadonlySet<KeptOut> = new Set(['INCOMPLETE', 'REJECTED', 'INACTIVE']);

const ICONS: Partial<Record<KeptOut, LucideIcon>> = {
  DRAFT: PencilLine,
  PENDING: Hourglass,
  PENDING_ACTIVATE: FileSignature,
};

export function StatusNotice({ userId }: { readonly userId: string }) {
  const { t } = useTranslation();
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') });
  const { data: me } = useQuery({
    ...meQuery(userId),
    refetchInterval: ({ state }) => (MOVED_BY_OTHERS.has(state.data?.status ?? '') ? LOOK_AGAIN_MS : false),
  });
  const status = me?.status;
  useFreshAccounts(userId, status);
  if (!me || !status || status === 'ACTIVE') return null;
  // The page itself says all of it.
  if (pathname === STEP_PAGES[status]) return null;
  const Icon = ICONS[status] ?? ShieldAlert;
  return (
    <section
      aria-label={t(($) => $.identification.status)}
      data-testid="status-notice"
      className={cn(
        'flex shrink-0 items-center gap-3 border-border border-b px-4 py-1.5 max-md:not-low:py-2',
        WARNS.has(status) ? 'bg-warning-soft' : 'bg-primary-soft',
      )}
    >
      <Icon aria-hidden className={cn('size-4 shrink-0', WARNS.has(status) ? 'text-warning' : 'text-primary-text')} />
      <p role="status" className="min-w-0 flex-1 text-12 max-md:line-clamp-3">
        <span className="mr-2 font-semibold">{t(($) => $.accounts.reason[status])}</span>
        {me.statusReason ?? t(($) => $.words.nextStep[status])}
      </p>
      <StatusStep
        status={status}
        className={cn(buttonVariants({ size: 'sm', variant: 'outline' }), 'shrink-0 bg-surface max-md:not-low:h-11')}
      />
    </section>
  );
}

/** Requests the sub-accounts again when this status ends, whatever follows. */
function useFreshAccounts(userId: string, status: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (status === undefined) return;
    return () => void client.invalidateQueries({ queryKey: accountsQuery(userId).queryKey });
  }, [client, userId, status]);
}
