/** Records of copy trading as the server would send them, for tests: a strategy, a copy of it, and a week. */
import type { CopyDecision } from '@mua/contract/entities/copy-decision';
import type { OwnCopy } from '@mua/contract/entities/copy-trader';
import type { OwnStrategy } from '@mua/contract/entities/strategy';
import type {
  CopySimulation,
  ShownStrategy,
  StrategyDay,
  StrategyReturns,
} from '@mua/contract/entities/strategy-figures';
import type { WeeklyCopierReport } from '@mua/contract/entities/weekly-copier-report';

export const OWN_STRATEGY: OwnStrategy = {
  strategyId: 's1',
  accountId: '108C000003-01',
  isDemo: true,
  name: 'Mùa vụ Robusta',
  description: 'Mua theo lịch thu hoạch, giữ 3 đến 15 ngày.',
  maxFollowers: 60,
  copyFee: '1200000',
  paymentPeriod: 'MONTHLY',
  performanceFeeRate: '20.00',
  minFollowAmount: '300000000',
  slippageTolerance: 3,
  approval: 'APPROVED',
  state: 'ACTIVE',
  createdDate: '2026-01-10T02:00:00.000Z',
  startedDate: '2026-01-12T02:00:00.000Z',
  endedDate: null,
  followers: 41,
  reason: null,
};

const { reason: _, ...shared } = OWN_STRATEGY;

export const STRATEGY: ShownStrategy = {
  ...shared,
  leaderName: 'Trần Bảo Minh',
  isSimulated: true,
  figures: {
    days: 315,
    leader: { returnPercent: '38.41', maxDrawdown: '-8.10' },
    followers: {
      ...{ returnPercent: '29.71', maxDrawdown: '-9.20', medianPercent: '27.00' },
      ...{ inProfit: 33, inLoss: 8, realised: '812000000' },
    },
    completedTrades: 184,
    winRate: '61.00',
    profitFactor: '1.80',
    averageHoldingMs: 449_280_000,
    maxExposure: '64.00',
    averageSlippageTicks: '0.60',
    commodities: ['LRC', 'KCE'],
  },
  trend: ['1.20', '14.00', '29.71'],
};

export function sampleStrategyDay(part: Partial<StrategyDay> = {}): StrategyDay {
  return {
    ...{ tradeDate: '2026-11-19', isRunning: false, leaderPercent: '38.41', leaderDrawdown: '-1.00' },
    ...{ followersPercent: '29.71', followersDrawdown: '-2.00' },
    ...part,
  };
}

export const RETURNS: StrategyReturns = {
  days: [
    sampleStrategyDay({ leaderPercent: '12.00', followersPercent: '9.00' }),
    sampleStrategyDay({ tradeDate: '2026-11-20' }),
  ],
  followerReturns: ['-6.00', '12.00', '41.00'],
  difference: { leader: '38.41', fees: '5.10', slippage: '1.90', rest: '1.70', followers: '29.71' },
};

export const SIMULATION: CopySimulation = {
  since: '2026-10-21T02:00:00.000Z',
  trades: [
    {
      ...{ openTime: '2026-11-02T03:00:00.000Z', contractCode: 'ZCEZ26', side: 'BUY', leaderLots: 2, lots: 1 },
      ...{ skip: null, profit: '4860000' },
    },
    {
      ...{ openTime: '2026-11-11T03:00:00.000Z', contractCode: 'ZCEZ26', side: 'BUY', leaderLots: 1, lots: 0 },
      ...{ skip: 'RoundedToZero', profit: null },
    },
  ],
  copied: 1,
  total: 2,
  grossProfit: '4860000',
  tradeFees: '700000',
  slippage: '310000',
  copyFees: '1200000',
  copyFeePeriods: 1,
  paymentPeriod: 'MONTHLY',
  performanceFee: '530000',
  net: '2120000',
  maxDrawdown: '-3300000',
  maxMarginUse: '71.00',
  copiesAll: { ratio: '1.0000', capital: '560000000' },
};

export const COPY: OwnCopy = {
  copyTraderId: 'c1',
  strategyId: 's1',
  strategyName: 'Mùa vụ Robusta',
  accountId: '108C000001-02',
  copyRatio: '0.5000',
  maxLoss: '30000000',
  completedTrades: 13,
  profit: '8450000',
  fees: '3900000',
  winRate: '61.50',
  state: 'ACTIVE',
  endReason: null,
  funds: '318200000',
  firstFee: '200000',
  paidUntil: '2026-12-19',
  createdDate: '2026-11-02T02:00:00.000Z',
  closedDate: null,
};

export const DECISION: CopyDecision = {
  time: '2026-11-17T13:14:00.000Z',
  contractCode: 'ZCEZ26',
  leader: { side: 'BUY', lots: 1, price: '457.50', time: '2026-11-17T13:14:00.000Z' },
  target: 0,
  order: null,
  skip: { code: 'RoundedToZero', rejection: null },
};

/** Adds up by the rule: 346.95 - 318.2 - 20 is 8.75, and a fifth of 346.95 - 20 - 312.4 is 2.91. */
export const WEEK: WeeklyCopierReport = {
  copyTraderId: 'c1',
  startTime: '2026-11-09T22:00:00.000Z',
  endTime: '2026-11-16T22:00:00.000Z',
  profitInCycle: '8750000',
  profitToFee: '14550000',
  performanceFee: '2910000',
  startEquity: '318200000',
  endEquity: '346950000',
  fundChanged: '20000000',
  previousHighEquity: '312400000',
  newHighEquity: '344040000',
};
