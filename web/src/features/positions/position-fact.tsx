/** One named figure of a card. */
import type { ReactNode } from 'react';

export function PositionFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-11 text-fg-3">{name}</dt>
      <dd className="truncate font-medium">{children}</dd>
    </div>
  );
}
