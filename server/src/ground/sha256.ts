/** SHA-256 as base64url text, for values that must not be readable where they are stored. */
import { hash } from 'node:crypto';

export function sha256(text: string): string {
  return hash('sha256', text, 'base64url');
}
