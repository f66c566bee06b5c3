/** Which product, market and clock this page talks to. */
import { readExtraInfo } from '@mua/contract/http/system';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { PUBLIC } from './contracts.ts';

export function extraInfoQuery() {
  return queryOptions({
    queryKey: [PUBLIC, 'extraInfo'] as const,
    queryFn: ({ signal }) => call(readExtraInfo, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
