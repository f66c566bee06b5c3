/**
 * Provides the reference data of benchmarks: one corn commodity with four delivery months and rich individual
 * sub-accounts, under all trading rules, margin levels included.
 */
import type { CommandBody } from '@mua/core/engine';
import { CORN, FULL_RULES } from '../../core/test/scenarios/broker.ts';

export function enterReferenceData(run: (body: CommandBody) => void, accounts: number, tradeDate = '2026-11-20'): void {
  run({
    kind: 'setTradingRules',
    fromMs: 0,
    rules: { ...FULL_RULES, maxLotsPerContract: 100_000 },
  });
  run({ kind: 'setConversionRate', currency: 'USD', fromMs: 0, rateE4: 261_000_000n });
  run({ kind: 'defineCommodity', commodity: CORN });
  for (const [code, year, month] of [
    ['ZCEZ26', 2026, 12],
    ['ZCEH27', 2027, 3],
    ['ZCEK27', 2027, 5],
    ['ZCEN27', 2027, 7],
  ] as const) {
    run({
      kind: 'listContract',
      contract: {
        code,
        commodityCode: 'ZCE',
        expiryYear: year,
        expiryMonth: month,
        firstNotificationDate: null,
        lastNotificationDate: null,
        lastTradeDay: `${year}-${String(month).padStart(2, '0')}-14`,
      },
      settlementTicks: 1800,
    });
  }
  run({ kind: 'endTradeDate', nextTradeDate: tradeDate });
  run({ kind: 'restartVenue', epoch: 'e' });
  for (let index = 0; index < accounts; index += 1) {
    const accountId = `account-${index}`;
    run({
      kind: 'openAccount',
      accountId,
      investorId: `investor-${index}`,
      investorKind: 'individual',
      isDemo: true,
      isActivated: true,
    });
    run({ kind: 'deposit', accountId, amountVnd: 100_000_000_000n, reference: 'bench' });
  }
}
