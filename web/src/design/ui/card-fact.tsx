/** One named figure of a card, in its list of facts. */
import type { ReactNode } from 'react';

export function CardFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-11 text-fg-3">{name}</dt>
      <dd className="truncate font-medium">{children}</dd>
    </div>
  );
}
