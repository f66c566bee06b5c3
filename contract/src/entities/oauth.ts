/**
 * The rights that an investor grants to a third-party program, and the program that asks for them
 * (docs/rules/people.md#programs).
 */
import { z } from 'zod';
import { LIMITS } from '#limits.ts';
import { contractCode, count, instant, opaqueId } from '#wire.ts';

/** `market` reads prices, `account` reads the chosen sub-accounts, `trade` places and cancels orders in them. */
export const OAUTH_SCOPES = ['market', 'account', 'trade'] as const;
export const oauthScope = z.enum(OAUTH_SCOPES).meta({ id: 'OAuthScope' });
export type OAuthScope = z.infer<typeof oauthScope>;

const OWN_MACHINE = String.raw`(?:localhost|127\.0\.0\.1|\[::1\])`;
const REDIRECT_HOST = `(?:http://${OWN_MACHINE}|https://(?!${OWN_MACHINE}(?:[:/?]|$))[A-Za-z0-9.-]+)`;

/**
 * Where a browser may be redirected with a code (RFC 6749, 3.1.2; RFC 8252, 7.3): https, or plain http to the
 * investor's own machine; without a fragment, which would swallow the answer, and without a user name, which looks like
 * a host.
 */
export const redirectUri = z
  .url()
  .max(500)
  .regex(new RegExp(String.raw`^${REDIRECT_HOST}(?::\d{1,5})?(?:[/?][\x21\x22\x24-\x7e]*)?$`));

/** An address with code, issuer and state in its query. Of 500 characters each may take three when encoded. */
export const answerAddress = z.string().max(4000);

export const oauthClient = z
  .object({
    clientId: opaqueId,
    name: z.string().max(80),
    /** Compared exactly. */
    redirectUris: z.array(z.string().max(500)),
    scopes: z.array(oauthScope),
    createdAt: instant,
  })
  .meta({ id: 'OAuthClient' });
export type OAuthClient = z.infer<typeof oauthClient>;

/** Bounds of `trade`. Null: the grant has no bound of its own; the broker's rules apply in any case. */
export const tradeBounds = z.object({
  /** Lots of new orders in one trade date, all sub-accounts of the grant together. */
  maxLotsPerDay: count.max(999_999_999).nullable(),
  contractCodes: z.array(contractCode).max(LIMITS.oauthGrantContracts).nullable(),
});

export const oauthGrant = z
  .object({
    grantId: opaqueId,
    client: oauthClient.pick({ clientId: true, name: true }),
    scopes: z.array(oauthScope),
    accountIds: z.array(opaqueId),
    ...tradeBounds.shape,
    grantedAt: instant,
    expiresAt: instant,
    /** Null before the first call. To the minute. */
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'OAuthGrant' });
export type OAuthGrant = z.infer<typeof oauthGrant>;

/** A valid request as the authorization page shows it. */
export const authorizationRequest = z
  .object({
    client: oauthClient.pick({ clientId: true, name: true }),
    /** The host of the redirect: `app.example`. */
    redirectHost: z.string().max(300),
    scopes: z.array(oauthScope),
    /** The redirect if the investor refuses. */
    denyTo: answerAddress,
  })
  .meta({ id: 'AuthorizationRequest' });
export type AuthorizationRequest = z.infer<typeof authorizationRequest>;
