/** What becomes of a withdrawal's request in one batch is what would have come of it in several. */
import { expect, test } from 'vitest';
import { emptyRows } from '#journal/projections/rows.ts';
import { noteWithdrawal, withdrawalRow } from '#journal/projections/withdrawal-rows.ts';

const WHOSE = { withdrawalId: 'w', accountId: '1-01', amountVnd: 5n };
type Change = Parameters<typeof withdrawalRow>[0]['change'];

function notedOf(...changes: readonly Omit<Change, keyof typeof WHOSE>[]) {
  const rows = emptyRows();
  for (const [timeMs, change] of changes.entries())
    noteWithdrawal(rows, withdrawalRow({ kind: 'withdrawalChanged', change: { ...WHOSE, ...change } }, { timeMs }));
  return rows.withdrawals.get('w');
}

test('the newest step counts, and when it was held and approved', () => {
  expect(notedOf({ status: 'HELD' }, { status: 'APPROVED' }, { status: 'PAID', reference: 'FT1' })).toMatchObject({
    ...{ status: 'PAID', held_ms: 0, approved_ms: 1, ended_ms: 2, reference: 'FT1' },
  });
});

test('a hold that comes after its end changes nothing', () => {
  const ended = notedOf({ status: 'HELD' }, { status: 'RELEASED', reason: 'Cancelled' }, { status: 'HELD' });
  expect(ended).toMatchObject({ status: 'CANCELLED', held_ms: 0, ended_ms: 1 });
});
