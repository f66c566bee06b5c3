/**
 * The specification's entities, field by field: its word, and the schema and key that carry it. A test compares this
 * list with the schemas in both directions: a specified field without a schema, or a schema's key that neither the
 * specification nor OUR_FIELDS names, fails.
 */
import type { z } from 'zod';
import { accountOverview } from '#entities/account-overview.ts';
import { appearanceConfig, languagePreference, themePreference } from '#entities/appearance.ts';
import { authState } from '#entities/auth-state.ts';
import { bankAccount } from '#entities/bank-account.ts';
import { beneficiaryAccount } from '#entities/beneficiary-account.ts';
import { conditionalOrder } from '#entities/conditional-order.ts';
import { contract } from '#entities/contract.ts';
import { copyTrader } from '#entities/copy-trader.ts';
import { contactData } from '#entities/investor.ts';
import { investorMarginEntry, margin } from '#entities/margin.ts';
import { order } from '#entities/order.ts';
import { orderFilterState } from '#entities/order-filter.ts';
import { openPosition, settledPosition } from '#entities/position.ts';
import { pricesList } from '#entities/prices.ts';
import { redirectState } from '#entities/redirect.ts';
import { selectedAccountState } from '#entities/selected-account.ts';
import { socketConnection } from '#entities/socket-connection.ts';
import { strategy } from '#entities/strategy.ts';
import { transaction } from '#entities/transaction.ts';
import { weeklyCopierReport } from '#entities/weekly-copier-report.ts';

/** The schemas of the specification's entities that have fields, by name. */
export const ENTITIES = {
  Contract: contract,
  Order: order,
  ConditionalOrder: conditionalOrder,
  OpenPosition: openPosition,
  SettledPosition: settledPosition,
  Margin: margin,
  AccountOverview: accountOverview,
  InvestorMarginEntry: investorMarginEntry,
  BeneficiaryAccount: beneficiaryAccount,
  BankAccount: bankAccount,
  Strategy: strategy,
  CopyTrader: copyTrader,
  WeeklyCopierReport: weeklyCopierReport,
  Transaction: transaction,
  ContactData: contactData,
  AuthState: authState,
  SelectedAccountState: selectedAccountState,
  RedirectState: redirectState,
  OrderFilterState: orderFilterState,
  SocketConnection: socketConnection,
  AppearanceConfig: appearanceConfig,
} as const satisfies Readonly<Record<string, z.ZodObject>>;

export type EntityName = keyof typeof ENTITIES;

