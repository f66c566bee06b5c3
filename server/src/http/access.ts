/**
 * Who may call a route: everybody, a signed-in investor, the owner of the path's sub-account, or whoever holds the
 * operator token. Somebody else's sub-account and one that does not exist get the same answer to the letter.
 */
import { timingSafeEqual } from 'node:crypto';
import type { Access } from '@mua/contract/route';
import { SLOT_HEADER } from '@mua/contract/route';
import type { FastifyRequest } from 'fastify';
import type { Actor, Jar, JarReader } from './actor.ts';
import { replyError } from './reply-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | null;
  }
}

export type AccessCheck = (request: FastifyRequest, access: Access) => Promise<void>;

export function createAccessCheck(options: {
  readonly jars: JarReader;
  readonly cookieName: string;
  /** The investor who owns a sub-account. */
  readonly ownerOf: (accountId: string) => string | undefined;
  /** Absent: nobody is an operator. */
  readonly operatorToken: string | undefined;
}): AccessCheck {
  const { jars, cookieName, ownerOf, operatorToken } = options;
  return async (request, access) => {
    if (access === 'public') return;
    if (access === 'operator') {
      if (!isBearer(request.headers.authorization, operatorToken)) throw replyError('Unauthorized', {});
      return;
    }
    const cookie = request.cookies[cookieName];
    const jar = cookie === undefined ? undefined : await jars.find(cookie);
    const actor = actingOne(jar, request.headers[SLOT_HEADER]);
    if (actor.isSuspended) throw replyError('LoginAccountIsSupended', {});
    request.actor = actor;
    if (access === 'account' && jar) checkOwner(jar, actor, accountIdOf(request), ownerOf);
  };
}

function isBearer(header: string | undefined, token: string | undefined): boolean {
  if (header === undefined || token === undefined) return false;
  const [said, known] = [Buffer.from(header), Buffer.from(`Bearer ${token}`)];
  return said.length === known.length && timingSafeEqual(said, known);
}

function actingOne(jar: Jar | undefined, header: string | string[] | undefined): Actor {
  const actors = jar?.actors ?? [];
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

function accountIdOf(request: FastifyRequest): string {
  const { accountId } = request.params as { accountId?: string };
  return accountId ?? '';
}

function checkOwner(
  jar: Jar,
  actor: Actor,
  accountId: string,
  ownerOf: (accountId: string) => string | undefined,
): void {
  const owner = ownerOf(accountId);
  if (owner === actor.investorId) return;
  if (owner !== undefined && jar.actors.some((other) => other.investorId === owner)) {
    throw replyError('ACCOUNT_MISMATCH', { account: accountId });
  }
  throw replyError('NotFound', {});
}
