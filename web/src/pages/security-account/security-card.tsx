/** One safeguard of the account: its name and state, what it is for, and its actions. */
import type { ReactNode } from 'react';
import { Card } from '#design/ui/figures/card.tsx';

export interface SecurityCardProps {
  readonly title: string;
  /** Beside the title. */
  readonly state?: ReactNode;
  readonly about?: ReactNode;
  readonly children: ReactNode;
  readonly testId: string;
}

export function SecurityCard({ title, state, about, children, testId }: SecurityCardProps) {
  return (
    <Card aria-label={title} data-testid={testId} className="grid content-start gap-3 max-md:p-4">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h2 className="text-16">{title}</h2>
        {state}
      </div>
      {about && <p className="text-fg-2">{about}</p>}
      {children}
    </Card>
  );
}
