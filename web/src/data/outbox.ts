/** What a demo would have sent by mail and SMS. In MODE=live there is no such call. */
import { readOutbox } from '@mua/contract/http/outbox';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#data/call.ts';
import { PUBLIC } from '#data/contracts.ts';

export function outboxQuery() {
  return queryOptions({
    queryKey: [PUBLIC, 'outbox'] as const,
    queryFn: async ({ signal }) => (await call(readOutbox, { signal })).items,
    staleTime: 0,
  });
}
