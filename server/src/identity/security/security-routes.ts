/**
 * Routes of the security page: second secrets, step-up, devices, last sign-ins, and the deletion request
 * (docs/rules/people.md#second-secrets).
 */
import type { SecurityInformation, SignedInDevice } from '@mua/contract/entities/security';
import {
  askPinForTrading,
  beginTotp,
  confirmTotp,
  listDevices,
  listSignIns,
  readSecurity,
  removeTotp,
  requestDeletion,
  revokeDevice,
  revokeOtherDevices,
  setPin,
  stepUp,
  unlockWithPin,
  withdrawDeletion,
} from '@mua/contract/http/security';
import { LIMITS } from '@mua/contract/limits';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Clock } from '#ground/clock.ts';
import type { Actor } from '#http/actor.ts';
import { type Bind, created, ok } from '#http/bind-route.ts';
import type { AccountDeletion } from '#identity/accounts/account-deletion.ts';
import type { AccountSecurity } from '#identity/security/account-security.ts';
import type { Proofs, Prover } from '#identity/security/proofs.ts';
import type { Totp } from '#identity/security/totp.ts';
import type { BrowserSessionCookie } from '#identity/sessions/browser-session-cookie.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import { readSignIns } from '#identity/sessions/sign-in-records.ts';
import { replyError } from '#refusals/reply-error.ts';
import { instantText } from '#wire/wire-text.ts';

export interface SecurityRoutesDeps {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly browserSessions: BrowserSessions;
  readonly browserSessionCookie: BrowserSessionCookie;
  readonly proofs: Proofs;
  readonly totp: Totp;
  readonly accountSecurity: AccountSecurity;
  readonly accountDeletion: AccountDeletion;
}

export function bindSecurityRoutes(bind: Bind, deps: SecurityRoutesDeps): void {
  bindDevices(bind, deps);
  bindProofs(bind, deps);
  bindDeletion(bind, deps);
}

/** Where the investor is and was signed in. */
function bindDevices(bind: Bind, { pool, browserSessions, accountSecurity }: SecurityRoutesDeps): void {
  async function devicesOf(actor: Actor): Promise<{ items: SignedInDevice[]; nextCursor: null }> {
    const sessions = await browserSessions.sessions(actor.investorId);
    const items = sessions.map(({ sessionId, device, address, signedInMs, lastSeenMs }) => ({
      ...{ sessionId, device, address },
      signedInAt: instantText(signedInMs),
      lastSeenAt: instantText(lastSeenMs),
      isThis: sessionId === actor.sessionId,
    }));
    return { items: items.sort((a, b) => Number(b.isThis) - Number(a.isThis)), nextCursor: null };
  }

  bind(readSecurity, async ({ actor }) => ok(await accountSecurity.read(actor)));
  bind(listSignIns, async ({ actor }) => {
    const items = await readSignIns(pool, actor.investorId);
    return ok({ items: items.map(({ atMs, ...rest }) => ({ at: instantText(atMs), ...rest })), nextCursor: null });
  });

  bind(listDevices, async ({ actor }) => ok(await devicesOf(actor)));
  bind(revokeDevice, async ({ params, actor }) => {
    const isGone = await browserSessions.revoke(actor.investorId, { only: params.sessionId });
    if (!isGone) throw replyError('NotFound', {});
    return ok(await devicesOf(actor));
  });
  bind(revokeOtherDevices, async ({ actor }) => {
    await browserSessions.revoke(actor.investorId, { but: actor.sessionId });
    return ok(await devicesOf(actor));
  });
}

/** Proofs besides the sign-in: step-up, PIN, authenticator app. */
function bindProofs(
  bind: Bind,
  { clock, browserSessions, browserSessionCookie, proofs, totp, accountSecurity }: SecurityRoutesDeps,
): void {
  /** The actor from the browser session after a change. */
  async function again(actor: Actor, request: FastifyRequest): Promise<SecurityInformation> {
    const browserSession = await browserSessions.find(browserSessionCookie.read(request) ?? '');
    return accountSecurity.read(browserSession?.actors.find(({ handle }) => handle === actor.handle) ?? actor);
  }

  bind(stepUp, async ({ body, actor, request, reply }) => {
    const prover = proverOf(actor, request);
    if (body.method === 'password') await proofs.password(prover, body.password, 'InvestorPasswordInvalid');
    else await proofs.totp(prover, body.code);
    const cookie = browserSessionCookie.read(request);
    if (cookie === undefined) throw replyError('Unauthorized', {});
    const entered = await browserSessions.stepUp(cookie, actor, clock.nowMs() + LIMITS.stepUpMs);
    browserSessionCookie.write(reply, entered.cookie);
    return ok(await accountSecurity.read(entered.actor));
  });
  bind(setPin, async ({ body, actor, request }) => {
    await accountSecurity.setPin(actor.investorId, body.pin, body.isAskedForTrading);
    return ok(await again(actor, request));
  });
  bind(askPinForTrading, async ({ body, actor, request }) => {
    await accountSecurity.askPinForTrading(actor.investorId, body.isAskedForTrading);
    return ok(await again(actor, request));
  });
  bind(unlockWithPin, async ({ body, actor, request }) => {
    await proofs.pin(proverOf(actor, request), body.pin);
    await browserSessions.unlock(actor, clock.nowMs() + LIMITS.pinUnlockMs);
    return ok(await again(actor, request));
  });
  bind(beginTotp, async ({ actor }) => created(await totp.begin(actor.investorId)));
  bind(confirmTotp, async ({ body, actor, request }) => {
    await accountSecurity.confirmTotp(proverOf(actor, request), body.code);
    return ok(await again(actor, request));
  });
  bind(removeTotp, async ({ body, actor, request }) => {
    await accountSecurity.removeTotp(proverOf(actor, request), body.code);
    return ok(await again(actor, request));
  });
}

/** Account deletion requests. */
function bindDeletion(bind: Bind, { pool, accountSecurity, accountDeletion }: SecurityRoutesDeps): void {
  bind(requestDeletion, async ({ actor }) => {
    await accountDeletion.request(actor.investorId);
    return ok(await accountSecurity.read(actor));
  });
  bind(withdrawDeletion, async ({ actor }) => {
    await accountDeletion.withdraw(pool, actor.investorId);
    return ok(await accountSecurity.read(actor));
  });
}

function proverOf(actor: Actor, request: FastifyRequest): Prover {
  return { investorId: actor.investorId, address: request.ip };
}
