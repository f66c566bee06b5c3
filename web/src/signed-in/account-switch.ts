/**
 * Applies session rules (docs/rules/people.md#sessions) that touch more than the auth state: the next account must not
 * see a figure of the previous one. Handles and figures are removed before the new account shows.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { PUBLIC } from '#market/contracts.ts';
import { slotOf, useAuth } from '#session/auth-store.ts';
import { useMargins } from '#session/margin-store.ts';
import { useOrderFilter } from '#session/order-filter-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';

/** Makes another of the signed-in investors active; mounted queries fetch again under the new actor. */
export async function switchAccount(queryClient: QueryClient, userId: string): Promise<void> {
  if (useAuth.getState().activeUserId === userId) return;
  // An account that another tab has signed out leaves the list here too, and nothing else happens.
  useAuth.getState().followTabs();
  if (slotOf(userId) === undefined) return;
  useRedirect.getState().skipNextRedirect();
  await forgetAll(queryClient);
  useAuth.getState().switchAccount(userId);
  await queryClient.invalidateQueries();
}

/**
 * Clears the figures after another account became active by a sign-in or a log-out: nothing kept for the previous one
 * may stay. What the new one has requested since does stay: its panels are mounted already and wait for it.
 */
export async function forgetFigures(queryClient: QueryClient): Promise<void> {
  const { activeUserId } = useAuth.getState();
  const ofOthers = { predicate: ({ queryKey: [owner] }: Query) => owner !== PUBLIC && owner !== activeUserId };
  await queryClient.cancelQueries(ofOthers);
  queryClient.removeQueries(ofOthers);
  forgetStores();
}

async function forgetAll(queryClient: QueryClient): Promise<void> {
  await queryClient.cancelQueries();
  queryClient.clear();
  forgetStores();
}

function forgetStores(): void {
  forgetLedgers();
  useMargins.getState().clear();
  useSelectedAccount.getState().clear();
}

/**
 * Clears up after one investor was signed out here (docs/rules/people.md#sessions): the others keep what they see,
 * unless one of them became active.
 */
export async function forgetRemoved(queryClient: QueryClient, userId: string, wasActive: boolean): Promise<void> {
  if (wasActive) return forgetFigures(queryClient);
  await queryClient.cancelQueries({ queryKey: [userId] });
  queryClient.removeQueries({ queryKey: [userId] });
}

/** Clears everything of ours after an unauthorized event about this very session (docs/rules/people.md#sessions). */
export async function forgetSession(queryClient: QueryClient): Promise<void> {
  await forgetAll(queryClient);
  useOrderFilter.getState().reset();
  useAuth.getState().signOutAll();
}
