/** The tree on bytes against the plain one of the contract, and leaves against what a checker computes of them. */
import { createHash } from 'node:crypto';
import type { ClosingData } from '@mua/contract/entities/proof';
import { canonicalText } from '@mua/contract/proof/canonical';
import { leafOf } from '@mua/contract/proof/check-statement';
import { hexToBytes, NODE_BYTES, type SumNode, writeSum } from '@mua/contract/proof/hashes';
import { rootOf, sumTree } from '@mua/contract/proof/sum-tree';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DayLeaves } from '#proof/day-leaves.ts';
import { DEFICIT_AT, decodeNode, emptyNodes, growTree, LIABILITY_AT } from '#proof/day-tree.ts';

/** Sums of seventy of them stay within their 16 bytes; those next to a digit's end carry. */
const sum = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 120n }),
  fc.constantFrom(0n, 2n ** 32n - 1n, 2n ** 64n - 1n, 2n ** 64n, 2n ** 96n - 1n),
);
const nodes = fc.array(
  fc.record({ hash: fc.uint8Array({ minLength: 32, maxLength: 32 }), liability: sum, deficit: sum }),
  { maxLength: 70, size: 'max' },
);

function encoded(leaves: readonly SumNode[]): Buffer {
  const bytes = emptyNodes(leaves.length);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const [place, { hash, liability, deficit }] of leaves.entries()) {
    bytes.set(hash, place * NODE_BYTES);
    writeSum(view, place * NODE_BYTES + LIABILITY_AT, liability);
    writeSum(view, place * NODE_BYTES + DEFICIT_AT, deficit);
  }
  return bytes;
}

const nodesIn = (bytes: Buffer): SumNode[] =>
  Array.from({ length: bytes.length / NODE_BYTES }, (_, at) =>
    decodeNode(bytes.subarray(at * NODE_BYTES, (at + 1) * NODE_BYTES)),
  );

test('every node is the plain tree’s', () => {
  fc.assert(
    fc.property(nodes, (leaves) => {
      const bytes = encoded(leaves);
      const plain = sumTree(leaves);
      expect(growTree(bytes, leaves.length)).toEqual(rootOf(plain));
      expect(nodesIn(bytes)).toEqual(plain.flat());
    }),
  );
});

test.each(Array.from({ length: 71 }, (_, size) => size))('a tree over %i leaves is the plain one', (size) => {
  const leaves = Array.from({ length: size }, (_, place) => ({
    hash: new Uint8Array(createHash('sha256').update(String(place)).digest()),
    liability: 2n ** 64n - BigInt(place),
    deficit: BigInt(place),
  }));
  const bytes = encoded(leaves);
  expect(growTree(bytes, size)).toEqual(rootOf(sumTree(leaves)));
  expect(nodesIn(bytes)).toEqual(sumTree(leaves).flat());
});

function closing(accountId: string, cash: bigint, contracts: number): ClosingData {
  return {
    ...{ accountId, cash: cash.toString(), date: '2026-11-20', estimatedProfit: '-7', heldWithdrawals: '0' },
    positions: Array.from({ length: contracts }, (_, number) => ({
      ...{ averageTicks: '1804.2500', contractCode: `ZCEZ${number}`, lots: -2, settlementTicks: null },
    })),
    required: '0',
  };
}

test('a leaf stands at the rank of its salt’s hash, and is what a checker computes', () => {
  const closings = [
    closing('an', 5n, 0),
    closing('bình', -(10n ** 15n), 1),
    closing('chi', 7n, 0),
    // More than the bytes that leaves are hashed in at first.
    closing('dung', 2n ** 64n, 100),
    closing('em', 0n, 2),
  ];
  const leaves = new DayLeaves(closings.length);
  const pages = [leaves.add(closings.slice(0, 2)), leaves.add(closings.slice(2))];
  const kept = pages.flatMap(({ accountIds, places, salts, data }) =>
    accountIds.map((accountId, row) => ({ accountId, place: places[row], salt: salts[row] ?? '', text: data[row] })),
  );
  expect(kept.map(({ accountId }) => accountId)).toEqual(closings.map(({ accountId }) => accountId));
  expect(kept.map(({ text }) => text)).toEqual(closings.map(canonicalText));
  const hashOf = (salt: string): string => createHash('sha256').update(hexToBytes(salt)).digest('hex');
  const ranked = kept.map(({ salt }) => hashOf(salt)).sort();
  expect(kept.map(({ place }) => place)).toEqual(kept.map(({ salt }) => ranked.indexOf(hashOf(salt))));
  const plain: SumNode[] = [];
  for (const [row, { place = -1, salt }] of kept.entries()) {
    const data = closings[row];
    if (data) plain[place] = leafOf(data, hexToBytes(salt));
  }
  expect(leaves.root()).toEqual(rootOf(sumTree(plain)));
  expect(nodesIn(leaves.nodes)).toEqual(sumTree(plain).flat());
});

test('salts of other days are others', () => {
  const saltOf = (): string | undefined => new DayLeaves(1).add([closing('an', 1n, 0)]).salts[0];
  expect(saltOf()).not.toBe(saltOf());
});

test('fewer or more accounts than were counted are no day', () => {
  const leaves = new DayLeaves(2);
  leaves.add([closing('an', 1n, 0)]);
  expect(() => leaves.root()).toThrow('1 accounts of the 2');
  expect(() => leaves.add([closing('binh', 1n, 0), closing('chi', 1n, 0)])).toThrow('more accounts than the 2');
});
