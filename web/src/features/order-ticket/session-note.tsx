/** Nothing in an open market; in a paused one, why and until when, and what happens to an order meanwhile. */
import type { Contract } from '@mua/contract/entities/contract';
import { Moon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSessionText } from '#market/use-session-text.ts';

export function SessionNote({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { rest, text } = useSessionText(contract);
  if (rest === null) return null;
  return (
    <p
      role="status"
      data-testid="ticket-session"
      className="flex items-start gap-1.5 rounded-md bg-surface-2 px-2.5 py-1.5 text-12 leading-4"
    >
      <Moon aria-hidden className="mt-px size-3.5 shrink-0 text-fg-3" />
      <span>
        <span className="block font-medium tabular-nums">{text}</span>
        <span className="text-fg-2 max-md:hidden">{t(($) => $.ticket.waitsForOpen)}</span>
      </span>
    </p>
  );
}
