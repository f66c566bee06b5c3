/** A process of the product in one of its roles: with which settings it is started, and what its lines tell. */

import { fileURLToPath } from 'node:url';
import type { ProcessRole, ProcessState } from '#cluster/cluster-view.ts';
import { KeptProcess, type ProcessToKeep } from '#cluster/kept-process.ts';
import { productNode } from '#ground/product-node.ts';
import { moduleFile } from '#ground/server-files.ts';

/** Where they come from decides this process, not whoever has set them for `npm start`. */
const OURS = [
  ...['ROLE', 'BUS_URL', 'BUS_CA_FILE', 'DATABASE_URL', 'DATABASE_APP_URL', 'DATA_DIR', 'HOST', 'PORT', 'PUBLIC_URL'],
  ...['BACKUP_DIR', 'BACKUP_S3', 'DURABILITY'],
];

export interface RoleProcess extends Pick<ProcessToKeep, 'name' | 'log' | 'onState'> {
  readonly role: Exclude<ProcessRole, 'bus'>;
  readonly settings: Readonly<Record<string, string>>;
  /** Stands for the product in tests. */
  readonly main?: string | undefined;
}

export function createRoleProcess({ settings, main, ...process_ }: RoleProcess): KeptProcess {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.includes(name)));
  return new KeptProcess({
    ...process_,
    command: productNode(),
    args: ['--enable-source-maps', main ?? fileURLToPath(moduleFile('app/main'))],
    env: {
      // As the units in deploy/ have it: a file system that hangs keeps threads of Node's pool.
      UV_THREADPOOL_SIZE: '32',
      ...inherited,
      NODE_ENV: 'production',
      ROLE: process_.role,
      PORT: '0',
      ...settings,
    },
    hasChannel: true,
    stateTold,
  });
}

function stateTold(line: string): ProcessState | undefined {
  if (line.startsWith('READY ')) return 'serves';
  return line === '· Waits for its turn' ? 'waits' : undefined;
}
