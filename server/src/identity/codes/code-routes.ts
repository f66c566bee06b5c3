/** Routes of what a code confirms: forgotten passwords and taskflows (docs/rules/people.md#codes). */
import {
  changeEmail,
  changePassword,
  changePhone,
  finishForgotPassword,
  forgotPassword,
  resendForgotPassword,
  resendTaskflow,
  verifyForgotPassword,
  verifyTaskflow,
} from '@mua/contract/http/security';
import { type Bind, created, ok } from '#http/bind-route.ts';
import { askerOf } from '#identity/codes/asker.ts';
import type { PasswordReset } from '#identity/codes/password-reset.ts';
import type { Taskflows } from '#identity/codes/taskflows.ts';
import { authStateOf } from '#identity/sessions/auth-state.ts';
import type { BrowserSessionCookie } from '#identity/sessions/browser-session-cookie.ts';
import type { BrowserSessions } from '#identity/sessions/browser-sessions.ts';
import { requesterOf } from '#identity/sessions/requester.ts';
import { ReplyError } from '#refusals/reply-error.ts';

export function bindCodeRoutes(
  bind: Bind,
  deps: {
    readonly browserSessions: BrowserSessions;
    readonly browserSessionCookie: BrowserSessionCookie;
    readonly taskflows: Taskflows;
    readonly passwordReset: PasswordReset;
  },
): void {
  const { browserSessions, browserSessionCookie, taskflows, passwordReset } = deps;

  bind(forgotPassword, async ({ body, request }) => {
    const { address, language } = requesterOf(request);
    const recipient = body.channel === 'email' ? body.email : body.phoneNumber;
    return created(await passwordReset.begin({ channel: body.channel, recipient, address, language }));
  });
  bind(verifyForgotPassword, async ({ params, body }) => {
    await passwordReset.verify(params.sessionId, body.code);
    return ok({});
  });
  bind(resendForgotPassword, async ({ params }) => ok(await passwordReset.resend(params.sessionId)));
  bind(finishForgotPassword, async ({ body }) => {
    await passwordReset.finish(body.sessionId, body.password);
    return ok({});
  });

  bind(changePassword, async ({ body, actor, request }) =>
    created(await taskflows.changePassword(askerOf(actor, request), body)),
  );
  bind(changeEmail, async ({ body, actor, request }) =>
    created(await taskflows.changeEmail(askerOf(actor, request), body.email)),
  );
  bind(changePhone, async ({ body, actor, request }) =>
    created(await taskflows.changePhone(askerOf(actor, request), body.phoneNumber)),
  );
  bind(resendTaskflow, async ({ params, actor }) => ok(await taskflows.resend(actor.investorId, params.taskId)));
  bind(verifyTaskflow, async ({ params, body, actor, request, reply }) => {
    const done = await taskflows.verify(actor, params.taskId, body.code);
    const cookie = browserSessionCookie.read(request);
    if (done.purpose !== 'change-password' || cookie === undefined) return ok({ ...done, authState: null });
    // The password has changed, whatever happened to the browser session: the reply says so.
    const renewed = await browserSessions.renew(cookie, actor).catch(unlessGone);
    if (!renewed) return ok({ ...done, authState: null });
    browserSessionCookie.write(reply, renewed.cookie);
    return ok({ ...done, authState: authStateOf(renewed.browserSession, renewed.actor) });
  });
}

function unlessGone(error: unknown): undefined {
  if (error instanceof ReplyError && error.code === 'Unauthorized') return;
  throw error;
}
