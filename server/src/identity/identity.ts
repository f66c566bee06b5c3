/** Everything about who is who, put together for the server. */
import type pg from 'pg';
import type { Clock } from '#clock';
import { createJarCookie, type JarCookie } from './jar-cookie.ts';
import { createJars, type Jars } from './jars.ts';
import { createPasswords } from './passwords.ts';
import { createSignIn, type SignIn } from './sign-in.ts';
import { type AttemptLimits, createSignInAttempts } from './sign-in-attempts.ts';

export interface Identity {
  readonly jars: Jars;
  readonly jarCookie: JarCookie;
  readonly signIn: SignIn;
}

export function createIdentity(options: {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly publicUrl: URL | undefined;
  readonly attemptLimits: AttemptLimits | undefined;
}): Identity {
  const { pool, clock, publicUrl, attemptLimits } = options;
  const jars = createJars(pool, clock);
  const passwords = createPasswords();
  const attempts = createSignInAttempts(pool, attemptLimits);
  const signIn = createSignIn({ pool, clock, jars, passwords, attempts });
  return { jars, jarCookie: createJarCookie(publicUrl), signIn };
}
