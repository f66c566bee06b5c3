/** A grant as it is being chosen and as it is sent: accounts, bounds and duration. Without React. */
import type { OAuthScope } from '@mua/contract/entities/oauth';
import { authorize } from '@mua/contract/http/oauth';
import { LIMITS } from '@mua/contract/limits';
import { readTypedLots } from '@mua/core/values';
import { z } from 'zod';

export interface GrantDraft {
  readonly accountIds: string[];
  /** As typed; empty is unbounded. */
  readonly maxLotsPerDay: string;
  /** An empty list allows all listed contracts. */
  readonly contractCodes: string[];
  readonly days: string;
}

export type GrantBounds = z.infer<ReturnType<typeof grantSchema>>;

/** Preselects a single sub-account; among several, only the investor chooses. */
export function newGrantDraft(tradableIds: string[]): GrantDraft {
  return {
    accountIds: tradableIds.length === 1 ? tradableIds : [],
    maxLotsPerDay: '',
    contractCodes: [],
    days: String(LIMITS.oauthGrantDays),
  };
}

const { accountIds, ...bounds } = authorize.body.shape;

/**
 * Converts the typed values to the request, whose own schema finds the faults. Only what the scopes need is sent: no
 * sub-accounts for a program that only reads prices, no bounds for one that can't trade.
 */
export function grantSchema(scopes: readonly OAuthScope[]) {
  const isAboutAccounts = scopes.some((scope) => scope !== 'market');
  const isTrading = scopes.includes('trade');
  return z
    .custom<GrantDraft>()
    .transform((draft) => ({
      accountIds: isAboutAccounts ? draft.accountIds : [],
      maxLotsPerDay:
        isTrading && draft.maxLotsPerDay.trim() !== '' ? readTypedLots(draft.maxLotsPerDay) || undefined : null,
      contractCodes: isTrading && draft.contractCodes.length > 0 ? draft.contractCodes : null,
      days: readDays(draft.days),
    }))
    .pipe(authorize.body.omit({ request: true }).extend({ accountIds: accountIds.min(isAboutAccounts ? 1 : 0) }));
}

export function readDays(text: string): number | undefined {
  const days = bounds.days.safeParse(/^\d{1,3}$/.test(text.trim()) ? Number(text) : undefined);
  return days.data;
}

/** Adds or removes an item; the list keeps the order of choosing. */
export function toggled(list: readonly string[], item: string): string[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
