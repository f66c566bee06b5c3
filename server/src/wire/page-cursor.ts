/** Cursors of pages, opaque to the client: base64url of parts, each validated when it comes back. */
import { replyError } from '#refusals/reply-error.ts';

export function encodeCursor(...parts: readonly (string | number | bigint)[]): string {
  return Buffer.from(parts.join(' '), 'utf8').toString('base64url');
}

/** A page of events within a range of days, both included; each list defines whose days they are. */
export interface DatedPageQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Decodes a cursor; a malformed one is the client's error. */
export function decodeCursor(cursor: string | undefined, pattern: RegExp): readonly string[] | undefined {
  if (cursor === undefined) return undefined;
  const text = Buffer.from(cursor, 'base64url').toString('utf8');
  // No part has control characters, and PostgreSQL takes no text with a null.
  const isPlain = encodeCursor(text) === cursor && !/\p{Cc}/u.test(text);
  const match = isPlain ? pattern.exec(text) : null;
  if (!match) throw replyError('BadRequest', { field: 'cursor' });
  return match.slice(1);
}
