/**
 * Data folders of the roles. Each process has its own; the keys that a first start makes are the same in all of them, and
 * pictures of identity documents lie in one.
 */
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { keep, makeFolder, readPersisted } from '#ground/data-dir.ts';

/** What is sealed or signed with them by one process is opened and checked by the others. */
const KEYS = [
  ...['identity-key', 'picture-key', 'bank-webhook-secret', 'proof-key.pem'],
  ...['signing-key.pem', 'signing-certificate.pem'],
];
const PICTURES = 'pictures';

/** Returns the data folder of a process, with its place for pictures. */
export function prepareRoleFolder(clusterFolder: string, name: string): string {
  const [folder, pictures] = [join(clusterFolder, name), join(clusterFolder, PICTURES)];
  for (const each of [folder, pictures]) makeFolder(each);
  const link = join(folder, PICTURES);
  if (!existsSync(link)) symlinkSync(relative(folder, pictures), link);
  // Of an earlier life: the address is asked for when it is up.
  rmSync(join(folder, 'run', 'address'), { force: true });
  return folder;
}

/** Keys that one process has made, to another one, before that one starts. */
export function copyKeys(from: string, to: string): void {
  for (const name of KEYS) {
    const key = readPersisted(join(from, name));
    if (key !== '' && readPersisted(join(to, name)) !== key)
      keep(join(to, name), readFileSync(join(from, name), 'utf8'));
  }
}

/** Where a process that is up listens. */
export function addressIn(folder: string): string {
  return readPersisted(join(folder, 'run', 'address')).replace('[::1]', '127.0.0.1');
}

/** `DATA_DIR=<cluster's folder> npm run operator` speaks to the engine that serves. */
export function leadOperators(clusterFolder: string, engine: string): void {
  for (const name of ['address', 'operator-token']) {
    const link = join(clusterFolder, 'run', name);
    rmSync(link, { force: true });
    symlinkSync(join('..', engine, 'run', name), link);
  }
}
