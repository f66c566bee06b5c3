/** SHA-256 as base64url text, for values that must not be readable where they are stored. */
import { createHash } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
