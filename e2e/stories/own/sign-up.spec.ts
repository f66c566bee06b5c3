/**
 * Follows a stranger to a signed-in account: a person in Vietnamese on a phone, whose tab is closed on the way, and a
 * business in English at a desk. Each has an address of its own.
 */
import type { Page } from '@playwright/test';
import { PASSWORD, signUp } from '#newcomer.ts';
import { codeInOutbox } from '#outbox.ts';
import { CALM, expect, expectAccessible, test } from '#stage.ts';
import { wrong } from '../../../server/test/fixtures/wrong-code.ts';

test.use({ settings: { ...CALM, SEED: '31' } });

const APPLICATION = /\/account-overview\/ekyc$/;

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [field, text] of Object.entries(fields)) await page.getByTestId(`sign-up-${field}`).fill(text);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('a person signs up, whose tab was closed before the code came (vi)', async ({ context, page, stage }) => {
    const { url } = stage.product;
    const email = 'moi.tren.may@mua.demo';
    await page.goto(url);
    await page.getByRole('link', { name: 'Đăng ký' }).click();
    await test.step('what is missing is named at its field, and the first of them has the focus', async () => {
      await page.getByTestId('sign-up-next').click();
      await expect(page.getByTestId('sign-up-fullName')).toBeFocused();
      await expect(page.getByText('Nhập số điện thoại')).toBeVisible();
      await expectAccessible(page);
    });
    await test.step('a taken number is shown with free ones', async () => {
      await fill(page, { number: '000001', agentCode: 'mua-01' });
      await expect(page.getByText('108C000001 đã có người dùng. Gần nhất còn trống:')).toBeVisible();
      await expect(page.getByText('Phan Thu Giang')).toBeVisible();
      await page.getByRole('button', { name: '108C000006' }).click();
      await expect(page.getByText('108C000006 còn trống')).toBeVisible();
    });
    await test.step('a taken address is reported at the field', async () => {
      await fill(page, { fullName: 'Nguyễn Thị Mới', email: 'an@mua.demo', phone: '+84 988 111 222' });
      await expect(page.getByTestId('sign-up-phone')).toHaveValue('0988111222');
      await fill(page, { password: PASSWORD });
      await page.getByTestId('sign-up-next').click();
      await expect(page.getByTestId('sign-up-email')).toBeFocused();
      await expect(page.getByText(/^Email đã đăng ký/)).toBeVisible();
      await fill(page, { email });
    });
    await test.step('a double click sends one code', async () => {
      const sent: string[] = [];
      page.on('request', (request) => request.url().endsWith('/v2/register') && sent.push(request.url()));
      await page.getByTestId('sign-up-next').dblclick();
      await expect(page.getByTestId('otp-code')).toBeFocused();
      expect(sent).toHaveLength(1);
      await expectAccessible(page);
    });
    await test.step('going back keeps everything but the password in the browser', async () => {
      await page.getByTestId('sign-up-change').click();
      await expect(page.getByTestId('sign-up-email')).toHaveValue(email);
      await expect(page.getByTestId('sign-up-password')).toHaveValue(PASSWORD);
      const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
      expect(kept).toContain(email);
      expect(kept).not.toContain(PASSWORD);
      await page.getByTestId('sign-up-have-code').click();
    });
    const code = await codeInOutbox(page, url, email);
    await page.close();
    const again = await context.newPage();
    await again.goto(`${url}/sign-up`);
    await again.getByTestId('otp-code').fill(wrong(code));
    await again.keyboard.press('Enter');
    await expect(again.getByRole('alert')).toContainText('Còn 4 lần thử');
    await again.getByTestId('otp-code').fill(code);
    await again.keyboard.press('Enter');
    await expect(again).toHaveURL(APPLICATION);
    await expect(again.getByTestId('account-switcher')).toContainText('108C000006');
    expect(await again.evaluate(() => localStorage.getItem('sign-up'))).toBeNull();
  });
});

test.describe('at a desk', () => {
  test.use({ locale: 'en-US' });

  test('a business signs up by keyboard (en)', async ({ page, stage }) => {
    const { url } = stage.product;
    const email = 'office@mua.demo';
    await page.goto(`${url}/login`);
    await page.getByTestId('to-sign-up').click();
    await page.getByRole('radio', { name: 'Personal' }).focus();
    await page.keyboard.press('ArrowRight');
    await fill(page, { companyName: 'New Rice Co., Ltd', taxCode: '0100112430', fullName: 'Tran Van Office' });
    await fill(page, { email, phone: '0988333444', password: PASSWORD });
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('sign-up-taxCode')).toBeFocused();
    await expect(page.getByText('Tax code is not valid')).toBeVisible();
    await fill(page, { taxCode: '0100112437' });
    await expect(page.getByText('The check digit is right')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('otp-code')).toBeFocused();
    await expect(page.getByTestId('otp-resend')).toHaveText(/^Resend in \d+ s$/);
    await page.reload();
    await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, email));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(APPLICATION);
    await expect(page.getByTestId('account-switcher')).toBeVisible();
  });

  test('a phone number that somebody else took while the code came stands at its field (en)', async ({
    browser,
    page,
    stage,
  }) => {
    const { url } = stage.product;
    const [email, phone] = ['slower@mua.demo', '0988555777'];
    await page.goto(`${url}/sign-up`);
    await fill(page, { fullName: 'Tran Van Slow', email, phone, password: PASSWORD });
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('otp-code')).toBeFocused();
    const faster = await (await browser.newContext()).newPage();
    await signUp(faster, url, { email: 'faster@mua.demo', phone, fullName: 'Tran Van Fast', language: 'en' });
    await faster.context().close();
    await page.getByTestId('otp-code').fill(await codeInOutbox(page, url, email));
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('sign-up-phone')).toBeFocused();
    await expect(page.getByText(/^This phone number is registered/)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByTestId('sign-up-fullName')).toHaveValue('Tran Van Slow');
  });
});
