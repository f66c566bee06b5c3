/**
 * Who a call acts for. Query keys begin with the actor's userId, so that a switch can't paint another's numbers; the
 * slot's handle is looked up when the call leaves, because a renewed session changes it. A call that wants a proof first
 * waits here for its investor and then goes on by itself, the very same one: whoever made it keeps what was typed.
 */
import type { stepUp, verifyTaskflow } from '@mua/contract/http/security';
import type { Need, ReplyOf, RouteDefinition } from '@mua/contract/route';
import { useAuth } from '#session/auth-store.ts';
import { demandProof } from '#session/proof-demand.ts';
import { CallError, type CallOptions, call, refusalIn } from './call.ts';
import { renewingJar, watchJar } from './jar-renewals.ts';
import { reportUnauthorized } from './unauthorized.ts';

/** The investor whose figures the screen shows; null for a visitor. */
export function useActiveUser(): string | null {
  return useAuth((state) => state.activeUserId);
}

/** The handle of a signed-in investor's slot in the jar. */
export function slotOf(userId: string): string | undefined {
  return useAuth.getState().accounts.find(({ user }) => user.userId === userId)?.accessToken.value;
}

type ActorOptions<R extends RouteDefinition> = Omit<CallOptions<R>, 'slot'>;

/**
 * A call in the name of one signed-in investor. Throws `CallError`; a lost session is reported once, here. A refusal for
 * want of a proof means that nothing was done, so the call is sent again once it is proved (record 104).
 */
export async function callAs<const R extends RouteDefinition>(
  userId: string,
  route: R,
  options: ActorOptions<R>,
): Promise<ReplyOf<R>> {
  const slot = slotOf(userId);
  if (slot === undefined) throw new CallError({ code: 'Unauthorized', facts: {}, status: 401 });
  const wasJarRenewed = watchJar();
  try {
    // CallOptions is this very shape with the slot; TypeScript can't see through the conditional parts.
    const reply = call(route, { ...options, slot } as CallOptions<R>);
    return await (RENEW_JAR.has(route.path) ? renewingJar(reply) : reply);
  } catch (error) {
    if (await mayTryAgain(error, { userId, value: slot, wasJarRenewed })) return callAs(userId, route, options);
    throw error;
  }
}

/** Written out, because no page starts with the routes themselves; the compiler compares. */
const RENEW_JAR: ReadonlySet<string> = new Set([
  '/investor/security/step-up' satisfies (typeof stepUp)['path'],
  '/investor/security/taskflow/{taskId}/verify' satisfies (typeof verifyTaskflow)['path'],
]);

const NEED_OF: Readonly<Record<string, Need>> = { StepUpRequired: 'step-up', PinRequired: 'pin' };

interface Sent {
  readonly userId: string;
  /** The handle it was sent with. */
  readonly value: string;
  readonly wasJarRenewed: () => Promise<boolean>;
}

async function mayTryAgain(error: unknown, { userId, value, wasJarRenewed }: Sent): Promise<boolean> {
  if (!(error instanceof CallError)) return false;
  const need = NEED_OF[error.code];
  if (need !== undefined) return demandProof(userId, need);
  if (error.code !== 'Unauthorized') return false;
  if (!(await wasJarRenewed())) await reportUnauthorized({ userId, value });
  else if (slotOf(userId) === value) return true;
  // Another tab may have renewed the handle since this page last looked.
  const now = slotOf(userId);
  return now !== undefined && now !== value;
}

/** The one error of an infinite list's first page, as a code: what panels show. */
export function errorCodeOf(error: unknown): string {
  return refusalIn(error).code;
}
