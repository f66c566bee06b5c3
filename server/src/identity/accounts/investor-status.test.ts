import { INVESTOR_STATUSES, type InvestorStatus } from '@mua/contract/entities/investor';
import { expect, test } from 'vitest';
import { STATUS_AFTER, type StatusEvent, statusAfter } from '#identity/accounts/investor-status.ts';

const EVENTS: readonly StatusEvent[] = [
  ...(['submit', 'return', 'reject', 'approve', 'reopen', 'activate', 'suspend', 'resume'] as const),
];

/** The transitions as decided; any other must be impossible. */
const ARROWS = [
  'DRAFT submit PENDING',
  'PENDING return INCOMPLETE',
  'PENDING reject REJECTED',
  'PENDING approve PENDING_ACTIVATE',
  'INCOMPLETE submit PENDING',
  'REJECTED reopen DRAFT',
  'PENDING_ACTIVATE activate ACTIVE',
  'ACTIVE suspend INACTIVE',
  'INACTIVE resume ACTIVE',
];

test('a status changes along these transitions only', () => {
  const moves = INVESTOR_STATUSES.flatMap((from) =>
    EVENTS.flatMap((event) => {
      const to = statusAfter(from, event);
      return to === undefined ? [] : [`${from} ${event} ${to}`];
    }),
  );
  expect(moves.sort()).toEqual([...ARROWS].sort());
});

test('every status can be reached from a draft, and left again', () => {
  const reached = new Set<InvestorStatus>(['DRAFT']);
  for (const from of reached) for (const to of Object.values<InvestorStatus>(STATUS_AFTER[from])) reached.add(to);
  expect([...reached].sort()).toEqual([...INVESTOR_STATUSES].sort());
  for (const from of INVESTOR_STATUSES) expect(Object.keys(STATUS_AFTER[from])).not.toEqual([]);
});
