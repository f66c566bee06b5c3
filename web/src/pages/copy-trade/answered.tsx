/** Shows what a query brought, else that it is on its way, or why it did not come and how to try again. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface AnsweredProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Name of the panel as used inside a sentence. */
  readonly panel: string;
  /** In the shape of what comes. */
  readonly waiting: ReactNode;
  readonly children: (data: T) => ReactNode;
}

export function Answered<T>({ query: { data, error, refetch }, panel, waiting, children }: AnsweredProps<T>) {
  if (data !== undefined) return children(data);
  if (error) return <ErrorPanel panel={panel} code={errorCodeOf(error)} onRetry={() => void refetch()} />;
  return waiting;
}
