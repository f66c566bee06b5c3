/**
 * Closes a tab while its request changes the browser session: the others stay signed in, and no unknown investor
 * appears.
 */
import type { Page } from '@playwright/test';
import { openSlowLine, type SlowLine } from '#slow-line.ts';
import { test as base, expect, fillSignIn, jarOf, signIn } from '#stage.ts';

const test = base.extend<{ line: SlowLine }>({
  line: async ({ stage }, use) => {
    const line = await openSlowLine(stage.product.url);
    await use(line);
    line.close();
  },
});
const SECURITY = '/account-overview/security-account';

test('during a step-up: the new cookie arrives all the same', async ({ page, line }) => {
  await signIn(page, line.url, 'binh@mua.demo');
  await page.goto(`${line.url}${SECURITY}`);
  await page.getByTestId('app-switch').click();
  await page.getByTestId('step-up-password').fill('Mua@2026');
  const before = (await jarOf(page))?.value;
  const answer = line.hold('/api/investor/security/step-up');
  await page.keyboard.press('Enter');
  await answer.isHeld;
  const other = await closedFor(page, line);
  await answer.release();
  await expect.poll(async () => (await jarOf(other))?.value).not.toBe(before);
  await other.goto(`${line.url}${SECURITY}`);
  await expect(other.getByTestId('security-app')).toBeVisible();
  await expect(other.getByTestId('account-switcher')).toContainText('108C000002');
});

test('during a sign-in: the next investor to sign in is alone', async ({ page, line }) => {
  await page.goto(`${line.url}/login`);
  const answer = line.hold('/api/investor/login');
  await fillSignIn(page, 'dung@mua.demo');
  await answer.isHeld;
  const other = await closedFor(page, line);
  await answer.release();
  await other.goto(`${line.url}/login`);
  await fillSignIn(other, 'an@mua.demo');
  await expect(other.getByTestId('account-switcher')).toContainText('108C000001');
  expect(await usersIn(other, line)).toEqual(['108C000001']);
});

/** Opens another tab, without any of the application, once the browser has finished closing the first. */
async function closedFor(page: Page, { url }: SlowLine): Promise<Page> {
  const other = await page.context().newPage();
  await page.close();
  await other.goto(`${url}/health/live`);
  return other;
}

async function usersIn(page: Page, { url }: SlowLine): Promise<string[]> {
  const session = await page.request.get(`${url}/api/investor/session`);
  const { accounts } = (await session.json()) as { accounts: { user: { userId: string } }[] };
  return accounts.map(({ user }) => user.userId);
}
