/**
 * The sum tree of a day, on bytes: its levels lie one after the other, leaves first, so a pair of nodes is the 128 bytes
 * that their parent is hashed from. Gives what contract/src/proof/sum-tree.ts gives, without an object for each node.
 */
import { hash } from 'node:crypto';
import { emptyRoot, HASH_BYTES, NODE, NODE_BYTES, readSum, SUM_BYTES, type SumNode } from '@mua/contract/proof/hashes';
import { levelSizes } from '@mua/contract/proof/sum-tree';

export const LIABILITY_AT = HASH_BYTES;
export const DEFICIT_AT = HASH_BYTES + SUM_BYTES;
const PAIR_BYTES = 2 * NODE_BYTES;

/** All levels over so many leaves, not grown yet. */
export function emptyNodes(leaves: number): Buffer {
  return Buffer.alloc(levelSizes(leaves).reduce((sum, size) => sum + size) * NODE_BYTES);
}

/** By OpenSSL, and as text of bytes: a buffer for each hash takes twice as long. */
export function writeHash(nodes: Buffer, at: number, bytes: Buffer): void {
  nodes.write(hash('sha256', bytes, 'binary'), at, 'binary');
}

/** Grows what stands above the leaves. */
export function growTree(nodes: Buffer, leaves: number): SumNode {
  const view = new DataView(nodes.buffer, nodes.byteOffset, nodes.length);
  const hashed = Buffer.alloc(1 + PAIR_BYTES, NODE);
  let start = 0;
  for (const size of levelSizes(leaves).slice(0, -1)) {
    const end = start + size * NODE_BYTES;
    for (let [left, at] = [start, end]; left < end; left += PAIR_BYTES, at += NODE_BYTES) {
      const right = left + NODE_BYTES;
      if (right === end) nodes.copy(nodes, at, left, end);
      else {
        nodes.copy(hashed, 1, left, left + PAIR_BYTES);
        writeHash(nodes, at, hashed);
        for (const sum of [LIABILITY_AT, DEFICIT_AT]) addSums(view, at + sum, left + sum, right + sum);
      }
    }
    start = end;
  }
  return leaves === 0 ? emptyRoot() : decodeNode(nodes.subarray(start));
}

const DIGIT_BYTES = 4;
const LARGEST_DIGIT = 0xffff_ffff;

/** As on paper, from the last digit: a bigint for each sum takes several times as long. */
function addSums(view: DataView, at: number, one: number, other: number): void {
  let carry = 0;
  for (let digit = SUM_BYTES - DIGIT_BYTES; digit >= 0; digit -= DIGIT_BYTES) {
    const sum = view.getUint32(one + digit) + view.getUint32(other + digit) + carry;
    view.setUint32(at + digit, sum);
    carry = sum > LARGEST_DIGIT ? 1 : 0;
  }
}

export function decodeNode(bytes: Buffer): SumNode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    hash: new Uint8Array(bytes.subarray(0, LIABILITY_AT)),
    liability: readSum(view, LIABILITY_AT),
    deficit: readSum(view, DEFICIT_AT),
  };
}
