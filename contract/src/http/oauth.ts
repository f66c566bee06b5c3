/**
 * Calls of the authorization page (docs/rules/people.md#programs), an investor's grants, and the registered programs.
 * Tokens are drawn at `/api/iam/oauth/token` and returned at `/api/iam/oauth/revoke`, by RFC 6749, 7009 and 7636.
 */
import { z } from 'zod';
import {
  answerAddress,
  authorizationRequest,
  oauthClient,
  oauthGrant,
  oauthScope,
  redirectUri,
  tradeBounds,
} from '#entities/oauth.ts';
import { by } from '#http/operator.ts';
import { LIMITS } from '#limits.ts';
import { defineRoute } from '#route.ts';
import { listOf, opaqueId, ownWords } from '#wire.ts';

/** The parameters with which the browser came, under their OAuth names. */
export const authorizationQuery = z.strictObject({
  client_id: z.string().max(64),
  redirect_uri: z.string().max(500),
  response_type: z.string().max(16),
  scope: z.string().max(100).optional(),
  /** Characters allowed by RFC 6749 (A.5). */
  state: z
    .string()
    .max(500)
    .regex(/^[\x20-\x7e]*$/)
    .optional(),
  code_challenge: z.string().max(128).optional(),
  code_challenge_method: z.string().max(16).optional(),
});
export type AuthorizationQuery = z.infer<typeof authorizationQuery>;

const REQUEST_ERRORS = ['OAuthClientUnknown', 'OAuthRequestInvalid'] as const;

export const readAuthorization = defineRoute({
  method: 'GET',
  path: '/iam/oauth/authorize',
  access: 'investor',
  purpose: 'Checks an authorization request and says who asks for what; a faulty one is never sent back to its sender.',
  query: authorizationQuery,
  replies: { 200: authorizationRequest },
  errors: REQUEST_ERRORS,
});

export const authorize = defineRoute({
  method: 'POST',
  path: '/iam/oauth/authorize',
  access: 'investor',
  needs: 'step-up',
  purpose: 'Grants a program what it asked for, within bounds; answers where the browser goes with the code.',
  body: z
    .strictObject({
      request: authorizationQuery,
      accountIds: z.array(opaqueId).max(50),
      ...tradeBounds.shape,
      days: z.int().min(1).max(LIMITS.oauthGrantDaysMax),
    })
    .meta({ id: 'AuthorizeRequest' }),
  replies: { 201: z.object({ redirectTo: answerAddress }).meta({ id: 'AuthorizeReply' }) },
  errors: [...REQUEST_ERRORS, 'ContractNotFound'],
});

const grants = listOf(oauthGrant);

export const listGrants = defineRoute({
  method: 'GET',
  path: '/iam/oauth/grants',
  access: 'investor',
  purpose: 'Lists what the acting investor has granted and not taken back, newest first, all in one page.',
  replies: { 200: grants },
  errors: [],
});

export const revokeGrant = defineRoute({
  method: 'DELETE',
  path: '/iam/oauth/grants/{grantId}',
  access: 'investor',
  purpose: 'Takes a grant back: its tokens are void at once, its sockets end within a second.',
  params: z.strictObject({ grantId: opaqueId }),
  replies: { 200: grants },
  errors: [],
});

const clients = listOf(oauthClient);

export const registerOAuthClient = defineRoute({
  method: 'POST',
  path: '/operator/oauth-clients',
  access: 'operator',
  purpose: 'Registers a program that may ask investors, without a secret: every code is bound to its caller by PKCE.',
  body: z
    .strictObject({
      name: ownWords(80).min(1),
      redirectUris: z.array(redirectUri).min(1).max(10),
      scopes: z.array(oauthScope).min(1),
      ...by,
    })
    .meta({ id: 'RegisterOAuthClientRequest' }),
  replies: { 201: oauthClient },
  errors: [],
});

export const listOAuthClients = defineRoute({
  method: 'GET',
  path: '/operator/oauth-clients',
  access: 'operator',
  purpose: 'Lists the programs that may ask, newest first, all in one page.',
  replies: { 200: clients },
  errors: [],
});

export const removeOAuthClient = defineRoute({
  method: 'POST',
  path: '/operator/oauth-clients/remove',
  access: 'operator',
  purpose: 'Removes a program with all that was granted to it.',
  body: z.strictObject({ clientId: opaqueId, ...by }).meta({ id: 'RemoveOAuthClientRequest' }),
  replies: { 200: clients },
  errors: ['OAuthClientUnknown'],
});
