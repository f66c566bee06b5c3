/**
 * Papers: signed by a newcomer until the account is open; read by their owner, and checked by anybody, whole and touched.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { apply, fillIn, signPaper, signUp } from '#newcomer.ts';
import { codeInOutbox } from '#outbox.ts';
import { expect, expectAccessible, expectContrast, signIn, test } from '#stage.ts';

test('a signed paper is read, taken along and checked; one that was touched is told', async ({
  browser,
  page,
  stage,
}, testInfo) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/account-overview/digital-signature`);
  const pages = page.getByTestId('paper-pages');
  await test.step('its words are there for whoever cannot see them, and its pages can be walked through', async () => {
    await expect(pages).toContainText('Nguyễn Văn An');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Trang sau' }).click();
    await expect(page.getByTestId('paper-page')).toContainText('Trang 2');
    await page.getByRole('button', { name: 'Phóng to' }).click();
    await expect(page.getByText('125%')).toBeVisible();
  });
  const taken = testInfo.outputPath('paper.pdf');
  await test.step('it is taken along', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByTestId('paper-download').click();
    await (await downloading).saveAs(taken);
  });
  const bytes = await readFile(taken);
  const added = testInfo.outputPath('added.pdf');
  const changed = testInfo.outputPath('changed.pdf');
  await writeFile(added, Buffer.concat([bytes, Buffer.from('\n% nothing\n')]));
  const touched = Buffer.from(bytes);
  touched.write('XX', 200);
  await writeFile(changed, touched);

  const anybody = await (
    await browser.newContext({ locale: 'en-US', viewport: { width: 390, height: 844 } })
  ).newPage();
  const asked: string[] = [];
  anybody.on('request', (request) => request.method() !== 'GET' && asked.push(request.url()));
  await anybody.goto(`${url}/login`);
  await anybody.getByRole('link', { name: 'Check a contract' }).click();
  await expect(anybody.getByTestId('verify-drop')).toBeVisible();
  await anybody.setViewportSize({ width: 844, height: 390 });
  for (const [file, verdict] of [
    [taken, 'whole'],
    [added, 'changed'],
    [changed, 'changed'],
    ['stage.ts', 'unknown'],
  ] as const) {
    await anybody.getByTestId('verify-file').setInputFiles(file);
    const heading = anybody.getByTestId(`verify-${verdict}`).getByRole('heading');
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expectContrast(anybody);
  }
  await expectAccessible(anybody);
  // Nothing was sent: only hashes were asked about.
  expect(asked.filter((address) => !address.includes('/favicon'))).toEqual([]);
  await anybody.context().close();
});

test('a newcomer refuses one, signs all, and the account is open', async ({ page, stage }) => {
  const { url } = stage.product;
  const phone = '0988777666';
  await approved(page, url, phone);
  await page.goto(`${url}/account-overview/digital-signature`);
  // Whoever uses keys goes on from the paper that is open next.
  const paperName = page.locator('[data-paper-name]');
  await test.step('refusing takes a reason and a code', async () => {
    await page.getByTestId('paper-reject').click();
    await page.getByTestId('reject-send').click();
    await expect(page.getByText('Bắt buộc', { exact: true })).toBeVisible();
    await page.getByTestId('reject-reason').fill('Đọc lại đã');
    await page.keyboard.press('Enter');
    await enterCode(page, url, phone);
    await expect(page.getByText('Đã từ chối').first()).toBeVisible();
    await expect(paperName).toBeFocused();
  });
  for (let at = 0; at < 3; at += 1) {
    await test.step(`paper ${at + 1} is signed by a code of its own`, async () => {
      await signPaper(page, url, phone);
      await expect(paperName).toBeFocused();
    });
  }
  await expect(page.getByText('Tài khoản đã mở')).toBeVisible();
  await expectAccessible(page);
  await page.getByTestId('to-desk').click();
  await expect(page).not.toHaveURL(/digital-signature/);
});

async function enterCode(page: Page, url: string, phone: string): Promise<void> {
  await expect(page.getByTestId('otp-code')).toBeFocused();
  await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, phone));
  await page.keyboard.press('Enter');
}

/** Somebody whose application the demo's policy has approved; the page is signed in as they. */
async function approved(page: Page, url: string, phone: string): Promise<void> {
  await signUp(page, url, { email: 'ky.moi@mua.demo', phone, fullName: 'Nguyễn Văn Ký', language: 'vi' });
  await fillIn(page, url, 7);
  await apply(page, url);
  const status = async () => (await (await page.request.get(`${url}/api/investor/me`)).json()).status;
  await expect.poll(status, { timeout: 30_000 }).toBe('PENDING_ACTIVATE');
}
