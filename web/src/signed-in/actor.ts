/**
 * Decides who a call acts for. Query keys begin with the actor's userId, so that a switch can't paint another's
 * numbers; the slot's handle is looked up when the call leaves, because a renewed session changes it. A call that needs
 * a proof first waits here for its investor and then continues, the very same call: its form keeps what was typed.
 */
import type { stepUp, verifyTaskflow } from '@mua/contract/http/security';
import type { Need, ReplyOf, RouteDefinition } from '@mua/contract/route';
import { slotOf, useAuth } from '#session/auth-store.ts';
import { demandProof } from '#session/proof-demand.ts';
import { withBrowserSessionLock } from '#signed-in/browser-session-lock.ts';
import { reportUnauthorized, type Unauthorized } from '#signed-in/unauthorized.ts';
import { CallError, type CallOptions, call, refusalIn } from '#wire/call.ts';

/** Returns the investor whose figures the screen shows; null for a visitor. */
export function useActiveUser(): string | null {
  return useAuth((state) => state.activeUserId);
}

/** Identifies a sub-account of a signed-in investor: every call about orders acts for one. */
export interface AccountActor {
  readonly userId: string;
  readonly accountId: string;
}

type ActorOptions<R extends RouteDefinition> = Omit<CallOptions<R>, 'slot'>;

/**
 * Makes a call in the name of one signed-in investor. Throws `CallError`; a lost session is reported once, here. A
 * refusal for want of a proof means that nothing was done, so the call is sent again once it is proved (record 104); so
 * is a call whose 401 crossed a change of the browser session (record 108). `atLeaving` gives parts of its body that are
 * made anew each time it leaves.
 */
export async function callAs<const R extends RouteDefinition>(
  userId: string,
  route: R,
  options: ActorOptions<R>,
  atLeaving?: () => object,
): Promise<ReplyOf<R>> {
  for (let crossings = 0; ; ) {
    const slot = slotOf(userId);
    if (slot === undefined) throw new CallError({ code: 'Unauthorized', facts: {}, status: 401 });
    try {
      // This object is CallOptions plus the slot; TypeScript can't see through the conditional parts.
      const body = atLeaving ? { body: { ...(options as { body?: object }).body, ...atLeaving() } } : {};
      const send = (more: object) => call(route, { ...options, ...body, ...more, slot } as CallOptions<R>);
      return await (CHANGE_BROWSER_SESSION.has(route.path) ? withBrowserSessionLock(send) : send({}));
    } catch (error) {
      if (!(await mayTryAgain(error, { userId, value: slot }))) throw error;
      if (refusalIn(error).code !== 'Unauthorized') continue;
      // The browser session knows the handle and refuses it nevertheless: asking on would never end.
      if (crossings === CROSSINGS_MOST) throw error;
      crossings += 1;
    }
  }
}

/** One call may cross several changes of the browser session, each by another tab. */
const CROSSINGS_MOST = 3;

/** The paths are written out because no page starts with the routes themselves; the compiler compares. */
const CHANGE_BROWSER_SESSION: ReadonlySet<string> = new Set([
  '/investor/security/step-up' satisfies (typeof stepUp)['path'],
  '/investor/security/taskflow/{taskId}/verify' satisfies (typeof verifyTaskflow)['path'],
]);

const NEED_OF: Readonly<Record<string, Need>> = { StepUpRequired: 'step-up', PinRequired: 'pin' };

async function mayTryAgain(error: unknown, sentAs: Unauthorized): Promise<boolean> {
  const { code } = refusalIn(error);
  const need = NEED_OF[code];
  if (need !== undefined) return demandProof(sentAs.userId, need);
  if (code !== 'Unauthorized') return false;
  await reportUnauthorized(sentAs);
  // Another tab may have renewed the handle, or changed the browser session while the call was on its way.
  return slotOf(sentAs.userId) !== undefined;
}

/** Returns an error as the code that panels show, the first page of an infinite list included. */
export function errorCodeOf(error: unknown): string {
  return refusalIn(error).code;
}
