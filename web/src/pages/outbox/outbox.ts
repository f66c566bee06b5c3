/** Reads the mail and SMS that a demo would have sent. MODE=live has no such call. */
import { readOutbox } from '@mua/contract/http/outbox';
import { queryOptions } from '@tanstack/react-query';
import { PUBLIC } from '#market/contracts.ts';
import { call } from '#wire/call.ts';

export function outboxQuery() {
  return queryOptions({
    queryKey: [PUBLIC, 'outbox'] as const,
    queryFn: async ({ signal }) => (await call(readOutbox, { signal })).items,
    staleTime: 0,
  });
}
