/**
 * From a sign-up to the first trade: a person in Vietnamese on a phone, with the camera before a drawn card, interrupted
 * and resumed on another device.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { choosePicture, choosePlace, PASSWORD, SENT, signPaper, signUp } from '#newcomer.ts';
import { expect, expectAccessible, sendOrder, signIn, test } from '#stage.ts';
import { drawDocument } from '../../../server/test/fixtures/drawn-documents.ts';
import { LAUNCH } from '../../playwright.config.ts';

/** What the camera is held before: one picture, over and over. */
const CAMERA = join(import.meta.dirname, '../../../.cache/camera.mjpeg');

test.use({
  settings: { SEED: '31' },
  launchOptions: {
    ...LAUNCH,
    args: [
      ...LAUNCH.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${CAMERA}`,
    ],
  },
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a person, on two devices, until the first trade (vi)', async ({ browser, page, stage }) => {
    test.slow();
    const { url } = stage.product;
    const email = 'nguoi.moi@mua.demo';
    const { pictures, person } = await drawDocument('CARD_2021', 7);
    const [front = Buffer.of(), back = Buffer.of()] = pictures;
    const blurred = (await drawDocument('CARD_2021', 7, 'blurred')).pictures[1] ?? Buffer.of();
    mkdirSync(dirname(CAMERA), { recursive: true });
    const card = await sharp(front).resize({ width: 1500, height: 1000, fit: 'cover' }).toBuffer();
    const table = { left: 210, right: 210, top: 40, bottom: 40, extendWith: 'copy' } as const;
    const frame = await sharp(card).extend(table).jpeg({ quality: 95 }).toBuffer();
    writeFileSync(CAMERA, Buffer.concat([frame, frame]));
    await signUp(page, url, { email, phone: '0988123123', fullName: 'Nguyễn Văn Mới', language: 'vi' });
    await page.goto(`${url}/account-overview/ekyc`);
    const next = page.getByTestId('application-next');

    await test.step('what is missing is said where it is missing', async () => {
      await next.click();
      await expect(page.getByText('Bắt buộc')).toBeVisible();
      await expectAccessible(page);
      await page.getByTestId('application-CITIZEN_CARD').check();
      await next.click();
    });
    await test.step('the front takes itself once it is clear, is looked at, and sent', async () => {
      const card = page.getByTestId('picture-ID_FRONT');
      const take = card.getByRole('button', { name: 'Chụp ảnh' });
      await take.click();
      await expect(page.getByTestId('camera')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(take).toBeFocused();
      // Said for a second, until the picture takes itself: looked for at every frame.
      const read = page.waitForFunction(() =>
        document.querySelector('[data-testid="camera"]')?.textContent?.includes('Đã đọc được mã QR'),
      );
      await take.click();
      await read;
      await page.getByTestId('camera-use').click();
      await expect(card).toContainText('Rõ, đủ bốn góc', SENT);
    });
    await test.step('a blurred back is told, and taken again', async () => {
      const card = page.getByTestId('picture-ID_BACK');
      await choosePicture(page, 'ID_BACK', blurred);
      await expect(card).toContainText('Ảnh bị mờ', SENT);
      await choosePicture(page, 'ID_BACK', back);
      await expect(card).toContainText('Rõ, đủ bốn góc', SENT);
      await expectAccessible(page);
    });
    await test.step('what was read is filled in, with where it was read', async () => {
      await next.click();
      await expect(page.getByTestId('application-idNumber')).toHaveValue(person.idNumber, { timeout: 60_000 });
      await expect(page.getByTestId('application-dateOfBirth')).toHaveValue(
        person.dateOfBirth.split('-').reverse().join('/'),
      );
      await expect(page.getByText('Mã QR').first()).toBeVisible();
      await expectAccessible(page);
    });

    const device = await browser.newContext({ viewport: { width: 1366, height: 768 }, locale: 'vi-VN' });
    const other = await device.newPage();
    await test.step('half filled, it goes on at another device', async () => {
      await page.getByTestId('application-issuePlace').fill('');
      await page.getByTestId('application-permanentAddress').fill('Số 12, ngõ');
      await expect(page.getByTestId('application-save')).toHaveAttribute('data-state', 'saved');
      await signIn(other, url, email, PASSWORD);
      await other.goto(`${url}/account-overview/ekyc`);
      await expect(other.getByTestId('application-permanentAddress')).toHaveValue('Số 12, ngõ');
      await other.getByTestId('application-permanentAddress').fill(person.permanentAddress);
      await other.getByTestId('application-issuePlace').fill('Cục Cảnh sát');
      // A busy machine may leave out the lines that take longest to read.
      await choosePlace(other, 'nationality', 'viet nam');
      await other.getByTestId('application-issueDate').fill('10052024');
      await expect(other.getByTestId('application-issueDate')).toHaveValue('10/05/2024');
    });
    await test.step('the address is found without accents, and it is sent in', async () => {
      await other.getByTestId('application-next').click();
      await choosePlace(other, 'provinceId', 'ha noi');
      await choosePlace(other, 'wardId', 'hoan kiem');
      await other.getByTestId('application-street').fill('12 Quán Thánh');
      await expectAccessible(other);
      await other.getByTestId('application-next').click();
      await expect(other.getByTestId('application-status')).toBeVisible();
    });
    await test.step('approved while the page is open; the contracts are next', async () => {
      await expect(other.getByTestId('application-status')).toHaveAttribute('data-status', 'PENDING_ACTIVATE', {
        timeout: 30_000,
      });
      await expectAccessible(other);
      await other.getByTestId('application-status').getByRole('link', { name: 'Ký hợp đồng' }).click();
      for (let at = 0; at < 3; at += 1) await signPaper(other, url, '0988123123');
      await expect(other.getByText('Tài khoản đã mở')).toBeVisible();
    });
    await test.step('the first trade', async () => {
      await other.getByTestId('to-desk').click();
      await other.goto(`${url}/trading/ZCEH27`);
      await other.getByTestId('ticket-side-buy').click();
      await other.getByTestId('ticket-type').getByRole('radio', { name: 'Thị trường', exact: true }).click();
      await sendOrder(other, 'ZCEH27');
      await other.getByRole('tab', { name: /Vị thế/ }).click();
      await expect(other.getByTestId('position-ZCEH27')).toContainText('Mua 1');
    });
    await device.close();
  });
});
