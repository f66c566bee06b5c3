/** The place of backups by its name in the settings. */
import { openFolderPlace } from '#backup/folder-place.ts';
import type { BackupPlace } from '#backup/place.ts';

export function openPlace(name: string): BackupPlace {
  return openFolderPlace(name);
}
