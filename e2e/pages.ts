/** Every page of the client, for the stories that look at all of them. A new page is named in PAGES. */
import type { Page } from '@playwright/test';
import { expect } from '#stage.ts';

export const AN_ACCOUNT = '108C000001-01';

export const PAGES = {
  /** The way in: a page without the product's header and tab bar. */
  entrances: ['/login', '/sign-up', '/forgot-password'],
  /** Seen without a sign-in. */
  doors: ['/verify', '/proof', '/margin-calculator', '/curve/ZCE', '/dev/outbox', '/dev/bank', '/nowhere'],
  /** Panels in windows of their own, without the product's header; book and lists are as on the desk. */
  windows: ['chart', 'ladder', 'board'].map((panel) => `/window/${panel}/ZCEZ26`),
  /** A signed-in investor sees more on them than a visitor. */
  market: ['/', '/trading/ZCEZ26', '/theme-preview'],
  account: [
    '/account-overview',
    `/account-overview/property/${AN_ACCOUNT}`,
    `/account-overview/order-manager/${AN_ACCOUNT}`,
    '/account-overview/deposit',
    '/account-overview/withdraw',
    '/account-overview/bank-information',
    '/account-overview/history-payment',
    '/account-overview/security-account',
    '/account-overview/service-package',
    '/account-overview/service-package/plus',
    '/account-overview/contact-information',
    '/account-overview/ekyc',
    '/account-overview/digital-signature',
    '/account-overview/alerts',
    '/account-overview/shortcuts',
  ],
  copying: [
    '/account-overview/copy-trade/strategies',
    '/account-overview/copy-trade/trading',
    '/account-overview/copy-trade/events',
    '/account-overview/copy-trade/profit',
    '/account-overview/copy-trade/history',
    '/account-overview/copy-trade/fees',
    '/account-overview/copy-trade/management',
    '/account-overview/copy-trade/management/new',
  ],
};

/** Resolves once the page has its heading and all that it asked for. */
export async function openPage(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
}
