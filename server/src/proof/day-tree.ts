/** Builds the sum tree of a day. */
import { hash, randomBytes } from 'node:crypto';
import type { ClosingData } from '@mua/contract/entities/proof';
import { canonicalText } from '@mua/contract/proof/canonical';
import { leafOf } from '@mua/contract/proof/check-statement';
import { emptyRoot, placeOf, readSum, type Sha256, type SumNode, writeSum } from '@mua/contract/proof/hashes';
import { parentsOf } from '@mua/contract/proof/sum-tree';

export interface Leaf {
  readonly accountId: string;
  readonly salt: string;
  /** Canonical text of the closing figures. */
  readonly data: string;
  readonly node: SumNode;
  /** Hash of the salt: the leaf's place among the others. */
  readonly order: string;
}

export interface DayTree {
  /** In the order of the tree. */
  readonly leaves: readonly Leaf[];
  readonly root: SumNode;
  /** Every level from the leaves to the root. */
  readonly nodes: Buffer;
}

const SALT_BYTES = 16;

/** OpenSSL's, three times as fast as a script's. */
const sha256: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');

/** A page of leaves, each with a salt that nobody else knows. */
export function growLeaves(closings: readonly ClosingData[]): readonly Leaf[] {
  const leaves: Leaf[] = [];
  const salts = randomBytes(closings.length * SALT_BYTES);
  for (const [place, data] of closings.entries()) {
    const salt = salts.subarray(place * SALT_BYTES, (place + 1) * SALT_BYTES);
    const text = canonicalText(data);
    leaves.push({
      accountId: data.accountId,
      salt: salt.toString('hex'),
      data: text,
      node: leafOf(data, salt, text, sha256),
      order: placeOf(salt, sha256),
    });
  }
  return leaves;
}

export function growTree(grown: readonly Leaf[]): DayTree {
  const leaves = grown.toSorted((one, other) => (one.order < other.order ? -1 : 1));
  let level: readonly SumNode[] = leaves.map(({ node }) => node);
  const parts = [encodeNodes(level)];
  while (level.length > 1) {
    level = [...parentsOf(level, sha256)];
    parts.push(encodeNodes(level));
  }
  return { leaves, root: level[0] ?? emptyRoot(), nodes: Buffer.concat(parts) };
}

/** Hash, liability, deficit. */
export const NODE_BYTES = 64;
const LIABILITY_AT = 32;
const DEFICIT_AT = 48;

function encodeNodes(level: readonly SumNode[]): Buffer {
  const bytes = Buffer.alloc(level.length * NODE_BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const [place, { hash, liability, deficit }] of level.entries()) {
    bytes.set(hash, place * NODE_BYTES);
    writeSum(view, place * NODE_BYTES + LIABILITY_AT, liability);
    writeSum(view, place * NODE_BYTES + DEFICIT_AT, deficit);
  }
  return bytes;
}

export function decodeNode(bytes: Buffer): SumNode {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return {
    hash: new Uint8Array(bytes.subarray(0, LIABILITY_AT)),
    liability: readSum(view, LIABILITY_AT),
    deficit: readSum(view, DEFICIT_AT),
  };
}
