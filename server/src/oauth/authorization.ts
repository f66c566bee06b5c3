/**
 * Validates an authorization request from the browser (RFC 6749, 4.1.1; RFC 7636) before the investor is asked. A
 * faulty one is shown to the person and never sent back to its origin.
 */
import { OAUTH_SCOPES, type OAuthClient, type OAuthScope } from '@mua/contract/entities/oauth';
import type { AuthorizationQuery } from '@mua/contract/http/oauth';
import type { OAuthClients } from '#oauth/oauth-clients.ts';
import { replyError } from '#refusals/reply-error.ts';

export interface CheckedRequest {
  readonly client: OAuthClient;
  readonly redirectUri: string;
  readonly scopes: readonly OAuthScope[];
  readonly state: string | undefined;
  readonly codeChallenge: string;
}

/** A SHA-256 in base64url; "plain" is not accepted. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Throws OAuthClientUnknown or OAuthRequestInvalid, which names the parameter. */
export async function checkRequest(clients: OAuthClients, query: AuthorizationQuery): Promise<CheckedRequest> {
  const client = await clients.find(query.client_id);
  if (!client?.redirectUris.includes(query.redirect_uri)) throw replyError('OAuthClientUnknown', {});
  if (query.response_type !== 'code') throw invalid('response_type');
  if (query.code_challenge_method !== 'S256') throw invalid('code_challenge_method');
  if (!CHALLENGE.test(query.code_challenge ?? '')) throw invalid('code_challenge');
  return {
    client,
    redirectUri: query.redirect_uri,
    scopes: scopesOf(query.scope, client),
    state: query.state,
    codeChallenge: query.code_challenge ?? '',
  };
}

/** Without a scope: all scopes that the program is registered for. */
function scopesOf(text: string | undefined, client: OAuthClient): readonly OAuthScope[] {
  const asked = (text ?? '').split(' ').filter((word) => word !== '');
  if (asked.some((word) => !client.scopes.some((scope) => scope === word))) throw invalid('scope');
  return asked.length === 0 ? client.scopes : OAUTH_SCOPES.filter((scope) => asked.includes(scope));
}

function invalid(parameter: string): Error {
  return replyError('OAuthRequestInvalid', { parameter });
}

/** The redirect address with the answer in its query; `iss` names the issuer (RFC 9207). */
export function answerTo(
  { redirectUri, state }: Pick<CheckedRequest, 'redirectUri' | 'state'>,
  answer: Readonly<Record<string, string>>,
): string {
  const address = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state === undefined ? {} : { state }) })) {
    address.searchParams.set(name, value);
  }
  return address.href;
}
