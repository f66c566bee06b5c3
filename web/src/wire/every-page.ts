/** Reads a list that comes in pages to its last page: for what is counted or cancelled the newest page is not enough. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';

type PagedQuery = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'>;

/** A page that could not be read is not asked for again before the list itself is. */
export function useEveryPage({ hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: PagedQuery): void {
  useEffect(() => {
    if (!hasNextPage || isFetching || isFetchNextPageError) return;
    // Several parts of the page read the same list: the first of them fetches for all.
    void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
