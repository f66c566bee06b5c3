/**
 * Who a call acts for. Query keys begin with the actor's userId, so that a switch can't paint another's numbers; the
 * slot's handle is looked up when the call leaves, because a renewed session changes it.
 */
import type { ReplyOf, RouteDefinition } from '@mua/contract/route';
import { useAuth } from '#session/auth-store.ts';
import { CallError, type CallOptions, call, refusalIn } from './call.ts';
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

/** A call in the name of one signed-in investor. Throws `CallError`; a lost session is reported once, here. */
export async function callAs<const R extends RouteDefinition>(
  userId: string,
  route: R,
  options: ActorOptions<R>,
): Promise<ReplyOf<R>> {
  const slot = slotOf(userId);
  if (slot === undefined) throw new CallError({ code: 'Unauthorized', facts: {}, status: 401 });
  try {
    // CallOptions is this very shape with the slot; TypeScript can't see through the conditional parts.
    return await call(route, { ...options, slot } as CallOptions<R>);
  } catch (error) {
    if (error instanceof CallError && error.code === 'Unauthorized') reportUnauthorized({ userId, value: slot });
    throw error;
  }
}

/** The one error of an infinite list's first page, as a code: what panels show. */
export function errorCodeOf(error: unknown): string {
  return refusalIn(error).code;
}
