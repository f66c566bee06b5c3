/**
 * The simulated leaders of a demo: investors beside the demo people who trade by a rule of the house, each of another
 * temper (docs/rules/people.md#simulated-leaders). They are marked as simulated wherever they are shown.
 */
import { randomBytes } from 'node:crypto';
import type { StrategyTerms } from '@mua/core/engine';
import type { Vnd } from '@mua/core/values';
import type pg from 'pg';
import { followTrend, revertToMean, type Size, sellRisk, type Temper } from '#demo-leaders/tempers.ts';
import { addInvestor, type NewInvestor } from '#identity/accounts/investors.ts';
import { hashPassword } from '#identity/security/passwords.ts';
import type { NewAccount } from '#schedule/reference-data.ts';

export interface SimulatedLeader extends NewInvestor {
  readonly accountId: string;
  readonly terms: StrategyTerms;
  readonly temper: Temper;
  /** By commodity. */
  readonly markets: Readonly<Record<string, Size>>;
}

/** Enough for years of fees. */
export const LEADER_START_VND: Vnd = 5_000_000_000n;

/** Account numbers with a letter that none drawn or typed has. Suspended: nobody signs in as them, whatever they reset. */
function person(place: number, fullName: string): NewInvestor & { readonly accountId: string } {
  const investorId = `108M00000${place}`;
  return {
    ...{ investorId, accountId: `${investorId}-01`, fullName, kind: 'individual', status: 'INACTIVE' },
    ...{ isSuspended: true, phoneNumber: investorId, email: `${investorId.toLowerCase()}@simulated.invalid` },
  };
}

const TERMS = { maxFollowers: 1_000, feePeriod: 'MONTHLY', minFollowVnd: 300_000_000n, slippageTicks: 12 } as const;

export const SIMULATED_LEADERS: readonly SimulatedLeader[] = [
  {
    ...person(1, 'Máy theo xu hướng'),
    terms: {
      ...TERMS,
      name: 'Theo xu hướng ngắn',
      description:
        'Mô phỏng, giao dịch tự động theo quy tắc. Mua khi giá vượt đỉnh gần nhất, bán khi thủng đáy gần nhất, thoát ngay khi giá quay đầu. Lỗ nhỏ nhiều lần, thỉnh thoảng lãi trọn một xu hướng. Bạc micro, dầu WTI, ngô; mỗi lệnh 1 lot.',
      copyFeeVnd: 200_000n,
      performanceFeeBasisPoints: 1_000,
    },
    temper: followTrend,
    markets: {
      SIL: { lots: 1, stepTicks: 10 },
      CLE: { lots: 1, stepTicks: 4 },
      ZCE: { lots: 1, stepTicks: 2 },
    },
  },
  {
    ...person(2, 'Máy về trung bình'),
    terms: {
      ...TERMS,
      name: 'Giá về trung bình',
      description:
        'Mô phỏng, giao dịch tự động theo quy tắc. Giao dịch ngược khi giá lệch xa mức trung bình, chốt khi giá quay lại, cắt lỗ khi giá chạy tiếp hoặc không về kịp. Robusta và dầu WTI mỗi lệnh 1 lot, ngô 2 lot.',
      copyFeeVnd: 0n,
      performanceFeeBasisPoints: 1_500,
    },
    temper: revertToMean,
    markets: {
      LRC: { lots: 1, stepTicks: 4 },
      CLE: { lots: 1, stepTicks: 4 },
      ZCE: { lots: 2, stepTicks: 2 },
    },
  },
  {
    ...person(3, 'Máy bán rủi ro'),
    terms: {
      ...TERMS,
      name: 'Thắng nhỏ đều đặn',
      description:
        'Mô phỏng, giao dịch tự động theo quy tắc. Chốt lãi nhỏ, không cắt lỗ mà nhân đôi vị thế đang lỗ, tối đa 8 lot. Thắng rất nhiều lần; khi giá không quay lại, một lần lỗ lấy đi lãi của nhiều lần thắng. Bạc micro, dầu WTI, Robusta.',
      copyFeeVnd: 500_000n,
      performanceFeeBasisPoints: 2_000,
    },
    temper: sellRisk,
    markets: {
      SIL: { lots: 1, stepTicks: 14 },
      CLE: { lots: 1, stepTicks: 6 },
      LRC: { lots: 1, stepTicks: 7 },
    },
  },
];

const IDS: ReadonlySet<string> = new Set(SIMULATED_LEADERS.map(({ investorId }) => investorId));

export function isSimulatedLeader(investorId: string): boolean {
  return IDS.has(investorId);
}

/** Creates those who are missing, with a password that nobody has seen. */
export async function seedSimulatedLeaders(pool: pg.Pool): Promise<void> {
  const found = 'select investor_id from investor where investor_id = any($1)';
  const known = await pool.query<{ investor_id: string }>(found, [[...IDS]]);
  const ids = new Set(known.rows.map((row) => row.investor_id));
  const missing = SIMULATED_LEADERS.filter(({ investorId }) => !ids.has(investorId));
  if (missing.length === 0) return;
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  for (const leader of missing) await addInvestor(pool, leader, passwordHash);
}

export function simulatedLeaderAccounts(): NewAccount[] {
  return SIMULATED_LEADERS.map(({ accountId, investorId, kind }) => ({
    ...{ accountId, investorId, investorKind: kind, isActivated: true, cashVnd: LEADER_START_VND },
  }));
}
