/** The world benchmarks bring along: one corn commodity with four delivery months and rich individual sub-accounts. */
import type { CommandBody } from '@mua/core/engine';

export function enterReferenceWorld(run: (body: CommandBody) => void, accounts: number): void {
  run({
    kind: 'setTradingRules',
    fromMs: 0,
    rules: {
      marginPercent: { individual: 120, business: 100 },
      feeVnd: { standard: 350_000n, mini: 300_000n, micro: 300_000n, nano: 300_000n, lme: 350_000n },
      bandBasisPoints: 700,
      bandMinTicks: 20,
      warnBasisPoints: 300,
      warnMinTicks: 10,
      maxLotsPerOrder: 50,
      maxLotsPerContract: 100_000,
      durationsByType: { MARKET: ['DAY', 'IOC', 'FOK'], LIMIT: ['DAY', 'GTC', 'GTD', 'IOC', 'FOK'] },
    },
  });
  run({ kind: 'setConversionRate', currency: 'USD', fromMs: 0, rateE4: 261_000_000n });
  run({
    kind: 'defineCommodity',
    commodity: {
      code: 'ZCE',
      nameVi: 'Ngô',
      nameEn: 'Corn',
      group: 'grain',
      productType: 'FUTURES',
      exchange: 'CBOT',
      feeClass: 'standard',
      currency: 'USD',
      size: '5000',
      sizeUnit: 'bushel',
      priceUnit: 'cent/bushel',
      grid: { scale: 2, tickUnits: 25, display: 'eighths' },
      tickValueMinor: 1250n,
      initialMarginMinor: [{ fromMs: 0, value: 115_500n }],
    },
  });
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
  run({ kind: 'endTradeDate', nextTradeDate: '2026-11-20' });
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