/** Entities of the specification that are one value and have no fields. */
export const VALUES = {
  PricesList: pricesList,
  ThemePreference: themePreference,
  LanguagePreference: languagePreference,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** Words of the specification to schema and key; a dot leads into a nested object or a list's item. */
export type FieldMap = Readonly<Record<string, readonly [EntityName, string]>>;

export const SPEC_FIELDS = {
  Contract: {
    code: ['Contract', 'code'],
    name: ['Contract', 'name'],
    size: ['Contract', 'size'],
    'price unit': ['Contract', 'priceUnit'],
    'minimum price step': ['Contract', 'minimumPriceStep'],
    'decimal format': ['Contract', 'decimalFormat'],
    'first notification date': ['Contract', 'firstNotificationDate'],
    'last notification date': ['Contract', 'lastNotificationDate'],
    'initial margin (VND)': ['Contract', 'initialMargin'],
    exchange: ['Contract', 'exchange'],
    'commodity code': ['Contract', 'commodityCode'],
    'max lots': ['Contract', 'maxLots'],
    'tick size': ['Contract', 'tickSize'],
    'settlement price': ['Contract', 'settlementPrice'],
    open: ['Contract', 'open'],
    close: ['Contract', 'close'],
    high: ['Contract', 'high'],
    low: ['Contract', 'low'],
    'bid price': ['Contract', 'bidPrice'],
    'bid volume': ['Contract', 'bidVolume'],
    'ask price': ['Contract', 'askPrice'],
    'ask volume': ['Contract', 'askVolume'],
    'match price': ['Contract', 'matchPrice'],
    'match volume': ['Contract', 'matchVolume'],
    change: ['Contract', 'change'],
    'change percent': ['Contract', 'changePercent'],
  },
  Order: {
    'contract code': ['Order', 'contractCode'],
    side: ['Order', 'side'],
    'order type': ['Order', 'orderType'],
    'quantity in lots': ['Order', 'quantity'],
    'limit price': ['Order', 'limitPrice'],
    'stop price': ['Order', 'stopPrice'],
    duration: ['Order', 'duration'],
    'expiration date': ['Order', 'expirationDate'],
    status: ['Order', 'status'],
    'date time': ['Order', 'dateTime'],
    'date closed': ['Order', 'dateClosed'],
    'session date': ['Order', 'sessionDate'],
    'filled quantity': ['Order', 'filledQuantity'],
    'average price': ['Order', 'averagePrice'],
  },
  'Conditional order': {
    conditionalOrderId: ['ConditionalOrder', 'conditionalOrderId'],
    parentOrderCode: ['ConditionalOrder', 'parentOrderCode'],
    initialStopPrice: ['ConditionalOrder', 'initialStopPrice'],
    currentStopPrice: ['ConditionalOrder', 'currentStopPrice'],
    trailAmount: ['ConditionalOrder', 'trailAmount'],
    createdAt: ['ConditionalOrder', 'createdAt'],
    updatedAt: ['ConditionalOrder', 'updatedAt'],
    'take profit': ['ConditionalOrder', 'takeProfit'],
    'stop loss': ['ConditionalOrder', 'stopLoss'],
  },
  Position: {
    'account id': ['OpenPosition', 'accountId'],
    'account id, settled': ['SettledPosition', 'accountId'],
    'buy quantity': ['OpenPosition', 'buyQuantity'],
    'sell quantity': ['OpenPosition', 'sellQuantity'],
    'buy quantity, settled': ['SettledPosition', 'buyQuantity'],
    'sell quantity, settled': ['SettledPosition', 'sellQuantity'],
    'market price': ['OpenPosition', 'marketPrice'],
    'filled price': ['OpenPosition', 'filledPrice'],
    'average price': ['OpenPosition', 'averagePrice'],
    'estimated profit (USD)': ['OpenPosition', 'estimatedProfitUsd'],
    'estimated profit (VND)': ['OpenPosition', 'estimatedProfitVnd'],
    'actual profit (USD)': ['SettledPosition', 'actualProfitUsd'],
    'actual profit (VND)': ['SettledPosition', 'actualProfitVnd'],
    'buy price': ['SettledPosition', 'buyPrice'],
    'buy time': ['SettledPosition', 'buyTime'],
    'sell price': ['SettledPosition', 'sellPrice'],
    'sell time': ['SettledPosition', 'sellTime'],
    'settle time': ['SettledPosition', 'settleTime'],
    'last trade day': ['OpenPosition', 'lastTradeDay'],
  },
  Margin: {
    'required margin': ['Margin', 'requiredMargin'],
    'available margin': ['Margin', 'availableMargin'],
    'transaction fee': ['Margin', 'transactionFee'],
    'margin ratio': ['Margin', 'marginRatio'],
  },
  'Account overview': {
    'total equity': ['AccountOverview', 'totalEquity'],
    'sub-account code': ['AccountOverview', 'subAccountCode'],
    'sub-account name': ['AccountOverview', 'subAccountName'],
    'available margin': ['AccountOverview', 'availableMargin'],
    'estimated profit/loss': ['AccountOverview', 'estimatedProfitLoss'],
    'realized profit/loss': ['AccountOverview', 'realizedProfitLoss'],
  },
  'Investor account margin entry': {
    accountId: ['InvestorMarginEntry', 'accountId'],
    isDemo: ['InvestorMarginEntry', 'isDemo'],
  },
  'Beneficiary account': {
    beneficiaryAccountNumber: ['BeneficiaryAccount', 'beneficiaryAccountNumber'],
    accountName: ['BeneficiaryAccount', 'accountName'],
    bankCode: ['BeneficiaryAccount', 'bankCode'],
  },
  'Bank account': {
    'account number': ['BankAccount', 'accountNumber'],
    'holder name': ['BankAccount', 'holderName'],
    bank: ['BankAccount', 'bank'],
    branch: ['BankAccount', 'branch'],
  },
  Strategy: {
    name: ['Strategy', 'name'],
    description: ['Strategy', 'description'],
    'max followers': ['Strategy', 'maxFollowers'],
    'copy fee': ['Strategy', 'copyFee'],
    'payment period': ['Strategy', 'paymentPeriod'],
    'min follow amount': ['Strategy', 'minFollowAmount'],
    'slippage tolerance': ['Strategy', 'slippageTolerance'],
    'account id': ['Strategy', 'accountId'],
    'created date': ['Strategy', 'createdDate'],
    'started date': ['Strategy', 'startedDate'],
    'ended date': ['Strategy', 'endedDate'],
  },
  'Copy trader': {
    'account id': ['CopyTrader', 'accountId'],
    'copy ratio': ['CopyTrader', 'copyRatio'],
    'max loss': ['CopyTrader', 'maxLoss'],
    'completed trades': ['CopyTrader', 'completedTrades'],
    profit: ['CopyTrader', 'profit'],
    fees: ['CopyTrader', 'fees'],
    'win rate': ['CopyTrader', 'winRate'],
    'created date': ['CopyTrader', 'createdDate'],
    'closed date': ['CopyTrader', 'closedDate'],
  },
  'Weekly copier report': {
    'start time': ['WeeklyCopierReport', 'startTime'],
    'end time': ['WeeklyCopierReport', 'endTime'],
    'profit in cycle': ['WeeklyCopierReport', 'profitInCycle'],
    'profit to fee': ['WeeklyCopierReport', 'profitToFee'],
    'performance fee': ['WeeklyCopierReport', 'performanceFee'],
    'start equity': ['WeeklyCopierReport', 'startEquity'],
    'end equity': ['WeeklyCopierReport', 'endEquity'],
    'fund changed': ['WeeklyCopierReport', 'fundChanged'],
    'previous high equity': ['WeeklyCopierReport', 'previousHighEquity'],
    'new high equity': ['WeeklyCopierReport', 'newHighEquity'],
  },
  Transaction: {
    type: ['Transaction', 'type'],
    amount: ['Transaction', 'amount'],
    timestamp: ['Transaction', 'timestamp'],
    note: ['Transaction', 'note'],
  },
  'Personal and contact data': {
    'phone number': ['ContactData', 'phoneNumber'],
    email: ['ContactData', 'email'],
  },
  'Auth state': {
    isAuth: ['AuthState', 'isAuth'],
    accessToken: ['AuthState', 'accessToken'],
    accounts: ['AuthState', 'accounts'],
    'user.userId of each account': ['AuthState', 'accounts.user.userId'],
    'accessToken.value of each account': ['AuthState', 'accounts.accessToken.value'],
    activeUserId: ['AuthState', 'activeUserId'],
  },
  'Selected account state': {
    selectedAccount: ['SelectedAccountState', 'selectedAccount'],
  },
  'Redirect state': {
    returnUrl: ['RedirectState', 'returnUrl'],
    skipRedirectOnce: ['RedirectState', 'skipRedirectOnce'],
  },
  'Order filter state': {
    queryTable: ['OrderFilterState', 'queryTable'],
    'orderDateTime gte': ['OrderFilterState', 'queryTable.orderDateTime.gte'],
    'orderDateTime lte': ['OrderFilterState', 'queryTable.orderDateTime.lte'],
    'statusOrder nin': ['OrderFilterState', 'queryTable.statusOrder.nin'],
    'contractCode contains': ['OrderFilterState', 'queryTable.contractCode.contains'],
    isFilter: ['OrderFilterState', 'isFilter'],
    'active tab for orders': ['OrderFilterState', 'activeTab.orders'],
    'active tab for positions': ['OrderFilterState', 'activeTab.positions'],
    'active tab for conditional orders': ['OrderFilterState', 'activeTab.conditionalOrders'],
  },
  'Socket connection record': {
    'socket handle': ['SocketConnection', 'socket'],
    isConnected: ['SocketConnection', 'isConnected'],
    error: ['SocketConnection', 'error'],
    disconnectReason: ['SocketConnection', 'disconnectReason'],
    'event subscriptions': ['SocketConnection', 'eventSubscriptions'],
    'event name': ['SocketConnection', 'eventSubscriptions.event'],
  },
  'Appearance config': {
    style: ['AppearanceConfig', 'style'],
    theme: ['AppearanceConfig', 'theme'],
    radius: ['AppearanceConfig', 'radius'],
  },
} as const satisfies Readonly<Record<string, FieldMap>>;

/** Keys that the specification does not name and the product needs. */
export const OUR_FIELDS: { readonly [E in EntityName]: readonly string[] } = {
  Contract: [
    'commodityName',
    'group',
    'productType',
    'expiryMonth',
    'sizeUnit',
    'lastTradeDay',
    'closeOutAt',
    'sessionsLeft',
    'tradeDate',
    'dailyLimits',
    'terms',
    'session',
    'referencePrice',
    'volume',
    'openInterest',
    'pricesAt',
  ],
  Order: [
    'orderId',
    'clientOrderId',
    'accountId',
    'sideCode',
    'orderTypeCode',
    'durationCode',
    'heldAt',
    'rejection',
    'reason',
    'pendingModify',
    'isCancelRequested',
    'isForceSell',
    'isReduceOnly',
    'triggeredAt',
    'conditionalOrderId',
    'exitOrderId',
    'group',
    'seq',
  ],
  ConditionalOrder: [
    'clientOrderId',
    'childOrderId',
    'accountId',
    'contractCode',
    'side',
    'sideCode',
    'orderType',
    'orderTypeCode',
    'duration',
    'durationCode',
    'expirationDate',
    'quantity',
    'armedQuantity',
    'isReduceOnly',
    'state',
    'trailPercent',
    'takeProfitDistance',
    'stopLossDistance',
    'triggeredAt',
    'triggeredPrice',
    'triggeredLeg',
    'rejection',
    'reason',
    'seq',
  ],
  OpenPosition: ['contractCode', 'netLots', 'currency', 'estimatedProfit', 'closeOutAt', 'openLots', 'seq'],
  SettledPosition: ['settledId', 'contractCode', 'side', 'sideCode', 'currency', 'actualProfit', 'seq'],
  Margin: [],
  AccountOverview: ['accountId', 'copying', 'isActivated', 'isDemo', 'productTypes', 'seq'],
  InvestorMarginEntry: ['equity', 'requiredMargin', 'availableMargin', 'transactionFee', 'marginRatio', 'seq'],
  BeneficiaryAccount: ['beneficiaryAccountId', 'usableFrom'],
  BankAccount: ['bankAccountId'],
  Strategy: ['strategyId', 'isDemo', 'performanceFeeRate', 'approval', 'state', 'followers'],
  CopyTrader: ['copyTraderId', 'strategyId', 'state', 'endReason', 'funds', 'paidUntil'],
  WeeklyCopierReport: ['copyTraderId'],
  Transaction: ['transactionId', 'accountId', 'balance', 'fill'],
  ContactData: [],
  AuthState: [],
  SelectedAccountState: [],
  RedirectState: [],
  OrderFilterState: ['activeTab'],
  SocketConnection: ['name'],
  AppearanceConfig: [],
};
