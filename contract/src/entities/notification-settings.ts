/** Which news reaches an investor by which way (docs/rules/people.md#notices), by category. */
import { z } from 'zod';
import type { NoticeCode } from '#entities/mailbox-message.ts';

export const NOTICE_CATEGORIES = ['ORDERS', 'MARGIN', 'ALERTS', 'MONEY', 'COPYING', 'ACCOUNT', 'SECURITY'] as const;
export const noticeCategory = z.enum(NOTICE_CATEGORIES).meta({ id: 'NoticeCategory' });
export type NoticeCategory = z.infer<typeof noticeCategory>;

export const DELIVERIES = ['mailbox', 'toast', 'mail'] as const;
export type Delivery = (typeof DELIVERIES)[number];

/**
 * What an investor may choose: `ON` is a choice, on by default, `ALWAYS` can't be switched off, `NEVER` is not offered. Orders, margin and alerts have their own places on the screen, which each device chooses for itself.
 */
export const OFFERS = {
  ORDERS: { mailbox: 'ON', toast: 'NEVER', mail: 'NEVER' },
  MARGIN: { mailbox: 'ALWAYS', toast: 'NEVER', mail: 'NEVER' },
  ALERTS: { mailbox: 'ON', toast: 'NEVER', mail: 'NEVER' },
  MONEY: { mailbox: 'ALWAYS', toast: 'ON', mail: 'ON' },
  COPYING: { mailbox: 'ALWAYS', toast: 'ON', mail: 'NEVER' },
  ACCOUNT: { mailbox: 'ALWAYS', toast: 'ON', mail: 'ON' },
  SECURITY: { mailbox: 'ALWAYS', toast: 'ALWAYS', mail: 'ALWAYS' },
} as const satisfies Readonly<Record<NoticeCategory, Readonly<Record<Delivery, 'ON' | 'ALWAYS' | 'NEVER'>>>>;

/** The category of each code. */
export const CATEGORY_OF: Readonly<Record<NoticeCode, NoticeCategory>> = {
  OrderFilled: 'ORDERS',
  OrderPartiallyFilled: 'ORDERS',
  OrderRejected: 'ORDERS',
  OrderCancelled: 'ORDERS',
  OrderExpired: 'ORDERS',
  ConditionalTriggered: 'ORDERS',
  ConditionalFailed: 'ORDERS',
  Margin100: 'MARGIN',
  Margin70: 'MARGIN',
  Margin40: 'MARGIN',
  Margin20: 'MARGIN',
  MarginLifted: 'MARGIN',
  Liquidated: 'MARGIN',
  ExpiryNotice: 'MARGIN',
  PriceAlert: 'ALERTS',
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

/** Whether that way is the investor's choice. */
export function isChoice(category: NoticeCategory, delivery: Delivery): boolean {
  return OFFERS[category][delivery] === 'ON';
}

export const notificationSetting = z
  .object({ category: noticeCategory, mailbox: z.boolean(), toast: z.boolean(), mail: z.boolean() })
  .meta({ id: 'NotificationSetting' });
export type NotificationSetting = z.infer<typeof notificationSetting>;

/** Without a choice of the investor's own. */
export function defaultSetting(category: NoticeCategory): NotificationSetting {
  const offers = OFFERS[category];
  const isOn = (delivery: Delivery): boolean => offers[delivery] !== 'NEVER';
  return { category, mailbox: isOn('mailbox'), toast: isOn('toast'), mail: isOn('mail') };
}
