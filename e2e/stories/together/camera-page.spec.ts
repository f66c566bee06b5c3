/** The camera belongs to one page, by whichever way it is come to and left (record 122), and is not needed for anything. */
import type { Page } from '@playwright/test';
import { pictureFile, SENT, signUp } from '#newcomer.ts';
import { expect, expectAccessible, signIn, test } from '#stage.ts';
import { drawDocument } from '../../../server/test/fixtures/drawn-documents.ts';

/** Chromium's own word for what the document's headers allow. */
const mayUseCamera = (page: Page) =>
  page.evaluate(() => {
    const { featurePolicy } = document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } };
    return featurePolicy?.allowsFeature('camera');
  });
/** The smallest module there is. */
const compiles = (page: Page) =>
  page.evaluate(() => WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])).then(() => true));

test('links, the way back and a new load agree', async ({ page, stage }) => {
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
  // Before the other page has begun, too.
  await page.getByRole('link', { name: 'Bảng giá' }).first().click();
  await expect(page).toHaveURL(`${url}/`);
  await page.goBack();
  await expect(page).toHaveURL(/\/account-overview\/ekyc$/);
  await expect(async () => expect(await mayUseCamera(page)).toBe(true)).toPass();
});

test('without a camera a file is chosen where the camera would have been', async ({ page, stage }) => {
  const { url } = stage.product;
  await signUp(page, url, {
    ...{ email: 'khong.may@mua.demo', phone: '0988414141', fullName: 'Nguyễn Không Máy' },
    language: 'vi',
  });
  await page.goto(`${url}/account-overview/ekyc?step=PICTURES`);
  await page.getByTestId('picture-ID_FRONT').getByRole('button', { name: 'Chụp ảnh' }).click();
  const camera = page.getByTestId('camera');
  await expect(camera.getByRole('alert')).toContainText(/chọn tệp/i);
  await expect(page.getByTestId('camera-file')).toBeFocused();
  // Long before the key: the browser hands over its choosers some time after it was asked to, and a key does not wait.
  const choosing = page.waitForEvent('filechooser');
  const { pictures } = await drawDocument('CARD_2021', 7);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(pictureFile(pictures[0]));
  await expect(camera).toHaveCount(0);
  await expect(page.getByTestId('picture-ID_FRONT')).toContainText('Rõ, đủ bốn góc', SENT);
});
