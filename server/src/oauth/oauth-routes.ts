/** Routes of the authorization page, of an investor's grants, and of operators who register programs. */

import {
  authorize,
  listGrants,
  listOAuthClients,
  readAuthorization,
  registerOAuthClient,
  removeOAuthClient,
  revokeGrant,
} from '@mua/contract/http/oauth';
import type { BodyOf } from '@mua/contract/route';
import { DAY_MS } from '@mua/core/values';
import type { Clock } from '#ground/clock.ts';
import type { Actor } from '#http/actor.ts';
import { type Bind, created, ok } from '#http/bind-route.ts';
import { answerTo, checkRequest } from '#oauth/authorization.ts';
import type { Grants } from '#oauth/grants.ts';
import type { OAuthClients } from '#oauth/oauth-clients.ts';
import type { TokenEndpoint } from '#oauth/token-endpoint.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface OAuthRoutesDeps {
  readonly clock: Clock;
  readonly clients: OAuthClients;
  readonly grants: Grants;
  readonly tokens: TokenEndpoint;
  readonly issuer: () => string;
  readonly ownerOf: (accountId: string) => string | undefined;
  readonly isListed: (contractCode: string) => boolean;
}

export function bindOAuthRoutes(bind: Bind, deps: OAuthRoutesDeps): void {
  const { clock, clients, grants, issuer } = deps;

  bind(readAuthorization, async ({ query }) => {
    const request = await checkRequest(clients, query);
    const { clientId, name } = request.client;
    return ok({
      client: { clientId, name },
      redirectHost: new URL(request.redirectUri).host,
      scopes: [...request.scopes],
      denyTo: answerTo(request, { error: 'access_denied', iss: issuer() }),
    });
  });
  bind(authorize, async ({ actor, body }) => created({ redirectTo: await grant(deps, actor, body) }));
  bind(listGrants, async ({ actor }) => ok({ items: await grants.listOf(actor.investorId), nextCursor: null }));
  bind(revokeGrant, async ({ actor, params }) => {
    await grants.revoke(actor.investorId, params.grantId);
    return ok({ items: await grants.listOf(actor.investorId), nextCursor: null });
  });

  bind(registerOAuthClient, async ({ body }) => created(await clients.add(body, clock.nowMs())));
  bind(listOAuthClients, async () => ok({ items: await clients.list(), nextCursor: null }));
  bind(removeOAuthClient, async ({ body: { clientId } }) => {
    await grants.endOf(clientId);
    if (!(await clients.remove(clientId))) throw replyError('OAuthClientUnknown', {});
    return ok({ items: await clients.list(), nextCursor: null });
  });
}

/** The redirect address with a code, which is bound to client, address, challenge and investor. */
async function grant(deps: OAuthRoutesDeps, actor: Actor, body: BodyOf<typeof authorize>): Promise<string> {
  const { clock, clients, grants, tokens, issuer, ownerOf, isListed } = deps;
  const request = await checkRequest(clients, body.request);
  // A sub-account of somebody else and one that does not exist get the same answer.
  if (body.accountIds.some((id) => ownerOf(id) !== actor.investorId)) throw replyError('NotFound', {});
  if (body.accountIds.length === 0 && request.scopes.some((scope) => scope !== 'market')) {
    throw replyError('BadRequest', { field: 'accountIds' });
  }
  const unknown = body.contractCodes?.find((code) => !isListed(code));
  if (unknown !== undefined) throw replyError('ContractNotFound', { code: unknown });
  const { investorId } = actor;
  const { clientId } = request.client;
  const { scopes } = request;
  const grantId = await grants.add({
    ...{ investorId, clientId, scopes },
    accountIds: [...new Set(body.accountIds)],
    maxLotsPerDay: body.maxLotsPerDay,
    contractCodes: body.contractCodes,
    expiresMs: clock.nowMs() + body.days * DAY_MS,
  });
  const { redirectUri, codeChallenge } = request;
  const code = await tokens.makeCode({ grantId, investorId, clientId, redirectUri, scopes, codeChallenge });
  return answerTo(request, { code, iss: issuer() });
}
