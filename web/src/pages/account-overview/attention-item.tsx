/** One row of what needs attention: a sign, what it is, and what belongs below it. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export interface AttentionItemProps {
  readonly icon: LucideIcon;
  readonly tone: string;
  readonly children: ReactNode;
  readonly below?: ReactNode;
}

export function AttentionItem({ icon: Icon, tone, children, below }: AttentionItemProps) {
  return (
    <li className="border-border border-t">
      <div className="flex items-start gap-2.5 px-5 py-2.5">
        <Icon aria-hidden className={cn('mt-0.5 size-4 shrink-0', tone)} />
        <div className="min-w-0">{children}</div>
      </div>
      {below}
    </li>
  );
}
