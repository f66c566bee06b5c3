/**
 * Computes the SHA-256 hash that identifies a paper, in lower-case hex, on this machine. Browsers provide it on secure
 * pages only; elsewhere it throws.
 */
export async function sha256Hex(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Shortens a hash to `9f3c41d0 … 08a5`: enough to compare by eye. */
export function shortHash(hash: string): string {
  return `${hash.slice(0, 8)} … ${hash.slice(-4)}`;
}
