/** A folder as the place of backups: on another disk, or mounted from another machine. */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BackupError, type BackupPlace, type LogKeeper, PARTIAL } from '#backup/place.ts';

export function openFolderPlace(folder: string): BackupPlace {
  const path = (key: string): string => join(folder, ...key.split('/'));
  return {
    name: folder,
    async list(prefix) {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(toNothing);
      return (found ?? [])
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((key) => key.startsWith(prefix))
        .sort();
    },
    read: (key) => readFile(path(key)),
    async write(key, bytes) {
      await makeFolder(dirname(path(key)));
      const file = await open(`${path(key)}.new`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path(key)}.new`, path(key));
      await syncFolder(dirname(path(key)));
    },
    async remove(key) {
      await rm(path(key), { force: true });
      // An empty folder says nothing; one that is not empty stays.
      await rmdir(dirname(path(key))).catch(() => {});
    },
    openLog: (prefix) => openFolderLog(path(prefix)),
  };
}

function openFolderLog(folder: string): LogKeeper {
  let growing: { readonly segment: string; readonly file: FileHandle } | undefined;

  async function fileOf(segment: string): Promise<FileHandle> {
    if (growing?.segment === segment) return growing.file;
    await growing?.file.close();
    growing = undefined;
    await makeFolder(folder);
    const partial = join(folder, segment + PARTIAL);
    const isNew = !(await exists(partial));
    const file = await open(partial, isNew ? 'w' : 'r+', 0o600);
    growing = { segment, file };
    if (isNew) await syncFolder(folder);
    return file;
  }

  return {
    async add(segment, offset, bytes, isComplete) {
      const file = await fileOf(segment);
      await file.write(bytes, 0, bytes.length, offset);
      await file.datasync();
      if (!isComplete) return;
      await file.close();
      growing = undefined;
      await complete(folder, segment);
    },
    hurry: () => {},
    async close() {
      await growing?.file.close();
      growing = undefined;
    },
  };
}

/** A complete segment that is there already has to be the same: else two servers write into one place. */
async function complete(folder: string, segment: string): Promise<void> {
  const [partial, whole] = [join(folder, segment + PARTIAL), join(folder, segment)];
  if (await exists(whole)) {
    const digests = await Promise.all([partial, whole].map(digestOf));
    if (digests[0] !== digests[1]) throw new BackupError(`${whole} is there already, with other content`);
  }
  await rename(partial, whole);
  await syncFolder(folder);
}

async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncFolder(dirname(first));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(toNothing)) !== undefined;
}

function toNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
