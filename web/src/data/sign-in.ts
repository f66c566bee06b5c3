/** Signing in and out of this browser's account jar (spec 4). The stores follow what the server answers. */
import { login, logout, logoutAll } from '@mua/contract/http/sign-in';
import { useAuth } from '#session/auth-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { call } from './call.ts';
import { changingJar } from './jar-turns.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Of the authenticator app, once the server has asked for it. */
  readonly sotpCode?: string | undefined;
}

/** Adds the investor to those signed in and makes them the active one. Throws `CallError`. */
export async function signIn({ username, password, sotpCode }: Credentials): Promise<void> {
  const body = { username, password, ...(sotpCode === undefined ? {} : { sotpCode }) };
  useAuth.getState().replace(await changingJar(() => call(login, { body })));
}

/** Signs one investor out of this browser; if it was the active one, the first who remains becomes active. */
export async function signOut(userId: string): Promise<void> {
  const slot = useAuth.getState().accounts.find(({ user }) => user.userId === userId)?.accessToken.value;
  useAuth.getState().tellLeaving(userId);
  try {
    const state = await changingJar(() => call(logout, { body: {}, slot }));
    useRedirect.getState().skipNextRedirect();
    useAuth.getState().follow(state);
  } catch (error) {
    useAuth.getState().tellLeaving(null);
    throw error;
  }
}

export async function signOutAll(): Promise<void> {
  await changingJar(() => call(logoutAll, { body: {} }));
  useRedirect.getState().skipNextRedirect();
  useAuth.getState().signOutAll();
}
