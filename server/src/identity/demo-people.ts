/**
 * The demo people, the same at every first start (docs/rules/people.md#demo-people). Identity seeds their sign-ins, the
 * reference data opens their sub-accounts; both use this list.
 */
import type { InvestorKind } from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import { addInvestor, type NewInvestor } from '#identity/accounts/investors.ts';
import { hashPassword } from '#identity/security/passwords.ts';

export const DEMO_PASSWORD = 'Mua@2026';

export interface DemoSubAccount {
  readonly accountId: string;
  readonly isActivated: boolean;
  readonly depositVnd: Vnd;
}

export interface DemoPerson extends NewInvestor {
  readonly kind: InvestorKind;
  readonly subAccounts: readonly DemoSubAccount[];
}

/** What a demo gives each of its activated sub-accounts. */
export const DEMO_START_VND = 1_000_000_000n;

function subAccounts(code: string, count: number, isActivated = true): readonly DemoSubAccount[] {
  return Array.from({ length: count }, (_, index) => ({
    accountId: `${code}-${String(index + 1).padStart(2, '0')}`,
    isActivated,
    depositVnd: isActivated ? DEMO_START_VND : 0n,
  }));
}

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  {
    investorId: '108C000001',
    fullName: 'Nguyễn Văn An',
    kind: 'individual',
    status: 'ACTIVE',
    phoneNumber: '0901000001',
    email: 'an@mua.demo',
    subAccounts: subAccounts('108C000001', 2),
  },
  {
    investorId: '108C000002',
    fullName: 'Trần Thị Bình',
    kind: 'individual',
    status: 'ACTIVE',
    phoneNumber: '0901000002',
    email: 'binh@mua.demo',
    subAccounts: subAccounts('108C000002', 2),
  },
  {
    investorId: '108C000003',
    fullName: 'Công ty TNHH Nông sản Chi',
    kind: 'business',
    status: 'ACTIVE',
    phoneNumber: '0901000003',
    email: 'chi@mua.demo',
    subAccounts: subAccounts('108C000003', 1),
  },
  {
    investorId: '108C000004',
    fullName: 'Lê Anh Dũng',
    kind: 'individual',
    status: 'PENDING_ACTIVATE',
    phoneNumber: '0901000004',
    email: 'dung@mua.demo',
    subAccounts: subAccounts('108C000004', 1, false),
  },
  {
    investorId: '108C000005',
    fullName: 'Phạm Thị Em',
    kind: 'individual',
    status: 'INACTIVE',
    isSuspended: true,
    phoneNumber: '0901000005',
    email: 'em@mua.demo',
    subAccounts: subAccounts('108C000005', 1),
  },
];

/** Creates missing people; existing ones are not changed. */
export async function seedDemoPeople(pool: pg.Pool): Promise<void> {
  const known = await pool.query<{ investor_id: string }>('select investor_id from investor');
  const ids = new Set(known.rows.map((row) => row.investor_id));
  for (const person of DEMO_PEOPLE) {
    if (!ids.has(person.investorId)) await addInvestor(pool, person, await hashPassword(DEMO_PASSWORD));
  }
}
