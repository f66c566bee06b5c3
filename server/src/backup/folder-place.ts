/**
 * A folder as the place of backups: on another disk, or mounted from another machine. It is never made here: where the
 * disk is not mounted, a folder of its name would be on ours, and lost with it.
 */
import { createHash } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BackupError, type BackupPlace, type LogKeeper, otherContent, PARTIAL } from '#backup/place.ts';
import { syncBeside } from '#ground/data-dir.ts';

export function openFolderPlace(folder: string): BackupPlace {
  const path = (key: string): string => join(folder, ...key.split('/'));
  return {
    name: folder,
    async list(prefix) {
      await demandThere(folder);
      const found = await readdir(folder, { recursive: true, withFileTypes: true });
      return found
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.new'))
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
        .filter((key) => key.startsWith(prefix))
        .sort();
    },
    async read(key) {
      const bytes = await readFile(path(key)).catch(toNothing);
      if (!bytes) throw new BackupError(`${path(key)} is missing: restore an earlier backup with --to`);
      return bytes;
    },
    async write(key, bytes) {
      await demandThere(folder);
      await makeFolder(dirname(path(key)));
      const unfinished = `${path(key)}.new`;
      try {
        await writeFile(unfinished, bytes, { mode: 0o600, flush: true });
      } catch (error) {
        await rm(unfinished, { force: true });
        throw whyNot(folder, error);
      }
      await rename(unfinished, path(key));
      await syncBeside(dirname(path(key)));
    },
    async remove(key) {
      await rm(path(key), { force: true });
      // An empty folder says nothing; one that is not empty stays, and the place itself.
      for (let at = dirname(path(key)); at.startsWith(folder + sep); at = dirname(at)) await rmdir(at).catch(() => {});
    },
    openLog: (prefix) => openFolderLog(folder, path(prefix)),
  };
}

function openFolderLog(place: string, folder: string): LogKeeper {
  let growing: { readonly segment: string; readonly file: FileHandle } | undefined;

  async function fileOf(segment: string): Promise<FileHandle> {
    if (growing?.segment === segment) return growing.file;
    await growing?.file.close();
    growing = undefined;
    await demandThere(place);
    await makeFolder(folder);
    const partial = join(folder, segment + PARTIAL);
    const isNew = !(await exists(partial));
    const file = await open(partial, isNew ? 'w' : 'r+', 0o600);
    growing = { segment, file };
    if (isNew) await syncBeside(folder);
    return file;
  }

  return {
    due: async () => {},
    async add(segment, offset, bytes, isComplete) {
      const file = await fileOf(segment);
      try {
        await file.write(bytes, 0, bytes.length, offset);
        await file.datasync();
      } catch (error) {
        throw whyNot(place, error);
      }
      await demandSame(join(folder, segment + PARTIAL), file);
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
    if (digests[0] !== digests[1]) throw otherContent(whole);
  }
  await rename(partial, whole);
  await syncBeside(folder);
}

async function digestOf(file: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(file))
    .digest('hex');
}

async function demandThere(place: string): Promise<void> {
  if (await exists(place)) return;
  throw new BackupError(
    `There is no folder ${place}: is its disk mounted? If the place is a new one, make the folder on that disk`,
  );
}

/** What is open stays writable when its disk is taken away or somebody removes it, and then nobody ever reads it. */
async function demandSame(path: string, file: FileHandle): Promise<void> {
  const [named, opened] = await Promise.all([stat(path).catch(toNothing), file.stat()]);
  // Not by their inodes, which some network file systems make up.
  if (named?.size === opened.size) return;
  throw new BackupError(`${path} is gone while it was written: is its disk still mounted?`);
}

function whyNot(place: string, error: unknown): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');
  return isFull ? new BackupError(`${place} is full: free some space there`) : error;
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first !== undefined) await syncBeside(dirname(first));
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(toNothing)) !== undefined;
}

function toNothing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT') return undefined;
  throw error;
}
