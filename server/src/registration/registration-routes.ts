/** Routes for sign-up, the application, and the checks whether a value is taken (docs/rules/people.md#registration). */

import type { AuthState } from '@mua/contract/entities/auth-state';
import {
  checkAgentCode,
  checkCustomerCode,
  checkExists,
  readRegistration,
  register,
  registerWithKind,
  resendRegistration,
  resendRegistrationWithKind,
  saveRegistration,
  submitRegistration,
  uploadRegisterImage,
  verifyRegistration,
  verifyRegistrationWithKind,
} from '@mua/contract/http/registration';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sha256 } from '#ground/sha256.ts';
import { type Bind, created, ok } from '#http/bind-route.ts';
import { networkOf } from '#http/network-of.ts';
import { authStateOf } from '#identity/sessions/auth-state.ts';
import type { BrowserSessionCookie } from '#identity/sessions/browser-session-cookie.ts';
import { requesterOf } from '#identity/sessions/requester.ts';
import type { Registration } from '#registration/registration.ts';

export function bindRegistrationRoutes(
  bind: Bind,
  registration: Pick<Registration, 'signUp' | 'applications' | 'pictures' | 'existence'>,
  browserSessionCookie: BrowserSessionCookie,
): void {
  const { signUp, applications, pictures, existence } = registration;

  async function verify(
    { sessionId, code }: { readonly sessionId: string; readonly code: string },
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<{ readonly status: 201; readonly body: AuthState }> {
    const cookie = browserSessionCookie.read(request);
    const entered = await signUp.verify(sessionId, code, { ...requesterOf(request), cookie });
    browserSessionCookie.write(reply, entered.cookie);
    // The audit log's actor.
    request.actor = entered.actor;
    return created(authStateOf(entered.browserSession, entered.actor));
  }

  bind(register, async ({ body, request }) =>
    created(await signUp.begin({ ...body, kind: 'PERSONAL', address: request.ip })),
  );
  bind(registerWithKind, async ({ body, request }) => created(await signUp.begin({ ...body, address: request.ip })));
  bind(verifyRegistration, ({ params, body, ...call }) => verify({ ...params, ...body }, call));
  bind(verifyRegistrationWithKind, ({ params, body, ...call }) => verify({ ...params, ...body }, call));
  bind(resendRegistration, async ({ params }) => ok(await signUp.resend(params.sessionId)));
  bind(resendRegistrationWithKind, async ({ params }) => ok(await signUp.resend(params.sessionId)));
  bind(uploadRegisterImage, async ({ params, request, upload }) => {
    const owner = { sessionHash: sha256(params.sessionId), network: networkOf(request.ip) };
    return created(await pictures.keep(owner, upload));
  });
  const strangerOf = (request: FastifyRequest) => ({ key: `network ${networkOf(request.ip)}` });
  bind(checkExists, async ({ params, query, actor, request }) => {
    const asker = actor ? { key: actor.investorId, investorId: actor.investorId } : strangerOf(request);
    return ok(await existence(params.subject, query.value, asker));
  });
  bind(checkCustomerCode, async ({ query, request }) =>
    ok(await existence('customer-code', query.value, strangerOf(request))),
  );
  bind(checkAgentCode, async ({ query, request }) =>
    ok(await existence('agent-code', query.value, strangerOf(request))),
  );

  bind(readRegistration, async ({ actor }) => ok(await applications.read(actor.investorId)));
  bind(saveRegistration, async ({ actor, body }) => {
    await applications.save(actor.investorId, body.fields);
    return ok(await applications.read(actor.investorId));
  });
  bind(submitRegistration, async ({ actor }) => {
    await applications.submit(actor.investorId);
    return ok(await applications.read(actor.investorId));
  });
}
