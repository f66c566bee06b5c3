/** Says why a list is empty and what to do next. */
import { ListFilter, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export interface EmptyStateProps {
  readonly title: ReactNode;
  readonly hint?: ReactNode;
  readonly action?: ReactNode;
  readonly icon?: LucideIcon;
  readonly className?: string | undefined;
}

export function EmptyState({ title, hint, action, icon: Icon = ListFilter, className }: EmptyStateProps) {
  return (
    <div data-slot="empty" className={cn('grid justify-items-center gap-1 px-3 py-5 text-center', className)}>
      <Icon aria-hidden className="mb-1 size-5 text-fg-3" />
      <p className="font-medium">{title}</p>
      {hint && <p className="max-w-80 text-12 text-fg-3">{hint}</p>}
      {action && <div className="mt-2 max-md:[&_:is(a,button)]:min-h-11">{action}</div>}
    </div>
  );
}
