/**
 * Who may call a route: everybody, a signed-in investor, the owner of the path's sub-account, the holder of the id of a
 * live sign-up, the operator token, or a bank or messenger that signs; and which further proof they need. All of it except sign-ups
 * is in memory: the order path reads no database here, but now and then for what neighbours may have changed. Somebody
 * else's sub-account and one that does not exist get exactly the same answer, and so do an expired sign-up and one that
 * never existed.
 */
import type { OAuthScope } from '@mua/contract/entities/oauth';
import { isSignedAccess, type Need, type RouteDefinition, type SignedAccess, SLOT_HEADER } from '@mua/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '#ground/clock.ts';
import { type Actor, type BrowserSession, type BrowserSessionReader, ownsAccount } from '#http/actor.ts';
import { type BodySignature, isSameText } from '#http/body-signature.ts';
import { bearerOf } from '#http/request-guard.ts';
import { replyError } from '#refusals/reply-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

export type AccessCheck = (
  request: FastifyRequest,
  route: Pick<RouteDefinition, 'access' | 'scope' | 'needs' | 'takesInvestor' | 'takesVerified'>,
) => Promise<void>;

export function createAccessCheck(options: {
  readonly browserSessions: BrowserSessionReader;
  readonly clock: Clock;
  readonly cookieName: string;
  /** The investor who owns a sub-account. */
  readonly ownerOf: (accountId: string) => string | undefined;
  /** Whether this id belongs to a sign-up in progress. */
  readonly isSigningUp: (sessionId: string, orVerified?: boolean) => Promise<boolean>;
  /** Absent: there are no operators. */
  readonly operatorToken: string | undefined;
  /** Undefined: nobody of that kind is heard. */
  readonly signatures: Readonly<Record<SignedAccess, BodySignature | undefined>>;
  /** The actor of a program's token; undefined if it is invalid. */
  readonly programOf: (accessToken: string) => Promise<Actor | undefined>;
}): AccessCheck {
  const { browserSessions, clock, cookieName, ownerOf, isSigningUp, operatorToken, signatures, programOf } = options;

  /** A bearer token identifies a program, a cookie a browser; never both. */
  async function whoActs(request: FastifyRequest, scope: OAuthScope | undefined): Promise<Acting> {
    const token = bearerOf(request.raw);
    if (token === undefined) {
      const cookie = request.cookies[cookieName];
      const browserSession = cookie === undefined ? undefined : await browserSessions.find(cookie);
      const actor = actingOne(browserSession, request.headers[SLOT_HEADER]);
      return { actor, others: browserSession?.actors ?? [] };
    }
    const actor = await programOf(token);
    if (!actor) throw replyError('Unauthorized', {});
    if (scope === undefined || !actor.grant?.scopes.has(scope)) throw replyError('Forbidden', {});
    return { actor, others: [] };
  }

  return async (request, { access, scope, needs, takesInvestor, takesVerified }) => {
    const token = bearerOf(request.raw);
    const isOperator = isSecret(token, operatorToken);
    if (access === 'operator') {
      if (!isOperator) throw replyError('Unauthorized', {});
      return;
    }
    if (isSignedAccess(access)) return checkSigned(request, signatures[access]);
    // A program may also read public data with its token, but then the token must be valid.
    if (access === 'public' && (scope === undefined || token === undefined || isOperator)) return;
    if (access === 'registration') {
      const sessionId = signUpIdOf(request);
      if (sessionId !== undefined) {
        if (!(await isSigningUp(sessionId, takesVerified))) throw replyError('NotFound', {});
        return;
      }
    }
    const { actor, others } = await whoActs(request, scope);
    if (actor.isSuspended) throw replyError('LoginAccountIsSupended', {});
    request.actor = actor;
    if (!actor.grant) browserSessions.seen(actor);
    const accountId = accountIdOf(request);
    // The mailbox may be the investor's own rather than a sub-account's; no grant covers that.
    if (takesInvestor && accountId === actor.investorId && !actor.grant) return;
    if (access === 'account') checkOwner({ actor, others }, accountId, ownerOf);
    // What is remembered may be older than a proof that another process has just taken.
    const missing = needs && missingProof(actor, needs, clock.nowMs());
    if (!missing) return;
    const now = actor.grant ? undefined : await browserSessions.lookAnew(actor);
    if (!now || missingProof(now, needs, clock.nowMs())) throw replyError(missing, {});
    request.actor = now;
  };
}

interface Acting {
  readonly actor: Actor;
  /** All other actors of the same browser session. */
  readonly others: readonly Actor[];
}

function missingProof(actor: Actor, needs: Need, nowMs: number): 'StepUpRequired' | 'PinRequired' | undefined {
  if (needs === 'step-up' && actor.stepUpUntilMs <= nowMs) return 'StepUpRequired';
  if (needs === 'pin' && actor.isPinAsked && actor.pinUntilMs <= nowMs) return 'PinRequired';
  return undefined;
}

/** Asked twice: before the body is there, whether there is a signature at all, and then whether it is the body's. */
function checkSigned({ headers, rawBody }: FastifyRequest, signature: BodySignature | undefined): void {
  if (!signature?.isThere(headers)) throw replyError('Unauthorized', {});
  if (rawBody !== null && !signature.isOf(rawBody, headers)) throw replyError('Unauthorized', {});
}

function isSecret(text: string | undefined, token: string | undefined): boolean {
  return text !== undefined && token !== undefined && isSameText(text, token);
}

function actingOne(browserSession: BrowserSession | undefined, header: string | string[] | undefined): Actor {
  const actors = browserSession?.actors ?? [];
  if (actors.length === 0) throw replyError('Unauthorized', {});
  const only = actors.length === 1 ? actors[0] : undefined;
  if (header === undefined) {
    if (only) return only;
    throw replyError('BadRequest', { field: SLOT_HEADER });
  }
  const named = actors.find((actor) => actor.handle === header);
  if (!named) throw replyError('Unauthorized', {});
  return named;
}

/** From the path, or from the query if the path has none; undefined for a call in an investor's own name. */
function signUpIdOf(request: FastifyRequest): string | undefined {
  const { sessionId: inPath } = request.params as { sessionId?: unknown };
  const { sessionId = inPath } = request.query as { sessionId?: unknown };
  return inPath === undefined && sessionId === undefined ? undefined : String(inPath ?? sessionId);
}

function accountIdOf(request: FastifyRequest): string {
  const { accountId } = request.params as { accountId?: string };
  return accountId ?? '';
}

function checkOwner(
  { actor, others }: Acting,
  accountId: string,
  ownerOf: (accountId: string) => string | undefined,
): void {
  const owner = ownerOf(accountId);
  if (ownsAccount(actor, accountId, owner)) return;
  if (owner !== undefined && others.some((other) => other.investorId === owner)) {
    throw replyError('ACCOUNT_MISMATCH', { account: accountId });
  }
  throw replyError('NotFound', {});
}
