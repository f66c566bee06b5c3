/**
 * Follows papers: signed by a newcomer until the account is open; read by their owner, and checked by anybody, whole
 * and altered.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { codeInOutbox } from '#outbox.ts';
import { expect, expectAccessible, expectContrast, RECORDED, signIn, test } from '#stage.ts';
import { PERSON } from '../../server/test/fixtures/applicant.ts';
import { drawDocument } from '../../server/test/fixtures/drawn-documents.ts';

test.use({ settings: { ...RECORDED, SEED: '31' } });

test('a signed paper is read, downloaded and checked; an altered one is detected', async ({
  browser,
  page,
  stage,
}, testInfo) => {
  const { url } = stage.product;
  await signIn(page, url);
  await page.goto(`${url}/account-overview/digital-signature`);
  const pages = page.getByTestId('paper-pages');
  await test.step('its words are there for screen readers, and its pages can be walked through', async () => {
    await expect(pages).toContainText('Nguyễn Văn An');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Trang sau' }).click();
    await expect(page.getByTestId('paper-page')).toContainText('Trang 2');
    await page.getByRole('button', { name: 'Phóng to' }).click();
    await expect(page.getByText('125%')).toBeVisible();
  });
  const taken = testInfo.outputPath('paper.pdf');
  await test.step('it is downloaded', async () => {
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
  for (const [file, verdict] of [
    [taken, 'whole'],
    [added, 'changed'],
    [changed, 'changed'],
    ['package.json', 'unknown'],
  ] as const) {
    await anybody.getByTestId('verify-file').setInputFiles(file);
    await expect(anybody.getByTestId(`verify-${verdict}`)).toBeVisible();
    await expectContrast(anybody);
  }
  await expectAccessible(anybody);
  // Nothing was sent: only hashes were checked.
  expect(asked.filter((address) => !address.includes('/favicon'))).toEqual([]);
  await anybody.context().close();
});

test('a newcomer refuses one, signs all, and the account opens', async ({ page, stage }) => {
  const { url } = stage.product;
  const phone = '0988777666';
  await approved(page, url, phone);
  await page.goto(`${url}/account-overview/digital-signature`);
  const sign = page.getByTestId('paper-sign');
  await test.step('refusing needs a reason and a code', async () => {
    await page.getByTestId('paper-reject').click();
    await page.getByTestId('reject-send').click();
    await expect(page.getByText('Bắt buộc', { exact: true })).toBeVisible();
    await page.getByTestId('reject-reason').fill('Đọc lại đã');
    await page.keyboard.press('Enter');
    await enterCode(page, url, phone);
    await expect(page.getByText('Đã từ chối').first()).toBeVisible();
  });
  for (let at = 0; at < 3; at += 1) {
    await test.step(`paper ${at + 1} is signed with a code of its own`, async () => {
      await expect(sign).toBeDisabled();
      await page.getByTestId('paper-agree').click();
      await sign.click();
      await enterCode(page, url, phone);
      await expect(page.getByTestId('otp-code')).toHaveCount(0);
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

/** Creates an investor whose application the demo's policy has approved, signed in on the page. */
async function approved(page: Page, url: string, phone: string): Promise<void> {
  const headers = { 'x-csrf': '1' };
  const post = async (path: string, data: object) => {
    const reply = await page.request.post(`${url}/api/investor/${path}`, { headers, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return reply.json();
  };
  const email = 'ky.moi@mua.demo';
  const password = 'Rau#muong7xao';
  const { sessionId } = await post('register', { email, phone, password, fullName: 'Nguyễn Văn Ký', language: 'vi' });
  await post(`register/${sessionId}/verify`, { code: await codeInOutbox(page, url, email) });
  const { pictures, person } = await drawDocument('CARD_2024', 7);
  const images: string[] = [];
  for (const [at, kind] of ['ID_FRONT', 'ID_BACK'].entries()) {
    const file = { name: 'card.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(pictures[at] ?? []) };
    const reply = await page.request.post(`${url}/api/investor/ekyc/images`, { headers, multipart: { kind, file } });
    expect(reply.ok(), await reply.text()).toBe(true);
    images.push((await reply.json()).imageId);
  }
  const [frontImageId, backImageId] = images;
  const fields = { ...PERSON, idNumber: person.idNumber, frontImageId, backImageId };
  await post('registration', { step: 'DETAILS', fields });
  await post('registration/submit', {});
  const status = async () => (await (await page.request.get(`${url}/api/investor/me`)).json()).status;
  await expect.poll(status, { timeout: 30_000 }).toBe('PENDING_ACTIVATE');
  await signIn(page, url, email, password);
}
