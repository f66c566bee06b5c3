/**
 * The simulation's reference data. Six contracts: corn with a daily limit, crude oil near zero and below, one of it
 * about to expire, rubber in yen at an exchange that takes no stops. NYMEX and OSE have trade dates of their own.
 * Twelve sub-accounts of eight investors, some of them poor enough to reach every level.
 */
import type { CommandBody, Commodity, TradingRules } from '@mua/core/engine';
import type { CivilDate } from '@mua/core/values';
import { CORN, FULL_RULES } from '#test/scenarios/broker.ts';

export { CORN };

const LIMITED_CORN: Commodity = {
  ...CORN,
  dailyLimit: [{ fromMs: 0, value: { kind: 'ticks', ticks: 120 } }],
};

export const CRUDE: Commodity = {
  ...CORN,
  code: 'CLE',
  nameVi: 'Dầu thô WTI',
  nameEn: 'WTI crude oil',
  group: 'energy',
  exchange: 'NYMEX',
  grid: { scale: 2, tickUnits: 1, display: 'decimal' },
  tickValueMinor: 1000n,
  initialMarginMinor: [{ fromMs: 0, value: 82_500n }],
};

const RUBBER: Commodity = {
  ...CORN,
  code: 'TRU',
  nameVi: 'Cao su RSS3',
  nameEn: 'RSS3 rubber',
  group: 'industrial',
  exchange: 'OSE',
  currency: 'JPY',
  grid: { scale: 1, tickUnits: 1, display: 'decimal' },
  tickValueMinor: 50_000n,
  initialMarginMinor: [{ fromMs: 0, value: 12_000_000n }],
};

export const COMMODITIES = [LIMITED_CORN, CRUDE, RUBBER] as const;

/** A contract that the simulation trades in. */
export interface SimulatedContract {
  readonly code: string;
  readonly commodity: Commodity;
  readonly startTicks: number;
  readonly lastTradeDay: CivilDate;
  /** `2026-12`; March of 2027 when absent. */
  readonly expiry?: readonly [year: number, month: number];
}

export const CONTRACTS: readonly SimulatedContract[] = [
  { code: 'ZCEZ26', commodity: LIMITED_CORN, startTicks: 1800, lastTradeDay: '2027-03-12', expiry: [2026, 12] },
  { code: 'ZCEH27', commodity: LIMITED_CORN, startTicks: 1850, lastTradeDay: '2027-03-12' },
  { code: 'CLEF27', commodity: CRUDE, startTicks: 12, lastTradeDay: '2027-03-12', expiry: [2027, 1] },
  { code: 'CLEZ26', commodity: CRUDE, startTicks: 40, lastTradeDay: '2026-11-22', expiry: [2026, 12] },
  { code: 'TRUK27', commodity: RUBBER, startTicks: 3400, lastTradeDay: '2027-03-12' },
];

/** One of months that stay, one whose near month ends after two dates. */
export const FIRST_SPREADS = [
  { near: 'ZCEZ26', far: 'ZCEH27' },
  { near: 'CLEZ26', far: 'CLEF27' },
] as const;

/** Their calendars roll apart from the broker's. */
export const OWN_DATE_EXCHANGES = ['NYMEX', 'OSE'] as const;

export const FIRST_TRADE_DATE = '2026-11-20';

export const ACCOUNTS = [
  { accountId: 'an-1', investorId: 'an', cashVnd: 3_000_000_000n, isActivated: true },
  { accountId: 'an-2', investorId: 'an', cashVnd: 1_000_000_000n, isActivated: true },
  { accountId: 'binh-1', investorId: 'binh', cashVnd: 2_000_000_000n, isActivated: true },
  { accountId: 'binh-2', investorId: 'binh', cashVnd: 300_000_000n, isActivated: true },
  { accountId: 'chi-1', investorId: 'chi', cashVnd: 1_000_000_000n, isActivated: true },
  { accountId: 'dung-1', investorId: 'dung', cashVnd: 1_000_000_000n, isActivated: false },
  { accountId: 'em-1', investorId: 'em', cashVnd: 80_000_000n, isActivated: true },
  { accountId: 'em-2', investorId: 'em', cashVnd: 500_000_000n, isActivated: true },
  { accountId: 'giang-1', investorId: 'giang', cashVnd: 160_000_000n, isActivated: true },
  { accountId: 'giang-2', investorId: 'giang', cashVnd: 90_000_000n, isActivated: true },
  { accountId: 'hoa-1', investorId: 'hoa', cashVnd: 240_000_000n, isActivated: true },
  { accountId: 'kien-1', investorId: 'kien', cashVnd: 120_000_000n, isActivated: true },
] as const;

export const SIMULATED_RULES: TradingRules = {
  ...FULL_RULES,
  maxLotsPerContract: 60,
  exchangesWithoutStops: ['OSE'],
  packages: [
    {
      name: 'active',
      title: 'Active',
      priceVnd: 1_500_000n,
      feeVnd: { standard: 280_000n, mini: 240_000n, micro: 240_000n, nano: 240_000n, lme: 280_000n },
      maxLotsPerOrder: 60,
    },
    {
      name: 'dear',
      title: 'Dear',
      priceVnd: 90_000_000n,
      feeVnd: { standard: 200_000n, mini: 180_000n, micro: 180_000n, nano: 180_000n, lme: 400_000n },
      maxLotsPerOrder: 70,
    },
  ],
};

/** Our own exchange answers when its turn comes; of a foreign one an answer is due. */
const FOREIGN_RULES: TradingRules = { ...SIMULATED_RULES, venueAnswerMs: 5_000 };

export function openingCommands(isForeign: boolean): CommandBody[] {
  const commands: CommandBody[] = [
    { kind: 'setTradingRules', fromMs: 0, rules: isForeign ? FOREIGN_RULES : SIMULATED_RULES },
    { kind: 'setConversionRate', currency: 'USD', fromMs: 0, rateE4: 261_000_000n },
    { kind: 'setConversionRate', currency: 'JPY', fromMs: 0, rateE4: 1_725_000n },
    ...COMMODITIES.map((commodity) => ({ kind: 'defineCommodity', commodity }) as const),
  ];
  for (const { code, commodity, startTicks, lastTradeDay, expiry = [2027, 3] } of CONTRACTS) {
    commands.push({
      kind: 'listContract',
      contract: {
        code,
        commodityCode: commodity.code,
        expiryYear: expiry[0],
        expiryMonth: expiry[1],
        firstNotificationDate: null,
        lastNotificationDate: null,
        lastTradeDay,
      },
      settlementTicks: startTicks,
    });
  }
  commands.push({ kind: 'endTradeDate', nextTradeDate: FIRST_TRADE_DATE });
  commands.push({ kind: 'endTradeDate', nextTradeDate: FIRST_TRADE_DATE, exchanges: OWN_DATE_EXCHANGES });
  for (const { accountId, investorId, cashVnd, isActivated } of ACCOUNTS) {
    const investorKind = investorId === 'chi' ? 'business' : 'individual';
    commands.push({ kind: 'openAccount', accountId, investorId, investorKind, isDemo: true, isActivated });
    commands.push({ kind: 'deposit', accountId, amountVnd: cashVnd, reference: 'opening' });
  }
  return commands;
}
