/**
 * A day ends and is signed: its statement adds up, its proof is checked in the browser, the file by `npm run verify` and
 * by the page without a network. A forged file is told from a whole one. The clock is moved by hand.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import type { SignedDay } from '@mua/contract/entities/proof';
import type { StatementFile } from '@mua/contract/entities/statement';
import type { Locator, Page, TestInfo } from '@playwright/test';
import { expect, expectAccessible, moveClock, openDesk, type Stage, sendOrder, signIn, test } from '#stage.ts';

test.use({ settings: { SEED: '81', CLOCK: 'manual' } });

const SECOND_MS = 1000;
const DAY_MS = 86_400_000;
const STATEMENTS = '/account-overview/history-payment?tab=statements';
const TOOL = new URL('../../tools/verify.mjs', import.meta.url).pathname;

async function tradeAndEndDay(page: Page, stage: Stage): Promise<void> {
  await openDesk(page, stage.product.url, { language: 'en', username: 'an@mua.demo' });
  await page.getByRole('radio', { name: 'Market', exact: true }).click();
  await sendOrder(page);
  await moveClock(page, stage, SECOND_MS);
  await moveClock(page, stage, DAY_MS);
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

test('a statement proves itself, on the page, in a terminal and without a network', async ({ page, stage }, info) => {
  test.setTimeout(120_000);
  const { url } = stage.product;
  await tradeAndEndDay(page, stage);

  await test.step('the day’s statement adds up, and its proof was checked here', async () => {
    await page.goto(`${url}${STATEMENTS}`);
    await expect(page.getByTestId('proof-whole')).toContainText('Checked on this machine');
    await expect(page.getByTestId('statement-equation')).toContainText('−350,000');
    await expect(page.getByTestId('statement-equation')).toContainText('₫999,650,000');
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
    await expect(page.getByTestId('statement-equation')).toContainText('₫999,650,000');
    await page.getByTestId('verify-file').setInputFiles(forged(json));
    await expect(page.getByTestId('proof-broken')).toContainText('Line 1 does not follow');
    await page.context().setOffline(false);
  });
});

test('trên điện thoại sao kê là các thẻ, và bằng chứng đứng dưới', async ({ page, stage }) => {
  const { url } = stage.product;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'vi'));
  await moveClock(page, stage, DAY_MS);
  await signIn(page, url, 'binh@mua.demo');
  await page.goto(`${url}${STATEMENTS}`);
  await expect(page.getByTestId('proof-whole')).toContainText('Đã kiểm tra trên máy này');
  await expect(page.getByTestId('statement-equation')).toContainText('1.000.000.000');
  await page.getByTestId('statements-month').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sao kê tháng');
  await expect(page.getByTestId('proof-whole')).toBeVisible();
  await expectAccessible(page);
});
