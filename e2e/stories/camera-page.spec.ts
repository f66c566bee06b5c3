/** Checks that the camera belongs to one page, however it is entered and left (record 122). */
import type { Page } from '@playwright/test';
import { expect, SHARED, signIn, test } from '#stage.ts';

test.use({ settings: SHARED });

/** Reports Chromium's own verdict on what the document's headers allow. */
const mayUseCamera = (page: Page) =>
  page.evaluate(() => {
    const { featurePolicy } = document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } };
    return featurePolicy?.allowsFeature('camera');
  });
/** Compiles the smallest module there is. */
const compiles = (page: Page) =>
  page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true));

test('links, the back button and a new load agree', async ({ page, stage }) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/account-overview`);
  expect(await mayUseCamera(page)).toBe(false);
  const ekyc = page.getByRole('link', { name: 'Định danh (eKYC)' });
  await ekyc.click();
  await expect(page).toHaveURL(/\/account-overview\/ekyc$/);
  await expect(async () => expect(await mayUseCamera(page)).toBe(true)).toPass();
  expect(await compiles(page)).toBe(true);
  await page.getByRole('link', { name: 'Bảng giá' }).first().click();
  await expect(page).toHaveURL(`${url}/`);
  await expect(async () => expect(await mayUseCamera(page)).toBe(false)).toPass();
  await page.goBack();
  await expect(page).toHaveURL(/\/account-overview\/ekyc$/);
  await expect(async () => expect(await mayUseCamera(page)).toBe(true)).toPass();
});
