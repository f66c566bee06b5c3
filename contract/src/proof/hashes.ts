/** SHA-256 as the proof uses it: one byte says of what a hash is, so that a leaf can never pass for a node or a day. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type Canonical, canonicalText } from '#proof/canonical.ts';

export const LEAF = 0x00;
export const NODE = 0x01;
const DAY = 0x02;

/** Sums in a hash are 16 bytes. One more bit stays free, so that two of them can be added. */
export const SUM_BYTES = 16;
export const HASH_BYTES = 32;
/** Hash, liability, deficit. */
export const NODE_BYTES = HASH_BYTES + 2 * SUM_BYTES;
export const LARGEST_SUM = 2n ** 127n;

/** A node of the tree: all accounts below it, with what the broker owes them and what they owe. */
export interface SumNode {
  readonly hash: Uint8Array;
  readonly liability: bigint;
  readonly deficit: bigint;
}

/** `H(0x00 || salt || canonical(data))` */
export function leafHash(salt: Uint8Array, text: string): Uint8Array {
  const data = utf8ToBytes(text);
  const bytes = new Uint8Array(1 + salt.length + data.length);
  bytes[0] = LEAF;
  bytes.set(salt, 1);
  bytes.set(data, 1 + salt.length);
  return sha256(bytes);
}

/** `H(0x01 || L.hash || L.liability || L.deficit || R.hash || R.liability || R.deficit)`, and the sums of both. */
export function parentOf(left: SumNode, right: SumNode): SumNode {
  const bytes = new Uint8Array(1 + 2 * NODE_BYTES);
  const view = new DataView(bytes.buffer);
  bytes[0] = NODE;
  let at = 1;
  for (const { hash, liability, deficit } of [left, right]) {
    bytes.set(hash, at);
    writeSum(view, at + HASH_BYTES, liability);
    writeSum(view, at + HASH_BYTES + SUM_BYTES, deficit);
    at += NODE_BYTES;
  }
  return {
    hash: sha256(bytes),
    liability: left.liability + right.liability,
    deficit: left.deficit + right.deficit,
  };
}

/** Big-endian, 16 bytes. */
export function writeSum(view: DataView, at: number, sum: bigint): void {
  view.setBigUint64(at, sum >> 64n);
  view.setBigUint64(at + 8, sum & 0xffff_ffff_ffff_ffffn);
}

export function readSum(view: DataView, at: number): bigint {
  return (view.getBigUint64(at) << 64n) + view.getBigUint64(at + 8);
}

/** The root over no accounts at all. */
export function emptyRoot(): SumNode {
  return { hash: sha256(new Uint8Array([LEAF])), liability: 0n, deficit: 0n };
}

/** `H(0x02 || canonical(day))` */
export function dayHashOf(day: Canonical): Uint8Array {
  const text = utf8ToBytes(canonicalText(day));
  const bytes = new Uint8Array(1 + text.length);
  bytes[0] = DAY;
  bytes.set(text, 1);
  return sha256(bytes);
}

/** Of a list or a text by itself. */
export function canonicalHash(value: Canonical): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalText(value))));
}

export { bytesToHex, hexToBytes };
