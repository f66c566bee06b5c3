/** Runs the client alone: a build with mocks served from a folder, without a server. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { fillSignIn } from '#stage.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDER = join(ROOT, '.cache', 'mock-web');
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The mock answers from a worker. */
test.use({ serviceWorkers: 'allow' });

let server: Server;
let url: string;
/** Calls that reached the folder; the mock answers all of them. */
const calls: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const args = ['--no-install', 'vite', 'build', '--logLevel', 'error', '--outDir', FOLDER, '--emptyOutDir'];
  execFileSync('npx', args, { cwd: join(ROOT, 'web'), env: { ...process.env, VITE_MOCK: '1' } });
  server = createServer((request, reply) => {
    const path = (request.url ?? '/').replace(/[?#].*/, '');
    if (/^\/(api|socket\.io)\b/.test(path)) calls.push(path);
    const asked = join(FOLDER, path);
    const file = path !== '/' && existsSync(asked) ? asked : join(FOLDER, 'index.html');
    reply.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    reply.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
test.afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a board that moves, a desk and a sign-in work without a server', async ({ page }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(url);
  const last = page.getByTestId('last-ZCEZ26');
  await expect(last).toContainText("'");
  const before = await last.textContent();
  await expect(last).not.toHaveText(before ?? '');

  // The story loads no new page: leaving one aborts its calls under way, and its worker lets them through.
  await page.getByRole('link', { name: 'Đăng nhập' }).click();
  await fillSignIn(page, 'an@mua.demo');
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
  await expect(last).toContainText("'");
  await page.getByRole('link', { name: 'Giao dịch', exact: true }).click();
  await expect(page.getByTestId('send-order')).toContainText('ZCEZ26');
  await expect(page.getByTestId('account-switcher')).toContainText('108C000001-01');
  const workers = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL ?? ''),
  );
  expect(workers).toEqual([`${url}/mockServiceWorker.js`]);
  // The list of contracts is requested before any script runs: the one call that can precede the worker.
  expect(calls.filter((path) => path !== '/api/market/contracts')).toEqual([]);
  expect(errors).toEqual([]);
});
