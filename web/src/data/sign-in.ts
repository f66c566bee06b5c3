/** Signing in and out of this browser's account jar (spec 4). The stores follow what the server answers. */
import { login, logout, logoutAll } from '@mua/contract/http/sign-in';
import { useAuth } from '#session/auth-store.ts';
import { useRedirect } from '#session/redirect-store.ts';
import { call } from './call.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** Adds the investor to those signed in and makes them the active one. Throws `CallError`. */
export async function signIn({ username, password }: Credentials): Promise<void> {
  useAuth.getState().replace(await call(login, { body: { username, password } }));
}

/** Signs one investor out of this browser; the first who remains becomes active. */
export async function signOut(userId: string): Promise<void> {
  const slot = useAuth.getState().accounts.find(({ user }) => user.userId === userId)?.accessToken.value;
  const state = await call(logout, { body: {}, slot });
  useRedirect.getState().skipNextRedirect();
  useAuth.getState().replace(state);
}

export async function signOutAll(): Promise<void> {
  await call(logoutAll, { body: {} });
  useRedirect.getState().skipNextRedirect();
  useAuth.getState().signOutAll();
}
