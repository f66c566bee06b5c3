/**
 * The life of an investor's money, at a desk and on a phone: paid in by a code, traded, paid out, and proved when the day
 * has ended: on the page, in a terminal, by the page without a network, and by the file that was kept of it. A forged
 * statement is told from a whole one. The clock is moved by hand.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { SignedDay } from '@mua/contract/entities/proof';
import type { StatementFile } from '@mua/contract/entities/statement';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { chooseBank, enterCode, HOLD_MS, POLICY_MS, SHORT_HOLD } from '#payouts.ts';
import { expect, expectAccessible, moveClock, type Stage, sendOrder, signIn, test } from '#stage.ts';

test.use({ settings: { SEED: '81', CLOCK: 'manual', ...SHORT_HOLD } });

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const STATEMENTS = '/account-overview/history-payment?tab=statements';
const TOOL = new URL('../../../tools/verify.mjs', import.meta.url).pathname;

interface Investor {
  readonly username: string;
  readonly phone: string;
  readonly language: 'vi' | 'en';
  /** Sends an order at the market from the desk, which is open. */
  readonly trade: (page: Page) => Promise<void>;
}

/** From the deposit to the end of the day: 50 million in, one lot, 5 million out. */
async function liveADay(page: Page, stage: Stage, { username, phone, language, trade }: Investor): Promise<void> {
  const { url } = stage.product;
  await page.addInitScript((chosen) => localStorage.setItem('i18nextLng', chosen), language);
  await signIn(page, url, username);

  await test.step('money comes in by a code', async () => {
    await page.goto(`${url}/account-overview/deposit?amount=50000000`);
    await page.getByTestId('deposit-create').click();
    await expect(page.getByTestId('qr-code')).toBeVisible();
    const bank = await page.context().newPage();
    await bank.goto(`${url}/dev/bank`);
    await bank.getByTestId('demo-pay').click();
    await expect(page.getByTestId('deposit-state')).toHaveAttribute('data-status', 'CREDITED');
    await bank.close();
  });
  await test.step('an account to be paid is added', async () => {
    await page.goto(`${url}/account-overview/bank-information?tab=beneficiaries`);
    await page.getByTestId('bank-add').click();
    await chooseBank(page, 'a chau', 'ACB');
    await page.getByTestId('bank-number').fill('123456789');
    await page.getByTestId('bank-send').click();
    await enterCode(page, url, phone);
    await expect(page.getByTestId('bank-account-ACB')).toBeVisible();
  });
  await test.step('a lot is traded', async () => {
    await page.goto(`${url}/trading/ZCEZ26`);
    await trade(page);
    await moveClock(page, stage, SECOND_MS);
  });
  await test.step('money goes out by a code, and is paid', async () => {
    await moveClock(page, stage, HOLD_MS);
    await page.goto(`${url}/account-overview/withdraw`);
    await page.getByTestId('withdraw-amount').fill('5000000');
    await page.getByTestId('withdraw-send').click();
    await enterCode(page, url, phone);
    await expect(page.getByTestId('withdraw-status')).toBeVisible();
    await moveClock(page, stage, POLICY_MS);
    await moveClock(page, stage, POLICY_MS);
    await expect(page.getByTestId('withdraw-PAID')).toContainText('DEMO-');
  });
  await moveClock(page, stage, DAY_MS);
  await page.goto(`${url}${STATEMENTS}`);
}

