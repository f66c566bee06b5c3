/**
 * The footer, 28 px high: the version (docs/rules/screens.md#network-indicator) and the clock that all times refer to.
 */
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';

export interface FooterProps {
  readonly version: string;
  readonly isSimulated?: boolean;
  /** On the right: the network indicator. */
  readonly status?: ReactNode;
  readonly className?: string | undefined;
}

export function Footer({ version, isSimulated = false, status, className }: FooterProps) {
  const { t } = useTranslation();
  return (
    <footer
      className={cn(
        'flex h-footer shrink-0 items-center gap-4 whitespace-nowrap border-border border-t bg-surface pr-2 pl-4 text-11 text-fg-3 max-md:h-11',
        className,
      )}
    >
      <span>{t(($) => $.shell.footer.version, { version })}</span>
      {isSimulated && (
        <>
          <span aria-hidden className="h-3 w-px bg-border-strong" />
          <span>{t(($) => $.shell.footer.simulated)}</span>
        </>
      )}
      <span className="ml-auto min-w-0 truncate pr-2">{t(($) => $.shell.footer.timeZone)}</span>
      {status}
    </footer>
  );
}
