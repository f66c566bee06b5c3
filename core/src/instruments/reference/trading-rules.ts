/** The broker's numbers at the first start. All of them change by notice and then enter by command. */
import type { TradingRules } from '#instruments/trading-rules';

export const DEFAULT_TRADING_RULES: TradingRules = {
  // Trading rules, "Margin": individual 1.2, business 1.0 of the exchange's initial margin.
  marginPercent: { individual: 120, business: 100 },
  // Published (giaodichhanghoa.net): 350,000 dong standard, 300,000 mini. Ours, after those: micro and nano as mini,
  // LME as standard.
  feeVnd: { standard: 350_000n, mini: 300_000n, micro: 300_000n, nano: 300_000n, lme: 350_000n },
  // Trading rules, "Readings: Band": refused beyond 7 % or 20 ticks, warned of beyond 3 % or 10.
  bandBasisPoints: 700,
  bandMinTicks: 20,
  warnBasisPoints: 300,
  warnMinTicks: 10,
  // Ours: no limit of an order is published.
  maxLotsPerOrder: 100,
  // The only published limit (dautuphaisinh.vn, 2019): 500 lots of Robusta for an individual; taken for all.
  maxLotsPerContract: 500,
  durationsByType: { MARKET: ['DAY', 'IOC', 'FOK'], LIMIT: ['DAY', 'GTC', 'GTD', 'IOC', 'FOK'] },
};
