/** Publishes the outcome of an alert that was set without a dialog, and every deleted alert, to whatever shows them. */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import type { AccountActor } from '#signed-in/actor.ts';
import type { Refused } from '#wire/submission.ts';

export type AlertUpdate =
  | { readonly actor: AccountActor; readonly alert: PriceAlert }
  | { readonly actor: AccountActor; readonly contractCode: string; readonly refusal: Refused }
  | { readonly actor: AccountActor; readonly deleted: PriceAlert };

const listeners = new Set<(update: AlertUpdate) => void>();

export function subscribeAlertUpdates(listener: (update: AlertUpdate) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function publishAlertUpdate(update: AlertUpdate): void {
  for (const listener of [...listeners]) listener(update);
}
