/** Ids that can't be guessed, made thousands a second: the random bits are drawn for many at once. */
import { randomFillSync } from 'node:crypto';

/** 96 bits. */
const BYTES = 12;
const pool = Buffer.alloc(BYTES * 256);
let usedBytes = pool.length;

/** 16 characters of base64url. */
export function randomId(): string {
  if (usedBytes === pool.length) {
    randomFillSync(pool);
    usedBytes = 0;
  }
  usedBytes += BYTES;
  return pool.toString('base64url', usedBytes - BYTES, usedBytes);
}
