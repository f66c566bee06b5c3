/** Draws cards, which stand apart on account pages; panels of the desk meet in hairlines. */
import type { ComponentProps } from 'react';
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
