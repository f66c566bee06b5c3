/**
 * Holds who is signed in on this browser (docs/rules/people.md#sessions). The tokens are handles that name a slot of
 * the browser session and authenticate nothing on their own; the credential is the server's HttpOnly cookie (record 7).
 * That is why this state may be readable and is kept for seven days.
 */
import { type AuthState, SIGNED_OUT, type SignedInAccount, signedInAccount } from '@mua/contract/entities/auth-state';
import { LIMITS } from '@mua/contract/limits';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { browserCookieHost, createCookieStorage } from '#session/cookie-storage.ts';
import { isRecord } from '#session/kept-value.ts';

export const AUTH_COOKIE = 'auth';

/** Adds an account and makes it active; an account that is already there gets its new handle. */
export function withAccount(state: AuthState, account: SignedInAccount): AuthState {
  const known = state.accounts.some((other) => other.user.userId === account.user.userId);
  const accounts = known
    ? state.accounts.map((other) => (other.user.userId === account.user.userId ? account : other))
    : [...state.accounts, account];
  return withActive({ ...state, accounts }, account.user.userId);
}

/** Makes the account active; an unknown id changes nothing. */
export function withActive(state: AuthState, userId: string): AuthState {
  const account = state.accounts.find((other) => other.user.userId === userId);
  if (!account) return state;
  return { isAuth: true, accessToken: account.accessToken, accounts: state.accounts, activeUserId: userId };
}

/**
 * Removes an account. If it was the active one, the first that remains becomes active; if none remains, the user is
 * signed out.
 */
export function withoutAccount(state: AuthState, userId: string): AuthState {
  const accounts = state.accounts.filter((account) => account.user.userId !== userId);
  const [first] = accounts;
  if (!first) return SIGNED_OUT;
  return state.activeUserId === userId ? withActive({ ...state, accounts }, first.user.userId) : { ...state, accounts };
}

/**
 * Takes the accounts and handles that the server or another tab has now; the active account stays active while it is
 * among them.
 */
export function withAccountsOf(state: AuthState, newer: AuthState): AuthState {
  const [first] = newer.accounts;
  if (!first) return SIGNED_OUT;
  const isStill = newer.accounts.some(({ user }) => user.userId === state.activeUserId);
  return withActive(newer, (isStill ? state.activeUserId : null) ?? first.user.userId);
}

/** Reads the stored state; anything of another shape, or that contradicts itself, counts as signed out. */
export function authStateFrom(kept: unknown): AuthState {
  if (!isRecord(kept) || !Array.isArray(kept.accounts)) return SIGNED_OUT;
  const accounts = kept.accounts.filter(isSignedInAccount);
  const { activeUserId } = kept;
  const active = accounts.find((account) => account.user.userId === activeUserId) ?? accounts[0];
  return active ? withActive({ ...SIGNED_OUT, accounts }, active.user.userId) : SIGNED_OUT;
}

/** Returns the handle of a signed-in investor's account session in the browser session. */
export function slotOf(userId: string): string | undefined {
  return useAuth.getState().accounts.find(({ user }) => user.userId === userId)?.accessToken.value;
}

interface AuthActions {
  addAccount(account: SignedInAccount): void;
  switchAccount(userId: string): void;
  removeAccount(userId: string): void;
  /** Replaces the state by the server's view of the browser session, after a sign-in. */
  replace(state: AuthState): void;
  /**
   * Takes over the server's view of the browser session after one slot changed, possibly not that of the active
   * account.
   */
  follow(state: AuthState): void;
  /**
   * Follows sign-ins and sign-outs in other tabs of this browser, unless the active account is gone there; returns
   * whether it is still there.
   */
  followTabs(): boolean;
  /**
   * Looks at what another tab of this browser has stored since. Returns true when it holds a different value for this
   * handle, which is then taken over; false when the handle is unchanged there, or nobody is signed in.
   */
  followOtherTab(handle: { readonly userId: string; readonly value: string }): boolean;
  /**
   * Announces to other tabs that this account is leaving, before the server ends its session; `null` takes that back.
   */
  publishLeaving(userId: string | null): void;
  signOutAll(): void;
}

const cookie = createCookieStorage(browserCookieHost, LIMITS.authPersistDays);

function readKept(): AuthState | null {
  try {
    return authStateFrom(JSON.parse(cookie.read(AUTH_COOKIE) ?? 'null'));
  } catch {
    return null;
  }
}

function keepState(state: AuthState): void {
  if (state.isAuth) cookie.write(AUTH_COOKIE, JSON.stringify(state));
  else cookie.remove(AUTH_COOKIE);
}

const storage: PersistStorage<AuthState> = {
  getItem: () => {
    const state = readKept();
    return state && { state };
  },
  setItem: (_name, { state }) => keepState(state),
  removeItem: (name) => cookie.remove(name),
};

export const useAuth = create<AuthState & AuthActions>()(
  persist(
    (set, get) => ({
      ...SIGNED_OUT,
      addAccount: (account) => set((state) => withAccount(state, account)),
      switchAccount: (userId) => {
        // A write by this tab must neither drop an account that another tab added nor restore one that another tab
        // removed.
        const kept = readKept();
        set((state) => withActive(kept && isIn(kept, userId) ? kept : state, userId));
      },
      removeAccount: (userId) => set((state) => withoutAccount(state, userId)),
      replace: (state) => set(authStateFrom(state)),
      follow: (state) => adopt(authStateFrom(state)),
      followTabs: () => {
        const kept = readKept();
        if (!kept || !isIn(kept, get().activeUserId)) return false;
        adopt(kept);
        return true;
      },
      followOtherTab: ({ userId, value }) => {
        const kept = readKept();
        if (!kept?.isAuth) return false;
        const isThere = kept.accounts.some(
          ({ user, accessToken }) => user.userId === userId && accessToken.value === value,
        );
        if (!isThere) adopt(kept);
        return !isThere;
      },
      publishLeaving: (userId) => {
        if (userId !== null) get().followTabs();
        const state = stateOf(get());
        keepState(userId === null ? state : withoutAccount(state, userId));
      },
      signOutAll: () => set(SIGNED_OUT),
    }),
    {
      name: AUTH_COOKIE,
      storage,
      partialize: (state) => stateOf(state),
    },
  ),
);

/** Returns every user who is signed in as far as any tab of this browser has seen or stored. */
export function usersKnown(): ReadonlySet<string> {
  const states = [stateOf(useAuth.getState()), readKept() ?? SIGNED_OUT];
  return new Set(states.flatMap(({ accounts }) => accounts.map(({ user }) => user.userId)));
}

/**
 * Takes accounts and handles over. A reload still shows the account that was chosen last, in whichever tab (record
 * 105).
 */
function adopt(newer: AuthState): void {
  const chosen = readKept()?.activeUserId ?? null;
  useAuth.setState((state) => withAccountsOf(state, newer));
  if (chosen !== null) keepState(withActive(stateOf(useAuth.getState()), chosen));
}

function stateOf({ isAuth, accessToken, accounts, activeUserId }: AuthState): AuthState {
  return { isAuth, accessToken, accounts, activeUserId };
}

function isIn({ accounts }: AuthState, userId: string | null): boolean {
  return accounts.some(({ user }) => user.userId === userId);
}

function isSignedInAccount(value: unknown): value is SignedInAccount {
  return signedInAccount.safeParse(value).success;
}
