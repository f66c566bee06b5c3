/** Which news reaches an investor by which way (docs/rules/people.md#notices), by category. */
import { z } from 'zod';
import type { NoticeCode } from '#entities/mailbox-message.ts';
import { NOTICE_CHANNELS } from '#entities/notice-delivery.ts';

export const NOTICE_CATEGORIES = [
  'ORDERS',
  'MARGIN',
  'EXPIRY',
  'ALERTS',
  'MONEY',
  'COPYING',
  'ACCOUNT',
  'SECURITY',
] as const;
export const noticeCategory = z.enum(NOTICE_CATEGORIES).meta({ id: 'NoticeCategory' });
export type NoticeCategory = z.infer<typeof noticeCategory>;

export const DELIVERIES = ['mailbox', 'toast', ...NOTICE_CHANNELS] as const;
export type Delivery = (typeof DELIVERIES)[number];

/** `ON` and `OFF` are a choice with that default, `ALWAYS` can't be switched off, `NEVER` is not offered. */
export type Offer = 'ON' | 'OFF' | 'ALWAYS' | 'NEVER';

/**
 * What an investor may choose. Orders, margin and alerts have their own places on the screen, which each device chooses
 * for itself; an SMS costs, and is kept for what can't wait.
 */
export const OFFERS = {
  ORDERS: { mailbox: 'ON', toast: 'NEVER', push: 'ON', mail: 'OFF', sms: 'NEVER', telegram: 'OFF', zalo: 'OFF' },
  MARGIN: {
    mailbox: 'ALWAYS',
    toast: 'NEVER',
    push: 'ALWAYS',
    mail: 'ALWAYS',
    sms: 'ALWAYS',
    telegram: 'ON',
    zalo: 'ON',
  },
  EXPIRY: { mailbox: 'ALWAYS', toast: 'NEVER', push: 'ON', mail: 'ON', sms: 'OFF', telegram: 'OFF', zalo: 'OFF' },
  ALERTS: { mailbox: 'ON', toast: 'NEVER', push: 'ON', mail: 'OFF', sms: 'NEVER', telegram: 'OFF', zalo: 'OFF' },
  MONEY: { mailbox: 'ALWAYS', toast: 'ON', push: 'ON', mail: 'ON', sms: 'NEVER', telegram: 'OFF', zalo: 'OFF' },
  COPYING: { mailbox: 'ALWAYS', toast: 'ON', push: 'ON', mail: 'OFF', sms: 'NEVER', telegram: 'OFF', zalo: 'OFF' },
  ACCOUNT: { mailbox: 'ALWAYS', toast: 'ON', push: 'ON', mail: 'ON', sms: 'NEVER', telegram: 'OFF', zalo: 'OFF' },
  SECURITY: {
    mailbox: 'ALWAYS',
    toast: 'ALWAYS',
    push: 'ON',
    mail: 'ALWAYS',
    sms: 'NEVER',
    telegram: 'OFF',
    zalo: 'OFF',
  },
} as const satisfies Readonly<Record<NoticeCategory, Readonly<Record<Delivery, Offer>>>>;

/** The category of each code. */
export const CATEGORY_OF: Readonly<Record<NoticeCode, NoticeCategory>> = {
  OrderFilled: 'ORDERS',
  OrderPartiallyFilled: 'ORDERS',
  OrderRejected: 'ORDERS',
  OrderCancelled: 'ORDERS',
  OrderExpired: 'ORDERS',
  PairFilledBoth: 'ORDERS',
  ConditionalTriggered: 'ORDERS',
  ConditionalFailed: 'ORDERS',
  ConditionalExpired: 'ORDERS',
  ProtectionExpired: 'ORDERS',
  ExchangeLinkLost: 'ORDERS',
  ExchangeLinkBack: 'ORDERS',
  Margin100: 'MARGIN',
  Margin70: 'MARGIN',
  Margin40: 'MARGIN',
  Margin20: 'MARGIN',
  MarginLifted: 'MARGIN',
  Liquidated: 'MARGIN',
  ExpiryNotice: 'EXPIRY',
  PriceAlert: 'ALERTS',
  AlertEnded: 'ALERTS',
  StatusPending: 'ACCOUNT',
  StatusIncomplete: 'ACCOUNT',
  StatusRejected: 'ACCOUNT',
  StatusPendingActivate: 'ACCOUNT',
  StatusActive: 'ACCOUNT',
  StatusInactive: 'ACCOUNT',
  ContractToSign: 'ACCOUNT',
  DepositCredited: 'MONEY',
  DepositUnmatched: 'MONEY',
  DepositReturned: 'MONEY',
  WithdrawPaid: 'MONEY',
  WithdrawRejected: 'MONEY',
  WithdrawReleased: 'MONEY',
  ServicePackageEnded: 'MONEY',
  /** Like a rejection, and as frequent. */
  CopySkipped: 'ORDERS',
  StrategyApproved: 'COPYING',
  StrategyRejected: 'COPYING',
  StrategyStopped: 'COPYING',
  StrategyEnded: 'COPYING',
  CopyStopped: 'COPYING',
  CopyMaxLoss: 'COPYING',
  CopyFeeNotPaid: 'COPYING',
  WeeklyReport: 'COPYING',
  NewDevice: 'SECURITY',
  SecurityChanged: 'SECURITY',
};

/**
 * Codes of which a letter of their own goes out by mail, with what only a letter says: they are not mailed a second time.
 */
export const CODES_WITH_LETTERS: ReadonlySet<NoticeCode> = new Set<NoticeCode>([
  // The letter of the approval tells of the papers: three more mails would say the same.
  'ContractToSign',
  ...(['StatusPending', 'StatusIncomplete', 'StatusRejected', 'StatusPendingActivate', 'StatusActive'] as const),
  ...(['DepositCredited', 'DepositUnmatched', 'DepositReturned'] as const),
  ...(['WithdrawPaid', 'WithdrawRejected', 'WithdrawReleased'] as const),
  ...(['NewDevice', 'SecurityChanged'] as const),
]);

/** Whether that way is the investor's choice. */
export function isChoice(category: NoticeCategory, delivery: Delivery): boolean {
  const offer: Offer = OFFERS[category][delivery];
  return offer === 'ON' || offer === 'OFF';
}

/** Whether news goes that way without a choice of the investor's own. */
export function isOnByDefault(category: NoticeCategory, delivery: Delivery): boolean {
  const offer: Offer = OFFERS[category][delivery];
  return offer === 'ON' || offer === 'ALWAYS';
}

export const notificationSetting = z
  .object({
    category: noticeCategory,
    mailbox: z.boolean(),
    toast: z.boolean(),
    push: z.boolean(),
    mail: z.boolean(),
    sms: z.boolean(),
    telegram: z.boolean(),
    zalo: z.boolean(),
  })
  .meta({ id: 'NotificationSetting' });
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** Without a choice of the investor's own. */
export function defaultSetting(category: NoticeCategory): NotificationSetting {
  const isOn = (delivery: Delivery): boolean => isOnByDefault(category, delivery);
  return {
    category,
    ...{ mailbox: isOn('mailbox'), toast: isOn('toast') },
    ...{ push: isOn('push'), mail: isOn('mail'), sms: isOn('sms'), telegram: isOn('telegram'), zalo: isOn('zalo') },
  };
}
