/** Shows one named figure of a card, in its list of facts. */
import type { ReactNode } from 'react';

export function CardFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="truncate text-11 text-fg-3">{name}</dt>
      {/* The target of a button reaches further than its text. */}
      <dd className="truncate font-medium has-[button]:overflow-visible">{children}</dd>
    </div>
  );
}
