/** The cast and the stage: three contracts (one near zero and below), eight sub-accounts of five investors. */
import type { CommandBody, Commodity } from '@mua/core/engine';
import { CORN, RULES } from '../scenarios/broker.ts';

export const CRUDE: Commodity = {
  ...CORN,
  code: 'CLE',
  nameVi: 'Dầu thô WTI',
  nameEn: 'WTI crude oil',
  group: 'energy',
  exchange: 'NYMEX',
  grid: { scale: 2, tickUnits: 1, display: 'decimal' },
  tickValueMinor: 1000n,
  initialMarginMinor: [{ fromMs: 0, value: 825_000n }],
};

export const CONTRACTS = [
  { code: 'ZCEZ26', commodity: CORN, startTicks: 1800 },
  { code: 'ZCEH27', commodity: CORN, startTicks: 1850 },
  { code: 'CLEF27', commodity: CRUDE, startTicks: 12 },
] as const;

export const ACCOUNTS = [
  { accountId: 'an-1', investorId: 'an', cashVnd: 3_000_000_000n, isActivated: true },
  { accountId: 'an-2', investorId: 'an', cashVnd: 1_000_000_000n, isActivated: true },
  { accountId: 'binh-1', investorId: 'binh', cashVnd: 2_000_000_000n, isActivated: true },
  { accountId: 'binh-2', investorId: 'binh', cashVnd: 300_000_000n, isActivated: true },
  { accountId: 'chi-1', investorId: 'chi', cashVnd: 1_000_000_000n, isActivated: true },
  { accountId: 'dung-1', investorId: 'dung', cashVnd: 1_000_000_000n, isActivated: false },
  { accountId: 'em-1', investorId: 'em', cashVnd: 80_000_000n, isActivated: true },
  { accountId: 'em-2', investorId: 'em', cashVnd: 500_000_000n, isActivated: true },
] as const;

export function openingCommands(): CommandBody[] {
  const commands: CommandBody[] = [
    { kind: 'setTradingRules', fromMs: 0, rules: { ...RULES, maxLotsPerContract: 60 } },
    { kind: 'setConversionRate', currency: 'USD', fromMs: 0, rateE4: 261_000_000n },
    { kind: 'defineCommodity', commodity: CORN },
    { kind: 'defineCommodity', commodity: CRUDE },
  ];
  for (const { code, commodity, startTicks } of CONTRACTS) {
    commands.push({
      kind: 'listContract',
      contract: {
        code,
        commodityCode: commodity.code,
        expiryYear: 2027,
        expiryMonth: 3,
        firstNotificationDate: null,
        lastNotificationDate: null,
        lastTradeDay: '2027-03-12',
      },
      settlementTicks: startTicks,
    });
  }
  commands.push({ kind: 'endTradeDate', nextTradeDate: '2026-11-20' });
  for (const { accountId, investorId, cashVnd, isActivated } of ACCOUNTS) {
    const investorKind = investorId === 'chi' ? 'business' : 'individual';
    commands.push({ kind: 'openAccount', accountId, investorId, investorKind, isDemo: true, isActivated });
    commands.push({ kind: 'deposit', accountId, amountVnd: cashVnd, reference: 'opening' });
  }
  return commands;
}
