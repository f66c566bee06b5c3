/** The row between both sides, pinned: the last price, and the spread. */
import type { ReactNode } from 'react';
import { cn } from '#design/class-names.ts';

export function SpreadRow({
  price,
  spread,
  className,
}: {
  price: ReactNode;
  spread: ReactNode;
  className?: string | undefined;
}) {
  return (
    <div className={cn('flex h-8 items-center gap-1.5 border-border border-y px-3', className)}>
      <span className="font-semibold text-16">{price}</span>
      <span className="ml-auto text-11 text-fg-3">{spread}</span>
    </div>
  );
}
