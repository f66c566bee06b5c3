/**
 * The environment of programs that the database needs: PostgreSQL, initdb, tar. The server's own has all its keys, and
 * whoever is a superuser of the database may read that of PostgreSQL, as may its account.
 */

/** Where programs are, in which zone a database is made, and in which language they speak. */
const HANDED_ON = /^(PATH|TZ|LANG|LC_\w+)$/;

export function plainEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => HANDED_ON.test(name)));
}