async function saved(page: Page, button: Locator, info: TestInfo): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const file = info.outputPath(download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

function verified(...files: readonly string[]): { readonly status: number | null; readonly said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...files], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** A copy in which somebody has written another sum. */
function forged(file: string): string {
  const copy: StatementFile = JSON.parse(readFileSync(file, 'utf8'));
  const [line] = copy.statement.movements;
  if (!line) throw new Error('a statement without movements');
  const amount = (BigInt(line.amount) + 1n).toString();
  const movements = [{ ...line, amount }, ...copy.statement.movements.slice(1)];
  const path = file.replace(/\.json$/, '-forged.json');
  writeFileSync(path, JSON.stringify({ ...copy, statement: { ...copy.statement, movements } }));
  return path;
}

test('at a desk: what was lived is stated, and the statement proves itself', async ({ page, stage, browser }, info) => {
  const { url } = stage.product;
  await liveADay(page, stage, {
    ...{ username: 'an@mua.demo', phone: '0901000001', language: 'en' },
    async trade(desk) {
      await desk.getByRole('radio', { name: 'Market', exact: true }).click();
      await sendOrder(desk);
    },
  });

  await test.step('the day’s statement adds up, and its proof was checked here', async () => {
    await expect(page.getByTestId('proof-whole')).toContainText('Checked on this machine');
    const equation = page.getByTestId('statement-equation');
    for (const sum of ['+1,050,000,000', '−5,000,000', '−350,000', '₫1,044,650,000'])
      await expect(equation).toContainText(sum);
    await page.getByRole('tab', { name: 'Closing positions' }).click();
    await expect(page.getByRole('tabpanel')).toContainText('ZCEZ26');
    await expectAccessible(page);
  });

  const json = await saved(page, page.getByTestId('statement-json'), info);
  const pdf = await saved(page, page.getByTestId('statement-pdf'), info);
  const day = info.outputPath('day.json');

  await test.step('the day is published, and the terminal says that everything holds', async () => {
    await page.goto(`${url}/proof`);
    const link = page.getByTestId('proof-days').getByRole('link').first();
    const published = await page.request.get(`${url}${await link.getAttribute('href')}`);
    writeFileSync(day, await published.body());
    const { key }: SignedDay = JSON.parse(readFileSync(day, 'utf8'));
    await expect(page.getByTestId('proof-key').first()).toHaveText(key);
    await expectAccessible(page);
    const whole = verified(json, day, '--key', key);
    expect(whole.said).toContain('Everything holds');
    expect(whole.status).toBe(0);
    const broken = verified(forged(json), day);
    expect(broken.said).toContain('Line 1 does not follow');
    expect(broken.status).toBe(1);
  });

  await test.step('the page checks it without a network, and sees the forged one', async () => {
    await page.goto(`${url}/verify`);
    await expect(page.getByTestId('verify-drop')).toBeVisible();
    await page.context().setOffline(true);
    await page.getByTestId('verify-file').setInputFiles(json);
    await expect(page.getByTestId('proof-whole')).toContainText('not compared: no network');
    await page.getByTestId('verify-file').setInputFiles(pdf);
    await expect(page.getByTestId('statement-equation')).toContainText('₫1,044,650,000');
    await page.getByTestId('verify-file').setInputFiles(forged(json));
    await expect(page.getByTestId('proof-broken')).toContainText('Line 1 does not follow');
    await page.context().setOffline(false);
  });

  await test.step('and so does the file that was kept of the page, from the disk', async () => {
    const kept = await saved(page, page.getByRole('link', { name: 'Save this page as a file' }), info);
    const elsewhere = await browser.newContext({ offline: true, locale: 'en-US' });
    const copy = await elsewhere.newPage();
    await copy.goto(pathToFileURL(kept).href);
    await copy.getByTestId('verify-file').setInputFiles(pdf);
    await expect(copy.getByTestId('proof-whole')).toContainText('Checked on this machine');
    await copy.getByTestId('verify-file').setInputFiles(forged(json));
    await expect(copy.getByTestId('proof-broken')).toContainText('Line 1 does not follow');
    await expectAccessible(copy);
    await elsewhere.close();
  });
});

test('on a phone: the statement is cards, and the proof stands below', async ({ page, stage }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await liveADay(page, stage, {
    ...{ username: 'binh@mua.demo', phone: '0901000002', language: 'vi' },
    async trade(desk) {
      await desk.getByTestId('open-ticket-buy').click();
      const sheet = desk.getByRole('dialog');
      await sheet.getByTestId('ticket-type').getByText('Thị trường').click();
      await sendOrder(sheet);
    },
  });
  await expect(page.getByTestId('proof-whole')).toContainText('Đã kiểm tra trên máy này');
  for (const unit of ['month', 'year']) {
    await page.getByTestId(`statements-${unit}`).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      unit === 'year' ? 'Sao kê năm' : 'Sao kê tháng',
    );
    await expect(page.getByTestId('proof-whole')).toBeVisible();
    const equation = page.getByTestId('statement-equation');
    for (const sum of ['+1.050.000.000', '−5.000.000', '−350.000', '1.044.650.000 ₫'])
      await expect(equation).toContainText(sum);
  }
  await expectAccessible(page);
});
