/** The broker's figures at the first start. All of them change by notice and are then entered by command. */
import type { TradingRules } from '#instruments/trading-rules.ts';

export const DEFAULT_TRADING_RULES: TradingRules = {
  // docs/rules/margin-and-money.md#margin: individual 1.2, business 1.0 of the exchange's initial margin.
  marginPercent: { individual: 120, business: 100 },
  // Published (giaodichhanghoa.net): 350,000 dong standard, 300,000 mini. Ours, after those: micro and nano as mini,
  // LME as standard.
  feeVnd: { standard: 350_000n, mini: 300_000n, micro: 300_000n, nano: 300_000n, lme: 350_000n },
  // docs/rules/orders.md#price-band: refused beyond 7 % or 20 ticks, warned of beyond 3 % or 10.
  bandBasisPoints: 700,
  bandMinTicks: 20,
  warnBasisPoints: 300,
  warnMinTicks: 10,
  // Ours: no limit of an order is published.
  maxLotsPerOrder: 100,
  // The only published limit (dautuphaisinh.vn, 2019): 500 lots of Robusta for an individual; taken for all.
  maxLotsPerContract: 500,
  durationsByType: {
    MARKET: ['DAY', 'IOC', 'FOK'],
    LIMIT: ['DAY', 'GTC', 'GTD', 'IOC', 'FOK'],
    STOP: ['DAY', 'GTC', 'GTD'],
    STOP_LIMIT: ['DAY', 'GTC', 'GTD'],
    TRAILING_STOP: ['DAY', 'GTC', 'GTD'],
    TPSL: ['DAY', 'GTC', 'GTD'],
  },
  // docs/rules/margin-and-money.md#margin-levels: 100 %, 70 %, 40 % with half an hour, 20 %; lifted at 70 %.
  venueAnswerMs: 5_000,
  ladder: {
    callPercent: 100,
    cancelPercent: 70,
    countdownPercent: 40,
    countdownMs: 30 * 60_000,
    liftPercent: 70,
    liquidationPercent: 20,
    targetPercent: 100,
    retryMs: 1_000,
  },
  // Ours: no package of a broker is published. Basic is the terms above, which everybody has.
  packages: [
    {
      name: 'plus',
      title: 'Mùa Plus',
      priceVnd: 1_500_000n,
      feeVnd: { standard: 280_000n, mini: 240_000n, micro: 240_000n, nano: 240_000n, lme: 280_000n },
      maxLotsPerOrder: 150,
    },
    {
      name: 'pro',
      title: 'Mùa Pro',
      priceVnd: 6_000_000n,
      feeVnd: { standard: 220_000n, mini: 190_000n, micro: 190_000n, nano: 190_000n, lme: 220_000n },
      maxLotsPerOrder: 200,
    },
  ],
  // docs/rules/margin-and-money.md#expiry-guard. Ours: nothing is opened from the third session on, and the broker closes
  // during the last hour (record 74).
  expiry: { noticeSessions: [10, 5, 3, 1], reduceOnlySessions: 3, deadlineBeforeEndMs: 60 * 60_000 },
};
