/** The place of backups by its name in the settings: a folder, or the address of a bucket. */
import { openFolderPlace } from '#backup/folder-place.ts';
import { BackupError, type BackupPlace } from '#backup/place.ts';
import { openS3Place } from '#backup/s3-place.ts';

export function openPlace(name: string, env: Readonly<Record<string, string | undefined>>): BackupPlace {
  if (!/^https?:/.test(name)) return openFolderPlace(name);
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_REGION } = env;
  if (!accessKeyId || !secretAccessKey)
    throw new BackupError(
      `${name} opens with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment: set both`,
    );
  return openS3Place(name, { accessKeyId, secretAccessKey, region: AWS_REGION || 'us-east-1' });
}
