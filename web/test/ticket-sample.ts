/** The ticket's surroundings while nothing is in the way of an order: corn, open, an investor without a position. */

import type { IssueGround } from '#features/order-ticket/ticket-issues.ts';
import { CORN_TERMS } from '#mock/sample-records.ts';
import type { OrderAccount } from '#orders/order-account.ts';

export const CALM: IssueGround = {
  owner: 'ready',
  unresolved: null,
  isFeedConnected: true,
  terms: CORN_TERMS,
  session: 'OPEN',
  referenceTicks: 1_809,
  markTicks: 1_829,
  dailyLimits: null,
  quoteAgeSeconds: null,
  tradeDate: '2026-11-20',
  lastTradeDay: '2026-12-14',
  reduceOnly: null,
  figures: null,
  selfLimit: null,
  isMarginMissing: false,
};

export const TICKET_ACCOUNT: OrderAccount = {
  equityVnd: 1_000_000_000n,
  requiredVnd: 0n,
  feesTodayVnd: 0n,
  exposure: { netLots: 0, workingBuyLots: 0, workingSellLots: 0 },
  marginPerLotVnd: 36_618_120n,
  ownMaxLots: null,
};
