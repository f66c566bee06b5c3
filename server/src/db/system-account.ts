/** The account that PostgreSQL runs as where the product is started by root, whom PostgreSQL refuses. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { plainEnvironment } from '#db/plain-environment.ts';

export interface SystemAccount {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'mua-postgres';

/** `nobody`, whom other programs run as too: they could read the database's files. */
export const NOBODY: SystemAccount = { uid: 65_534, gid: 65_534 };

/** Of Debian, Red Hat and most others; of BusyBox. */
const MAKERS = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
    NAME,
  ],
  ['adduser', '-S', '-D', '-H', '-h', '/nonexistent', '-s', '/bin/false', NAME],
] as const;

/** Its own, made where there is none yet; NOBODY where none can be made. Only root may ask. */
export function systemAccount(passwdFile = '/etc/passwd', makers: typeof MAKERS | readonly [] = MAKERS): SystemAccount {
  const found = find(passwdFile);
  if (found) return found;
  for (const [program, ...args] of makers) {
    // Somebody else may be making it: what counts is whether it is there.
    spawnSync(program, args, { env: plainEnvironment(), stdio: 'ignore' });
    const made = find(passwdFile);
    if (made) return made;
  }
  return NOBODY;
}

function find(passwdFile: string): SystemAccount | undefined {
  const line = readFileSync(passwdFile, 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${NAME}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}
