/**
 * Reads what third-party programs ask an investor for, and what was granted (docs/rules/people.md#programs; record
 * 103). A request names its own terms: the server checks them to the letter; here they are only passed on.
 */
import {
  type AuthorizationQuery,
  authorizationQuery,
  authorize,
  listGrants,
  readAuthorization,
  revokeGrant,
} from '@mua/contract/http/oauth';
import type { BodyOf } from '@mua/contract/route';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { callAs } from '#signed-in/actor.ts';
import { CallError } from '#wire/call.ts';

/** Reads the parameters of OAuth from an address and drops others, as RFC 6749 asks. Each at most once, as text. */
export function readRequest(search: Readonly<Record<string, unknown>>): AuthorizationQuery {
  const known = Object.keys(authorizationQuery.shape).flatMap((name) => {
    const value = search[name];
    return value === undefined || typeof value === 'object' ? [] : [[name, String(value)] as const];
  });
  const read = authorizationQuery.safeParse(Object.fromEntries(known));
  if (read.success) return read.data;
  const parameter = String(read.error.issues[0]?.path[0] ?? '');
  throw new CallError({ code: 'OAuthRequestInvalid', facts: { parameter }, status: 400 });
}

export function requestQuery(userId: string, request: AuthorizationQuery) {
  return queryOptions({
    queryKey: [userId, 'authorization', request] as const,
    queryFn: ({ signal }) => callAs(userId, readAuthorization, { query: request, signal }),
    // A request must not change while somebody reads it, so it is not fetched again.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns where the browser goes with the code. Throws `CallError`, `StepUpRequired` among them. */
export async function allowRequest(userId: string, body: BodyOf<typeof authorize>): Promise<string> {
  return (await callAs(userId, authorize, { body })).redirectTo;
}

export function grantsQuery(userId: string) {
  return queryOptions({
    queryKey: [userId, 'grants'] as const,
    queryFn: async ({ signal }) => (await callAs(userId, listGrants, { signal })).items,
  });
}

/** Revokes a grant; its tokens are void from then on. Throws `CallError`. */
export async function takeBack(client: QueryClient, userId: string, grantId: string): Promise<void> {
  const { items } = await callAs(userId, revokeGrant, { params: { grantId } });
  client.setQueryData(grantsQuery(userId).queryKey, items);
}
