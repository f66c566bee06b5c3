/**
 * Opens every page once and looks at it in every way: no serious violation dark and light, on a desktop and a phone; in
 * windows of every size header and tab bar stay in place and only the page scrolls (WCAG 1.4.4 and 1.4.10: 200 % zoom is
 * half a window, 400 % a window of 320 by 256), with scroll bars that take space.
 */
import { expectAccessibleInBoth, followBrowser } from '#both-themes.ts';
import { openPage, PAGES } from '#pages.ts';
import { expect, expectAccessible, signIn, test } from '#stage.ts';
import { SIZES } from '#window-sizes.ts';

test.use({ colorScheme: 'dark' });

test.beforeEach(followBrowser);

for (const [kind, paths] of Object.entries(PAGES)) {
  test(`pages, ${kind}: accessible dark and light, on a phone, and in a window of every size`, async ({
    page,
    stage,
  }) => {
    if (kind !== 'doors' && kind !== 'entrances') await signIn(page, stage.product.url);
    for (const path of paths) {
      await openPage(page, stage.product.url + path);
      await expectAccessibleInBoth(page);
      await page.setViewportSize({ width: 390, height: 844 });
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0);
      await expectAccessible(page);
      // The way in has neither.
      for (const [name, viewport] of kind === 'entrances' ? [] : Object.entries(SIZES)) {
        await page.setViewportSize(viewport);
        const hasHeader = kind !== 'windows';
        await expect.poll(() => page.evaluate(frameFaults, hasHeader), { message: `${path}, ${name}` }).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
  });
}

/** Runs in the page: returns faults of the frame after everything was scrolled as far as it goes. */
function frameFaults(hasHeader: boolean): string[] {
  const faults: string[] = [];
  const root = document.documentElement;
  if (root.scrollHeight > window.innerHeight) faults.push(`the document is ${root.scrollHeight} px high`);
  if (root.scrollWidth > window.innerWidth) faults.push(`the document is ${root.scrollWidth} px wide`);
  root.scrollTop = 9999;
  document.body.scrollTop = 9999;
  document.querySelector('#main')?.parentElement?.scrollTo(0, 9999);
  const header = document.querySelector('header')?.getBoundingClientRect();
  if (hasHeader && (header?.top !== 0 || header.height < 40))
    faults.push(`the header is at ${header?.top}, ${header?.height} px high`);
  const below = [...document.querySelectorAll('nav, footer')]
    .filter((element) => element.checkVisibility())
    .map((element) => element.getBoundingClientRect())
    .filter(({ bottom }) => Math.abs(bottom - window.innerHeight) < 1);
  if (below.length === 0) faults.push('nothing stands at the bottom');
  return faults;
}
