import type { ComponentProps } from 'react';
import { cn } from '#design/class-names.ts';

export function Kbd({ className, ...props }: ComponentProps<'kbd'>) {
  return (
    <kbd
      className={cn(
        'rounded-[4px] border border-border-strong bg-surface-2 px-1.25 font-medium font-sans text-11 text-fg-3 leading-4',
        className,
      )}
      {...props}
    />
  );
}
