/**
 * Provides records as the server would send them, for tests and the theme preview: one contract, one sub-account, and
 * what it holds.
 */

import type { AccountDay } from '@mua/contract/entities/account-day';
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { ConditionalOrder } from '@mua/contract/entities/conditional-order';
import type { Contract, TradingTerms } from '@mua/contract/entities/contract';
import type { Fill } from '@mua/contract/entities/fill';
import type { Investor } from '@mua/contract/entities/investor';
import type { MarginStatus } from '@mua/contract/entities/margin';
import { DEFAULT_QUIET_HOURS, type NoticeDeliverySettings } from '@mua/contract/entities/notice-delivery';
import type { OrderHistory } from '@mua/contract/entities/order';
import type { OpenPosition } from '@mua/contract/entities/position';
import type { Spread } from '@mua/contract/entities/spread';
import type { PriceGrid } from '@mua/core/values';

export const CORN_GRID: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
export const ACTOR = { userId: 'an', accountId: '108C000001-01' };
export const CLIENT_ORDER_ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';

export const CORN_TERMS: TradingTerms = {
  currency: 'USD',
  tickValue: '12.50',
  fxRate: '26420.0000',
  fxRateFrom: '2026-01-01T00:00:00.000Z',
  exchangeMargin: '1155.00',
  exchangeMarginFrom: '2026-01-01T00:00:00.000Z',
  marginPercent: { individual: 120, business: 100 },
  feePerLot: '350000',
  feeClass: 'standard',
  marginPerLot: { individual: '36618120', business: '30515100' },
  marginLevels: { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 },
  maxLotsPerOrder: 100,
  maxLotsPerContract: 500,
  durations: {
    MARKET: ['DAY', 'IOC', 'FOK'],
    LIMIT: ['DAY', 'GTC', 'GTD', 'IOC', 'FOK'],
    STOP: ['DAY', 'GTC', 'GTD'],
    STOP_LIMIT: ['DAY', 'GTC', 'GTD'],
    TRAILING_STOP: ['DAY', 'GTC', 'GTD'],
    TPSL: ['DAY', 'GTC', 'GTD'],
  },
  bandPercent: '7.00',
  bandMinTicks: 20,
  warnPercent: '3.00',
  warnMinTicks: 10,
  collarPercent: '2',
  collarMinTicks: 10,
};

export const CORN: Contract = {
  code: 'ZCEZ26',
  name: { vi: 'Ngô 2026-12', en: 'Corn 2026-12' },
  commodityCode: 'ZCE',
  commodityName: { vi: 'Ngô', en: 'Corn' },
  group: 'grain',
  productType: 'FUTURES',
  exchange: 'CBOT',
  expiryMonth: '2026-12',
  size: '5000',
  sizeUnit: 'bushel',
  priceUnit: 'cent/bushel',
  minimumPriceStep: '0.25',
  tickSize: '0.25',
  decimalFormat: { ...CORN_GRID },
  firstNotificationDate: '2026-11-30',
  lastNotificationDate: null,
  lastTradeDay: '2026-12-14',
  closeOutAt: { long: '2026-11-27T21:00:00.000Z', short: '2026-12-11T21:00:00.000Z' },
  sessionsLeft: { long: 5, short: 14 },
  tradeDate: '2026-11-20',
  dailyLimits: { upper: '482.25', lower: '422.25' },
  initialMargin: '30515100',
  maxLots: 100,
  terms: CORN_TERMS,
  session: { state: 'OPEN', changesAt: null, reason: null },
  settlementPrice: '452.25',
  referencePrice: '452.25',
  open: null,
  close: null,
  high: null,
  low: null,
  bidPrice: '457.50',
  bidVolume: 25,
  askPrice: '457.75',
  askVolume: 48,
  matchPrice: '457.75',
  matchVolume: 2,
  change: null,
  changePercent: null,
  volume: 100,
  openInterest: null,
  pricesAt: null,
};

/** The month after it. */
export const CORN_MARCH: Contract = {
  ...CORN,
  ...{ code: 'ZCEH27', expiryMonth: '2027-03', lastTradeDay: '2027-03-12', sessionsLeft: { long: 64, short: 70 } },
};

export const SPREAD: Spread = {
  ...{ code: 'ZCEZ26-ZCEH27', commodityCode: CORN.commodityCode, near: CORN.code, far: CORN_MARCH.code },
  ...{ priceUnit: CORN.priceUnit, tickSize: '0.25', decimalFormat: CORN.decimalFormat },
  ...{ lastTradeDay: CORN.lastTradeDay, priceLimits: null },
  quote: {
    ...{ code: 'ZCEZ26-ZCEH27', last: null, lastLots: null, bid: '-12.50', bidLots: 9, ask: '-12.25', askLots: 9 },
    ...{ open: null, high: null, low: null, settlement: null, volume: 0, session: 'OPEN' },
    time: '2026-11-20T13:00:00.000Z',
  },
};

export const AN: Investor = {
  userId: ACTOR.userId,
  investorCode: '108C000001',
  fullName: 'Nguyễn Văn An',
  kind: 'individual',
  status: 'ACTIVE',
  statusReason: null,
  nextStep: null,
  phoneNumber: '0901000001',
  email: 'an@mua.demo',
  lastSignInAt: null,
};

