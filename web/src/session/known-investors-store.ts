/**
 * Keeps each investor who is signed in on this device and their sub-accounts, by name and kind as the server last
 * reported them, so that a page without a network still says who trades and above all whether it is demo. What an
 * account holds is never kept (record 89). An investor who signs out, in whichever way, is forgotten at once.
 */
import { type AccountOverview, accountOverview } from '@mua/contract/entities/account-overview';
import { type Investor, investor } from '@mua/contract/entities/investor';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAuth } from '#session/auth-store.ts';
import { isRecord } from '#session/kept-value.ts';

export type KnownName = Pick<Investor, 'fullName' | 'investorCode'>;
export type KnownAccount = Pick<AccountOverview, 'accountId' | 'subAccountCode' | 'isActivated' | 'isDemo'>;

interface KnownInvestor {
  /** Null until the server has sent it once. */
  readonly name: KnownName | null;
  readonly accounts: readonly KnownAccount[];
}

interface KnownInvestors {
  /** Investors by userId. */
  readonly investors: Readonly<Record<string, KnownInvestor>>;
}

const knownName = investor.pick({ fullName: true, investorCode: true });
const knownAccount = accountOverview.pick({ accountId: true, subAccountCode: true, isActivated: true, isDemo: true });

export const useKnownInvestors = create<KnownInvestors>()(
  persist(() => ({ investors: {} }), {
    name: 'known-investors',
    merge: (kept) => ({ investors: investorsFrom(kept) }),
  }),
);

forgetStrangers();
useAuth.subscribe(forgetStrangers);

export function rememberName(userId: string, name: KnownName): void {
  remember(userId, { name: knownName.parse(name) });
}

export function rememberAccounts(userId: string, accounts: readonly KnownAccount[]): void {
  remember(userId, { accounts: accounts.map((account) => knownAccount.parse(account)) });
}

function remember(userId: string, part: Partial<KnownInvestor>): void {
  // An answer may arrive after its investor has signed out.
  if (!isSignedIn(userId)) return;
  useKnownInvestors.setState(({ investors }) => ({
    investors: { ...investors, [userId]: { name: null, accounts: [], ...investors[userId], ...part } },
  }));
}

function forgetStrangers(): void {
  const known = Object.entries(useKnownInvestors.getState().investors);
  const still = known.filter(([userId]) => isSignedIn(userId));
  if (still.length < known.length) useKnownInvestors.setState({ investors: Object.fromEntries(still) });
}

function isSignedIn(userId: string): boolean {
  return useAuth.getState().accounts.some(({ user }) => user.userId === userId);
}

/** Local storage holds untrusted text: only what has the right shape comes out of it. */
function investorsFrom(kept: unknown): KnownInvestors['investors'] {
  if (!isRecord(kept) || !isRecord(kept.investors)) return {};
  const known = Object.entries(kept.investors).flatMap(([userId, one]) => {
    if (!isRecord(one)) return [];
    const name = knownName.nullable().safeParse(one.name);
    const accounts = knownAccount.array().safeParse(one.accounts);
    return name.success && accounts.success ? [[userId, { name: name.data, accounts: accounts.data }] as const] : [];
  });
  return Object.fromEntries(known);
}
