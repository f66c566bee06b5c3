/** A line below the header about a problem that affects every page. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface NoticeBarProps {
  readonly icon: LucideIcon;
  readonly testId: string;
  readonly children: ReactNode;
}

export function NoticeBar({ icon: Icon, testId, children }: NoticeBarProps) {
  return (
    <p
      role="status"
      data-testid={testId}
      className="flex shrink-0 items-start gap-2 border-border border-b bg-warning-soft px-4 py-1.5 text-12 text-warning"
    >
      <Icon aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}
