/**
 * Reads a list again when a figure that the account's feed brings says that it has changed elsewhere: in another tab, on
 * a phone, at an operator's desk. Lists without a feed of their own would stand beside figures that contradict them.
 */
import { hashKey, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

/** `figure` is undefined while it loads; its first value says nothing. */
export function useReadAgainWhen(figure: string | undefined, queryKey: QueryKey): void {
  const client = useQueryClient();
  const seen = useRef(figure);
  const hash = hashKey(queryKey);
  useEffect(() => {
    const before = seen.current;
    seen.current = figure;
    if (before === undefined || figure === undefined || before === figure) return;
    void client.invalidateQueries({ predicate: (query) => query.queryHash === hash });
  }, [client, figure, hash]);
}
