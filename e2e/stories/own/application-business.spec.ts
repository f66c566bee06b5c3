/**
 * Follows a business in English at a desk, its representative with a passport: interrupted at each step, returned,
 * refused, approved by two, and as far as its first trade. The clock is moved manually, so only operators decide.
 */
import type { Page } from '@playwright/test';
import { choosePicture, choosePlace, type Newcomer, PASSWORD, SENT, signPaper, signUp } from '#newcomer.ts';
import {
  expect,
  expectAccessible,
  expectAnswered,
  moveClock,
  operatorCall,
  type Stage,
  sendOrder,
  signIn,
  test,
} from '#stage.ts';
import { drawDocument } from '../../../server/test/fixtures/drawn-documents.ts';

test.use({ settings: { SEED: '31', CLOCK: 'manual' } });

const COMPANY = { companyName: 'New Rice Co., Ltd', taxCode: '0100112437' };
const BUSINESS: Newcomer = {
  ...{ email: 'rice@mua.demo', phone: '0988454545', fullName: 'Tran Van Rice' },
  ...{ language: 'en', company: COMPANY },
};

test('a business is refused, applies again and makes its first trade (en)', async ({ page, stage }) => {
  test.slow();
  const { url } = stage.product;
  const { pictures, person } = await drawDocument('PASSPORT', 7);
  const [passport = Buffer.of()] = pictures;
  await signUp(page, url, BUSINESS);
  await page.goto(`${url}/account-overview/ekyc`);
  const next = page.getByTestId('application-next');
  const field = (name: string) => page.getByTestId(`application-${name}`);

  await test.step('the company, as it signed up, and its certificate', async () => {
    await expect(field('companyName')).toHaveValue(COMPANY.companyName);
    await expect(field('taxCode')).toHaveValue(COMPANY.taxCode);
    await field('licenceNumber').fill('0100112437');
    await field('licenceDate').fill('12032019');
    await interrupt(page, 'Company');
    await expect(field('licenceDate')).toHaveValue('12/03/2019');
    await choosePicture(page, 'LICENCE', passport);
    await expect(page.getByTestId('picture-LICENCE')).toContainText('Sharp', SENT);
    await next.click();
    await expect(field('position')).toBeFocused();
    await field('position').fill('Director');
    await expectAccessible(page);
    await next.click();
  });
  await test.step('a passport is chosen and sent', async () => {
    await interrupt(page, 'Document');
    await field('PASSPORT').check();
    await next.click();
    await interrupt(page, 'Photos');
    await choosePicture(page, 'PASSPORT', passport);
    await expect(page.getByTestId('picture-PASSPORT')).toContainText('Sharp', SENT);
    const shown = page.getByTestId('picture-PASSPORT').getByRole('img');
    // Its coded lines are at the very bottom.
    await expect.poll(() => shown.evaluate(hiddenBelow)).toBeLessThanOrEqual(0);
    await next.click();
  });
  await test.step('the text read from it is filled in beside its picture; the rest is typed', async () => {
    await expect(field('idNumber')).toHaveValue(person.passportNumber, SENT);
    await page.getByRole('button', { name: 'Enlarge: Photo page of the passport' }).click();
    await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await field('fullName').fill('Tran Van Rice');
    await field('issueDate').fill('10052020');
    await field('issuePlace').fill('Immigration Department');
    await expectAccessible(page);
    await interrupt(page, 'Check details');
    await expect(field('issueDate')).toHaveValue('10/05/2020');
    await field('permanentAddress').fill('12 Quan Thanh, Ha Noi');
    await next.click();
  });
  await test.step('the mailing address is given, and the application submitted', async () => {
    await choosePlace(page, 'provinceId', 'ha noi');
    await interrupt(page, 'Contact address');
    await choosePlace(page, 'wardId', 'hoan kiem');
    await field('street').fill('12 Quán Thánh');
    await next.click();
    await expect(page.getByTestId('application-status')).toHaveAttribute('data-status', 'PENDING');
    await expectAccessible(page);
  });
  await test.step('it is returned with a reason: nothing typed is lost, and it is submitted again', async () => {
    await decide(page, stage, 'return', 'the certificate is hard to read');
    await expect(page.getByText('The application needs more: the certificate is hard to read')).toBeVisible();
    await sendAgain(page);
  });
  await test.step('it is refused with a reason, and applies again', async () => {
    await decide(page, stage, 'reject', 'the certificate is of another company');
    await expect(
      page.getByText('The application was not approved: the certificate is of another company.'),
    ).toBeVisible();
    await sendAgain(page);
  });
  await test.step('one operator is not enough for a business; two are', async () => {
    await decide(page, stage, 'approve', 'looks right', 'lan');
    await expect(page.getByTestId('application-status')).toHaveAttribute('data-status', 'PENDING');
    await decide(page, stage, 'approve', 'looks right', 'minh');
    await expect(page.getByTestId('application-status')).toHaveAttribute('data-status', 'PENDING_ACTIVATE');
    await page.getByTestId('application-status').getByRole('link', { name: 'Sign contracts' }).click();
    for (let at = 0; at < 3; at += 1) await signPaper(page, url, BUSINESS.phone);
    await expect(page.getByText('Your account is open')).toBeVisible();
  });
  await test.step('the first trade', async () => {
    await page.goto(`${url}/trading/ZCEH27`);
    await page.getByTestId('ticket-side-buy').click();
    await page.getByTestId('ticket-type').getByRole('radio', { name: 'Market', exact: true }).click();
    await sendOrder(page, 'ZCEH27');
    await expectAnswered(page);
    await moveClock(page, stage, 1000);
    await page.getByRole('tab', { name: /Positions/ }).click();
    await expect(page.getByTestId('position-ZCEH27')).toContainText('Buy 1');
  });
});

/** Closes the page and opens it again, elsewhere: it continues at the unfinished step, with everything filled in. */
async function interrupt(page: Page, step: string): Promise<void> {
  await expect(page.getByTestId('application-save')).toHaveAttribute('data-state', 'saved');
  const { origin } = new URL(page.url());
  // A page that is still open would see that its session has ended, and end the next one's.
  await page.goto(`${origin}/health/live`);
  await page.context().clearCookies();
  await signIn(page, origin, BUSINESS.email, PASSWORD);
  await page.goto(`${origin}/account-overview/ekyc`);
  await expect(page.getByRole('heading', { name: step, exact: true })).toBeVisible();
}

/** Submits again: nothing is asked for anew, and it opens at the last step. */
async function sendAgain(page: Page): Promise<void> {
  await page.getByTestId('application-next').click();
  await expect(page.getByTestId('application-status')).toHaveAttribute('data-status', 'PENDING');
}

async function decide(page: Page, stage: Stage, act: string, reason: string, operatorId = 'lan'): Promise<void> {
  const { investorCode } = await (await page.request.get(`${stage.product.url}/api/investor/me`)).json();
  await operatorCall(stage, `registrations/${investorCode}/${act}`, { operatorId, reason });
}

/** Runs in the page: returns how many pixels of an element its frame cuts off. */
function hiddenBelow(element: HTMLElement | SVGElement): number {
  const frame = element.closest('.overflow-hidden')?.getBoundingClientRect();
  return frame ? element.getBoundingClientRect().bottom - frame.bottom : Number.NaN;
}
