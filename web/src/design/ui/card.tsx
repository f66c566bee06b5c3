/** Panels meet in hairlines on the desk; cards stand apart on account pages. */
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      data-slot="card"
      className={cn('min-w-0 rounded-lg border border-border bg-surface p-5', className)}
      {...props}
    />
  );
}

export function CardTitle({ className, children, ...props }: ComponentProps<'h2'>) {
  return (
    <h2 className={cn('font-semibold text-16', className)} {...props}>
      {children}
    </h2>
  );
}

export function Panel({ className, ...props }: ComponentProps<'section'>) {
  return <section data-slot="panel" className={cn('flex min-h-0 min-w-0 flex-col bg-surface', className)} {...props} />;
}

/** 36 high, title left, actions right as 28 px icon buttons. */
export function PanelHead({
  title,
  children,
  className,
}: {
  title: ReactNode;
  children?: ReactNode;
  className?: string | undefined;
}) {
  return (
    <header className={cn('flex h-panel-head shrink-0 items-center gap-2 border-border border-b px-3', className)}>
      <h2 className="whitespace-nowrap font-semibold text-13">{title}</h2>
      {children && <div className="ml-auto flex items-center gap-1">{children}</div>}
    </header>
  );
}
