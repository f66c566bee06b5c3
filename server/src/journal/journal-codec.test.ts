import { gzipSync } from 'node:zlib';
import { createEngineState, type EngineSnapshot, snapshotState } from '@mua/core/engine';
import { expect, test } from 'vitest';
import { decodeSnapshot, encodeSnapshot } from '#journal/journal-codec.ts';

function snapshotOf(idsOfAccounts: readonly number[]): EngineSnapshot {
  const accounts = idsOfAccounts.map((ids, index) => ({
    accountId: `account-${index}`,
    investorId: 'investor',
    investorKind: 'individual' as const,
    isDemo: true,
    isActivated: true,
    heldVnd: 5n,
    positions: [],
    clientOrders: Array.from({ length: ids }, (_, id) => [`${id}\n"`, `order-${id}`, 'BUY 1'] as const),
  }));
  return { ...snapshotState(createEngineState()), accounts };
}

test.each([[[]], [[0]], [[1, 0, 3]], [[5_000, 5_001, 12_345]]])('ids of %j orders come back', async (counts) => {
  const snapshot = snapshotOf(counts);
  expect(decodeSnapshot(await encodeSnapshot(snapshot))).toEqual(snapshot);
});

test('so they do from a snapshot of a release that wrote one text', () => {
  const snapshot = snapshotOf([3]);
  const text = JSON.stringify(snapshot, (_key, value) => (typeof value === 'bigint' ? { $n: `${value}` } : value));
  expect(decodeSnapshot(gzipSync(text))).toEqual(snapshot);
});

test('bytes that were cut off or changed are no snapshot', async () => {
  const bytes = await encodeSnapshot(snapshotOf([20]));
  expect(() => decodeSnapshot(bytes.subarray(0, -1))).toThrow();
  const changed = Buffer.from(bytes);
  changed.writeUInt8(changed.readUInt8((changed.length / 2) | 0) ^ 1, (changed.length / 2) | 0);
  expect(() => decodeSnapshot(changed)).toThrow();
});
