/** Building blocks of the preview: a section of the page, and one component with the name of its state below it. */
import type { ReactNode } from 'react';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';

export function Section({
  title,
  className,
  children,
}: {
  title: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <Card className={cn('p-4', className)}>
      <h2 className="mb-3 font-medium text-12 text-fg-2">{title}</h2>
      {children}
    </Card>
  );
}

export function Specimen({
  state,
  className,
  children,
}: {
  state: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className={cn('grid justify-items-start gap-1', className)}>
      {children}
      <span className="text-11 text-fg-3">{state}</span>
    </div>
  );
}

export function Wrap({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={cn('flex flex-wrap items-start gap-x-3.5 gap-y-3', className)}>{children}</div>;
}

/** Forces states that otherwise need a pointer or the keyboard. */
export const HELD = {
  primaryHover: 'bg-primary-hover',
  ghostHover: 'bg-surface-3 text-foreground',
  focus: 'outline-2 outline-offset-1 outline-ring',
  inputFocus: 'border-ring shadow-[0_0_0_1px_var(--ring)]',
};
