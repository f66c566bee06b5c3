/**
 * Checks windows of every size, with scroll bars that take space (the project `layout` has them as on Windows): header
 * and tab bar stay in place on every page, everything else is reached by scrolling, and nothing overlaps (WCAG 1.4.4
 * and 1.4.10: 200 % zoom is half a window, 400 % a window of 320 by 256).
 */
import type { Page } from '@playwright/test';
import { signUp } from '#newcomer.ts';
import { expect, SHARED, signIn, test } from '#stage.ts';

test.use({ settings: SHARED });

const ACCOUNT = '108C000001-01';
const PAGES = {
  market: ['/', '/trading/ZCEZ26', '/verify', '/theme-preview', '/dev/outbox', '/nowhere'],
  account: [
    '/account-overview',
    `/account-overview/property/${ACCOUNT}`,
    `/account-overview/order-manager/${ACCOUNT}`,
    '/account-overview/history-payment',
    '/account-overview/withdraw',
    '/account-overview/bank-information',
    '/account-overview/security-account',
    '/account-overview/contact-information',
    '/account-overview/ekyc',
    '/account-overview/digital-signature',
  ],
};

/** Named by the reason for a window that small. */
const SIZES = {
  '1440x900 at 200 %': { width: 720, height: 450 },
  '1366x768 at 200 %': { width: 683, height: 384 },
  '1280x1024 at 400 %': { width: 320, height: 256 },
  'a phone lying down': { width: 844, height: 390 },
  'a small phone': { width: 360, height: 560 },
  'a low desk': { width: 1280, height: 560 },
};

for (const [kind, paths] of Object.entries(PAGES)) {
  test(`pages, ${kind}: header and tab bar stay in a window of every size, and only the page scrolls`, async ({
    page,
    stage,
  }) => {
    await signIn(page, stage.product.url);
    for (const path of paths) {
      await open(page, stage.product.url + path);
      for (const [name, viewport] of Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        await expect.poll(() => page.evaluate(frameFaults), { message: `${path}, ${name}` }).toEqual([]);
      }
    }
  });
}

for (const [name, viewport] of Object.entries(SIZES)) {
  test(`${name}: every control of the desk can be reached, and nothing covers it`, async ({ page, stage }) => {
    await page.setViewportSize(viewport);
    await signIn(page, stage.product.url);
    await open(page, `${stage.product.url}/trading/ZCEZ26`);
    const canvas = page.locator('[role="application"]');
    await canvas.scrollIntoViewIfNeeded();
    expect((await canvas.boundingBox())?.height).toBeGreaterThan(140);
    expect(await page.evaluate(coveredControls)).toEqual([]);
    await canvas.hover();
    await page.mouse.wheel(0, 4000);
    // The wheel over the chart scrolls to the end of the page.
    await expect.poll(() => canvas.evaluate(roomBelow)).toBeLessThan(2);
  });
}

test('every control on the way to becoming a customer can be reached, in a window of every size', async ({
  page,
  stage,
}) => {
  const { url } = stage.product;
  const found: Record<string, string[]> = {};
  const look = async (where: string): Promise<void> => {
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      const faults = [...(await page.evaluate(coveredControls)), ...(await page.evaluate(tooWide))];
      if (faults.length > 0) found[`${where}, ${size}`] = faults;
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  };
  await open(page, `${url}/sign-up`);
  await look('sign-up');
  const who = { email: 'moi.cua.so@mua.demo', phone: '0988787878', fullName: 'Nguyễn Văn Sổ' };
  await signUp(page, url, { ...who, language: 'vi' });
  await open(page, `${url}/account-overview/ekyc`);
  const steps = page.getByTestId('application').getByRole('navigation').getByRole('button');
  await expect(steps).toHaveCount(4);
  await steps.nth(0).click();
  await look('document');
  await page.getByTestId('application-CITIZEN_CARD').check();
  for (const [at, name] of ['document', 'photos', 'details', 'address'].entries()) {
    await steps.nth(at).click();
    await look(name);
  }
  expect(found).toEqual({});
});

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await page.waitForLoadState('networkidle');
}

/** Runs in the page: returns faults of the frame after everything was scrolled as far as it goes. */
function frameFaults(): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollHeight > window.innerHeight) faults.push(`the document is ${root.scrollHeight} px high`);
  if (root.scrollWidth > window.innerWidth) faults.push(`the document is ${root.scrollWidth} px wide`);
  root.scrollTop = 9999;
  document.body.scrollTop = 9999;
  document.querySelector('#main')?.parentElement?.scrollTo(0, 9999);
  const header = document.querySelector('header')?.getBoundingClientRect();
  if (header?.top !== 0 || header.height < 40)
    faults.push(`the header is at ${header?.top}, ${header?.height} px high`);
  const below = [...document.querySelectorAll('nav, footer')]
    .filter((element) => element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .filter(({ bottom }) => Math.abs(bottom - window.innerHeight) < 1);
  if (below.length === 0) faults.push('nothing stands at the bottom');
  return faults;
}

/** Runs in the page: returns what is too wide. */
function tooWide(): string[] {
  const { scrollWidth } = document.documentElement;
  return scrollWidth > window.innerWidth ? [`the document is ${scrollWidth} px wide`] : [];
}

/** Runs in the page: returns how far an element's scroll container can still scroll. */
function roomBelow(element: HTMLElement | SVGElement): number {
  let scroller = element.parentElement;
  while (scroller && getComputedStyle(scroller).overflowY !== 'auto') scroller = scroller.parentElement;
  return scroller ? scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop : 0;
}

/** Runs in the page: returns controls that a press would miss after scrolling to them. */
function coveredControls(): string[] {
  const controls = [...document.querySelectorAll<HTMLElement>('header, main, nav')].flatMap((part) => [
    ...part.querySelectorAll<HTMLElement>('button:not(:disabled), a[href^="/"], input, [role="tab"]'),
  ]);
  return controls
    .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((control) => control.getBoundingClientRect().width > 1)
    .filter((control) => {
      control.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(hit && (control.contains(hit) || hit.closest('label')?.contains(control)));
    })
    .map((control) => control.ariaLabel ?? control.textContent ?? control.outerHTML);
}