export const ACCOUNT: AccountOverview = {
  accountId: ACTOR.accountId,
  subAccountCode: ACTOR.accountId,
  subAccountName: 'Nguyễn Văn An 01',
  isActivated: true,
  isDemo: true,
  productTypes: ['FUTURES', 'ACM'],
  totalEquity: '1000000000',
  availableMargin: '1000000000',
  estimatedProfitLoss: '0',
  realizedProfitLoss: '0',
  copying: null,
  seq: 1,
};

export const MARGIN: MarginStatus = {
  accountId: ACTOR.accountId,
  isDemo: true,
  cash: '1000000000',
  held: '0',
  estimatedProfit: '0',
  equity: '1000000000',
  requiredMargin: '0',
  availableMargin: '1000000000',
  transactionFee: '0',
  marginRatio: null,
  ladder: null,
  withdrawable: '1000000000',
  leaderShare: null,
  deficit: '0',
  subscription: null,
  contracts: [],
  seq: 1,
};

export function sampleOrder(part: Partial<OrderHistory> = {}): OrderHistory {
  return {
    orderId: 'order-1',
    clientOrderId: CLIENT_ORDER_ID,
    accountId: ACTOR.accountId,
    contractCode: CORN.code,
    side: 'BUY',
    sideCode: 1,
    orderType: 'LIMIT',
    orderTypeCode: 2,
    duration: 'DAY',
    durationCode: 0,
    quantity: 2,
    limitPrice: '454.00',
    stopPrice: null,
    expirationDate: null,
    status: 'WORKING',
    dateTime: '2026-11-20T05:31:07.250Z',
    dateClosed: null,
    sessionDate: '2026-11-20',
    filledQuantity: 0,
    averagePrice: null,
    heldAt: 'EXCHANGE',
    rejection: null,
    reason: null,
    pendingModify: null,
    isCancelRequested: false,
    isForceSell: false,
    isReduceOnly: false,
    triggeredAt: null,
    conditionalOrderId: null,
    exitOrderId: null,
    group: null,
    seq: 10,
    fills: [],
    ...part,
  };
}

export function sampleConditional(part: Partial<ConditionalOrder> = {}): ConditionalOrder {
  return {
    conditionalOrderId: 'conditional-1',
    clientOrderId: CLIENT_ORDER_ID,
    parentOrderCode: null,
    childOrderId: null,
    accountId: ACTOR.accountId,
    contractCode: CORN.code,
    side: 'SELL',
    sideCode: 2,
    orderType: 'TRAILING_STOP',
    orderTypeCode: null,
    duration: 'GTC',
    durationCode: 1,
    expirationDate: null,
    quantity: 2,
    armedQuantity: 2,
    isReduceOnly: false,
    state: 'PENDING_ACTIVATION',
    initialStopPrice: '454.00',
    currentStopPrice: '454.00',
    trailAmount: '3.75',
    trailPercent: null,
    takeProfit: null,
    stopLoss: null,
    takeProfitDistance: null,
    stopLossDistance: null,
    triggeredAt: null,
    triggeredPrice: null,
    triggeredLeg: null,
    rejection: null,
    reason: null,
    createdAt: '2026-11-20T05:31:07.250Z',
    updatedAt: '2026-11-20T05:31:07.250Z',
    seq: 10,
    ...part,
  };
}

export function sampleFill(part: Partial<Fill> = {}): Fill {
  return {
    fillId: 'fill-1',
    orderId: 'order-1',
    accountId: ACTOR.accountId,
    contractCode: CORN.code,
    side: 'BUY',
    sideCode: 1,
    price: '454.00',
    lots: 1,
    fee: '350000',
    time: '2026-11-20T05:31:08.000Z',
    seq: 11,
    ...part,
  };
}

export function samplePosition(part: Partial<OpenPosition> = {}): OpenPosition {
  return {
    accountId: ACTOR.accountId,
    contractCode: CORN.code,
    buyQuantity: 2,
    sellQuantity: 0,
    netLots: 2,
    marketPrice: '457.75',
    filledPrice: '451.50',
    averagePrice: '451.5000',
    currency: 'USD',
    estimatedProfit: '625.00',
    estimatedProfitUsd: '625.00',
    estimatedProfitVnd: '16512500',
    lastTradeDay: CORN.lastTradeDay,
    closeOutAt: null,
    openLots: [{ lots: 2, price: '451.50', time: '2026-11-20T02:00:00.000Z' }],
    seq: 10,
    ...part,
  };
}

/** A quiet trade date after a deposit of a thousand million. */
export function sampleDay(part: Partial<AccountDay> = {}): AccountDay {
  return {
    tradeDate: '2026-11-20',
    isRunning: false,
    equity: '1000000000',
    cash: '1000000000',
    netDeposits: '1000000000',
    actualProfit: '0',
    fees: '0',
    estimatedProfit: '0',
    estimatedChange: '0',
    deficit: '0',
    ...part,
  };
}

export const NOTICE_DELIVERY: NoticeDeliverySettings = {
  quietHours: DEFAULT_QUIET_HOURS,
  detailsOnLockScreen: false,
  channels: [
    {
      ...{ channel: 'mail', isOffered: true, address: 'a•••@mua.demo', lastSentAt: '2026-11-20T05:00:00.000Z' },
      ...{ lastTookMs: 900, failingSince: null, cause: null, test: null },
    },
  ],
};
