/** A grant as it is being chosen, and as it is sent: whose accounts, how much, how long. No React inside. */
import type { OAuthScope } from '@mua/contract/entities/oauth';
import type { authorize } from '@mua/contract/http/oauth';
import { LIMITS } from '@mua/contract/limits';
import type { BodyOf } from '@mua/contract/route';
import { readTypedLots } from '@mua/core/values';

export interface GrantDraft {
  readonly accountIds: readonly string[];
  /** As typed; empty is no bound. */
  readonly maxLots: string;
  /** None is all that is listed. */
  readonly contractCodes: readonly string[];
  readonly days: string;
}

export type GrantFault = 'accounts' | 'lots' | 'days';
type GrantBounds = Omit<BodyOf<typeof authorize>, 'request'>;

export interface ReadGrant {
  /** Undefined while something is wrong. */
  readonly bounds: GrantBounds | undefined;
  readonly days: number | undefined;
  readonly faults: readonly GrantFault[];
}

/** One sub-account needs no choice; of several nobody but the investor chooses. */
export function newGrantDraft(tradableIds: readonly string[]): GrantDraft {
  return {
    accountIds: tradableIds.length === 1 ? tradableIds : [],
    maxLots: '',
    contractCodes: [],
    days: String(LIMITS.oauthGrantDays),
  };
}

/** What is not asked for is not sent: sub-accounts of a program that only reads prices, bounds of one that can't trade. */
export function readGrant(draft: GrantDraft, scopes: readonly OAuthScope[]): ReadGrant {
  const isAboutAccounts = scopes.some((scope) => scope !== 'market');
  const isTrading = scopes.includes('trade');
  const lots = draft.maxLots.trim() === '' ? null : readTypedLots(draft.maxLots);
  const days = readDays(draft.days);
  const faults: GrantFault[] = [];
  if (isAboutAccounts && draft.accountIds.length === 0) faults.push('accounts');
  if (isTrading && (lots === undefined || lots === 0)) faults.push('lots');
  if (days === undefined) faults.push('days');
  if (faults.length > 0 || days === undefined) return { bounds: undefined, days, faults };
  return {
    bounds: {
      accountIds: isAboutAccounts ? [...draft.accountIds] : [],
      maxLotsPerDay: isTrading ? (lots ?? null) : null,
      contractCodes: isTrading && draft.contractCodes.length > 0 ? [...draft.contractCodes] : null,
      days,
    },
    days,
    faults,
  };
}

function readDays(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return days >= 1 && days <= LIMITS.oauthGrantDaysMax ? days : undefined;
}

/** On or off, in the order of being chosen. */
export function toggled(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
}
