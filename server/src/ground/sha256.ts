/** SHA-256 as text, base64url: under it stands what must not be readable where it is stored. */
import { createHash } from 'node:crypto';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
