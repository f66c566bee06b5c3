/**
 * A message in the mailbox of a sub-account or of an investor: a code with its facts (docs/rules/words.md#mailbox); the client has the
 * texts.
 */
import { z } from 'zod';
import { noticeDelivery } from '#entities/notice-delivery.ts';
import { type FactKind, facts, rejection, rowReason } from '#errors.ts';
import { instant, listingCode, opaqueId, seq } from '#wire.ts';

/** Every code with its facts, by subject. */
export const NOTICES = {
  OrderFilled: { side: 'code', lots: 'lots', contract: 'text', price: 'price', fee: 'vnd' },
  OrderPartiallyFilled: { side: 'code', filled: 'lots', lots: 'lots', contract: 'text', price: 'price' },
  OrderRejected: { side: 'code', lots: 'lots', contract: 'text' },
  OrderCancelled: { side: 'code', lots: 'lots', contract: 'text' },
  OrderExpired: { side: 'code', lots: 'lots', contract: 'text' },
  /** Lots that the other order of a pair filled although one was filled first: `lots` of this order, `filled` now. */
  PairFilledBoth: { side: 'code', filled: 'lots', lots: 'lots', contract: 'text' },
  ConditionalTriggered: { contract: 'text', price: 'price', side: 'code', lots: 'lots', orderType: 'code' },
  ConditionalFailed: { contract: 'text' },
  /** Ended with its trade date or on its own date; empty prices are those that it has not. */
  ConditionalExpired: {
    ...{ contract: 'text', side: 'code', lots: 'lots', orderType: 'code' },
    ...{ stop: 'price', takeProfit: 'price' },
  },
  /** The same of the last stop of an open position. */
  ProtectionExpired: {
    ...{ contract: 'text', side: 'code', lots: 'lots', orderType: 'code' },
    ...{ stop: 'price', takeProfit: 'price' },
  },
  /** To whoever has a position or a live order at that exchange, when the link has been down for a minute. */
  ExchangeLinkLost: { since: 'time' },
  /** To those who were told of the loss. */
  ExchangeLinkBack: { since: 'time', until: 'time' },
  Margin100: { ratio: 'percent', account: 'account', missing: 'vnd' },
  Margin70: { ratio: 'percent', orders: 'count', missing: 'vnd' },
  /** The client shows the countdown to the deadline. */
  Margin40: { ratio: 'percent', toLift: 'vnd', liftRatio: 'percent', deadline: 'time' },
  Margin20: { ratio: 'percent', target: 'percent' },
  MarginLifted: { ratio: 'percent' },
  Liquidated: { lots: 'lots', contract: 'text', price: 'price', profit: 'vnd' },
  ExpiryNotice: { contract: 'text', sessions: 'count', side: 'code', lots: 'lots', deadline: 'time' },
  /** `nextStep` is one of NEXT_STEPS, `reason` in an operator's words. */
  StatusPending: { nextStep: 'code' },
  StatusIncomplete: { reason: 'text' },
  StatusRejected: { reason: 'text' },
  StatusPendingActivate: { nextStep: 'code' },
  StatusActive: { nextStep: 'code' },
  StatusInactive: { reason: 'text' },
  /** `document` is one of PAPERS. */
  ContractToSign: { document: 'code', deadline: 'time' },
  /** `field` is one of SECURITY_FIELDS; `device` is the browser's own word. */
  NewDevice: { device: 'text', at: 'time' },
  SecurityChanged: { field: 'code' },
  DepositCredited: { amount: 'vnd', account: 'account', available: 'vnd' },
  DepositUnmatched: { amount: 'vnd' },
  /** An operator has sent it back to whoever paid it. */
  DepositReturned: { amount: 'vnd' },
  WithdrawPaid: { amount: 'vnd', beneficiary: 'text' },
  /** `reason` is one of WITHDRAW_CAUSES in words, or an operator's own. */
  WithdrawRejected: { amount: 'vnd', reason: 'text' },
  /** Given back because margin needed it. */
  WithdrawReleased: { amount: 'vnd', account: 'account' },
  /** Its next month was not paid for, or is not offered. */
  ServicePackageEnded: { package: 'text', account: 'account' },
  /** To the leader; `reason` in an operator's words. */
  StrategyApproved: { strategy: 'text', strategyId: 'text' },
  StrategyRejected: { strategy: 'text', strategyId: 'text', reason: 'text' },
  StrategyStopped: { strategy: 'text', strategyId: 'text', reason: 'text' },
  /** To followers: why copying has ended without them, or that what they let close is closed. */
  StrategyEnded: { strategy: 'text', strategyId: 'text' },
  CopyStopped: { strategy: 'text', strategyId: 'text' },
  CopyMaxLoss: { strategy: 'text', strategyId: 'text', maxLoss: 'vnd' },
  CopyFeeNotPaid: { strategy: 'text', strategyId: 'text', fee: 'vnd' },
  /** The first of a contract and a trade date; its reason is why. */
  CopySkipped: { strategy: 'text', strategyId: 'text', contract: 'text', date: 'date' },
  WeeklyReport: { strategy: 'text', strategyId: 'text', profit: 'vnd', fee: 'vnd' },
  /** `note` is the investor's own, and may be empty. */
  PriceAlert: { contract: 'text', direction: 'code', price: 'price', last: 'price', note: 'text' },
  /** It can't be reached any more: its contract has ended, or the line that it followed. */
  AlertEnded: { contract: 'text', note: 'text' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, FactKind>>>>;
export type NoticeCode = keyof typeof NOTICES;

/**
 * Levels that a price near them crosses again and again. While the last notice of one lies unread it is told again after
 * LIMITS.marginToldAgainMs only: of a message that a feed brings meanwhile the mailbox has none.
 */
export const DAMPED_CODES: ReadonlySet<NoticeCode> = new Set<NoticeCode>(['Margin100', 'Margin70']);

/** What `SecurityChanged` names. */
export const SECURITY_FIELDS = ['PASSWORD', 'EMAIL', 'PHONE', 'SECOND_SECRET', 'BENEFICIARY'] as const;
export type SecurityField = (typeof SECURITY_FIELDS)[number];

export const mailboxMessage = z
  .object({
    mailboxId: opaqueId,
    accountId: opaqueId,
    code: z.enum(Object.keys(NOTICES) as NoticeCode[]),
    facts,
    /** The {reason} of the text, if it has one: a refusal of an order, or the reason in its row. */
    reason: z.union([rejection, rowReason]).nullable(),
    /** The contract to which the message leads. */
    contractCode: listingCode.nullable(),
    orderId: opaqueId.nullable(),
    isRead: z.boolean(),
    createdAt: instant,
    /** How it leaves the page; of a new message nothing yet. */
    deliveries: z.array(noticeDelivery),
    seq,
  })
  .meta({ id: 'MailboxMessage' });
export type MailboxMessage = z.infer<typeof mailboxMessage>;
