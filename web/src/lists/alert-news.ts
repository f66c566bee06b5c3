/** What came of an alert that was set without a dialog, and which was deleted anywhere: told to whoever shows it. */
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import type { AccountActor } from '#signed-in/actor.ts';
import type { Refused } from '#wire/submission.ts';

export type AlertNews =
  | { readonly actor: AccountActor; readonly alert: PriceAlert }
  | { readonly actor: AccountActor; readonly contractCode: string; readonly refusal: Refused }
  | { readonly actor: AccountActor; readonly deleted: PriceAlert };

const listeners = new Set<(news: AlertNews) => void>();

export function subscribeAlertNews(listener: (news: AlertNews) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellAlertNews(news: AlertNews): void {
  for (const listener of [...listeners]) listener(news);
}
