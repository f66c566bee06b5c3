/**
 * Session rules of spec 4 that touch more than the auth state: whoever acts next must not see a figure of whoever
 * acted before. Handles and figures go before the new account shows.
 */
import type { QueryClient } from '@tanstack/react-query';
import { useAuth } from '#session/auth-store.ts';
import { useMargins } from '#session/margin-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { forgetLedgers } from './account-ledger.ts';

/** Another of the signed-in investors becomes active; queries that are mounted fetch again under the new actor. */
export async function switchAccount(queryClient: QueryClient, userId: string): Promise<void> {
  if (useAuth.getState().activeUserId === userId) return;
  useRedirect.getState().skipNextRedirect();
  await forgetFigures(queryClient);
  useAuth.getState().switchAccount(userId);
  await queryClient.invalidateQueries();
}

/** After signing an account in or out: the actor changed, so nothing kept for the last one may stay. */
export async function forgetFigures(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
  forgetLedgers();
  useMargins.getState().clear();
  useSelectedAccount.getState().clear();
}

/** After one investor was signed out here (spec 4): the others keep what they see, unless one of them became active. */
export async function forgetRemoved(queryClient: QueryClient, userId: string, wasActive: boolean): Promise<void> {
  if (wasActive) return forgetFigures(queryClient);
  await queryClient.cancelQueries({ queryKey: [userId] });
  queryClient.removeQueries({ queryKey: [userId] });
}

/** An unauthorized event that is about this very session: everything of ours goes (spec 4). */
export async function forgetSession(queryClient: QueryClient): Promise<void> {
  await forgetFigures(queryClient);
  useOrderFilter.getState().reset();
  useAuth.getState().signOutAll();
}
