/** Shows what a query brought, else that it is on its way, or why it did not come and how to try again. */
import { ERRORS } from '@mua/contract/errors';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { isErrorCode } from '#i18n/error-text.ts';
import { errorCodeOf } from '#signed-in/actor.ts';

export interface AnsweredProps<T> {
  readonly query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>;
  /** Name of the panel as used inside a sentence. */
  readonly panel: string;
  /** In the shape of what comes. */
  readonly waiting: ReactNode;
  /** Of a page: its heading and the way back, for when nothing came that has them. */
  readonly head?: ReactNode;
  readonly children: (data: T) => ReactNode;
}

export function Answered<T>({ query, panel, waiting, head, children }: AnsweredProps<T>) {
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (!error) return waiting;
  const code = errorCodeOf(error);
  return (
    <>
      {head}
      <ErrorPanel panel={panel} code={code} {...(mayComeYet(code) && { onRetry: () => void refetch() })} />
    </>
  );
}

/** What is not there does not come by trying again. */
function mayComeYet(code: string): boolean {
  return !isErrorCode(code) || ERRORS[code].next !== 'back';
}
