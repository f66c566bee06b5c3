/**
 * Follows a third-party program from its registration to its revocation: the documented example asks, the investor
 * signs in, reads, proves and allows, the order appears; and a request with another redirect address is refused.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, fillSignIn, registerApplication, test } from '#stage.ts';
import { challengeOf } from '../../../server/test/fixtures/pkce.ts';

/** The sample takes any contract that is quoted and far from its expiry: a whole market has one. */
const SAMPLE = fileURLToPath(new URL('../../../docs/examples/place-order.mjs', import.meta.url));
/** Address at which the sample waits for its code. */
const RETURN_TO = 'http://127.0.0.1:8123/back';
const [FIRST] = ['108C000001-01'];

/** Runs the sample as in a terminal: returns the address it prints, and how it ended. */
async function startSample(clientId: string, url: string) {
  const child = spawn(process.execPath, [SAMPLE, clientId, url], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      const [, printed] = /^Open (\S+)$/.exec(line) ?? [];
      if (printed) resolve(printed);
    });
    createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
    void ended.then((code) => reject(new Error(`ended with ${code}:\n${lines.join('\n')}`)));
  });
  return { address, ended, lines };
}

test('the sample program asks, is allowed, places its order, and is revoked', async ({ page, stage }) => {
  const { url } = stage.product;
  const sample = await startSample(await registerApplication(stage, RETURN_TO), url);
  await page.goto(sample.address);
  await expect(page).toHaveURL(/\/login\?returnUrl=/);
  await fillSignIn(page, 'an@mua.demo');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cho phép Bot ngô?');
  await expect(page.getByTestId('redirect-host')).toContainText('127.0.0.1:8123');
  await expect(page.getByTestId('scope-trade')).toContainText('Đặt, sửa và hủy lệnh');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByTestId('allow').click();
  await expect(page.getByRole('alert')).toContainText('Chọn ít nhất một tài khoản con');
  await page.getByTestId(`grant-account-${FIRST}`).click();
  await page.getByTestId('grant-lots').fill('3');
  await page.getByTestId('allow').click();
  await page.getByTestId('step-up-password').fill('Mua@2026');
  await page.getByTestId('proof-confirm').click();
  await page.waitForURL((address) => address.href.startsWith(RETURN_TO));
  await expect(page.getByText('Done: back to your terminal.')).toBeVisible();
  await sample.ended;
  const said = sample.lines.join('\n');
  expect(said).toMatch(new RegExp(`BUY 1 \\w+ @ .* in ${FIRST}$`, 'm'));
  const [, code = ''] = /BUY 1 (\w+) @/.exec(said) ?? [];

  await page.goto(`${url}/account-overview/order-manager/${FIRST}`);
  await expect(page.getByTestId('order-manager')).toContainText(code);
});

test('a revoked grant ends with the next call', async ({ page, stage }) => {
  const { url } = stage.product;
  const verifier = 'v'.repeat(43);
  const back = await waitForCode();
  const clientId = await registerApplication(stage, back.address);
  const request = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: back.address, response_type: 'code', scope: 'account', state: '1e5' },
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
  });
  await page.goto(`${url}/oauth/authorize?${request}`);
  await fillSignIn(page, 'an@mua.demo');
  await page.getByTestId('deny').click();
  expect(Object.fromEntries(await back.answer(page))).toMatchObject({ error: 'access_denied', state: '1e5' });

  await page.goto(`${url}/oauth/authorize?${request}`);
  await page.getByTestId(`grant-account-${FIRST}`).click();
  await page.getByTestId('allow').click();
  await page.getByTestId('step-up-password').fill('Mua@2026');
  await page.getByTestId('proof-confirm').click();
  const answer = await back.answer(page);
  back.close();
  const drawn = await fetch(`${url}/api/iam/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', client_id: clientId, redirect_uri: back.address },
      ...{ code: answer.get('code') ?? '', code_verifier: verifier },
    }),
  });
  const { access_token: token } = await drawn.json();
  const status = async () =>
    (await fetch(`${url}/api/investor/accounts`, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await status()).toBe(200);

  await page.goto(`${url}/account-overview/security-account`);
  const card = page.getByTestId('granted-applications');
  const row = card.getByRole('listitem').filter({ hasText: 'Xem tài khoản con đã chọn' }).first();
  await expect(row).toContainText(FIRST);
  await expectAccessible(page, '[data-testid="granted-applications"]');
  const before = await card.getByRole('listitem').count();
  await row.getByRole('button', { name: 'Thu hồi quyền của Bot ngô' }).click();
  await page.getByRole('button', { name: 'Thu hồi', exact: true }).last().click();
  await expect(card.getByRole('listitem')).toHaveCount(before - 1);
  expect(await status()).toBe(401);
});

test('a request with another redirect address is shown and leads nowhere', async ({ page, stage }) => {
  const { url } = stage.product;
  const clientId = await registerApplication(stage, RETURN_TO);
  const request = new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: 'https://evil.example/back', response_type: 'code' },
    ...{ code_challenge: 'c'.repeat(43), code_challenge_method: 'S256' },
  });
  await page.goto(`${url}/oauth/authorize?${request}`);
  await fillSignIn(page, 'an@mua.demo');
  await expect(page.getByTestId('faulty-request')).toContainText('OAuthClientUnknown');
  await expect(page.getByTestId('allow')).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(`${url}/oauth/authorize?client_id=${clientId}`);
  await expect(page.getByTestId('faulty-request')).toContainText('redirect_uri');
  expect(new URL(page.url()).origin).toBe(url);
});

/** Opens a program's own address, and returns the query a browser arrives with. */
async function waitForCode() {
  const server = createServer((_asked, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end('<link rel="icon" href="data:,">back');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const address = `http://127.0.0.1:${port}/back`;
  return {
    address,
    /** Waits until the page has arrived, not only requested: leaving it before would abort its own navigation. */
    answer: async (page: Page): Promise<URLSearchParams> => {
      await page.waitForURL((at) => at.href.startsWith(address));
      return new URL(page.url()).searchParams;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
