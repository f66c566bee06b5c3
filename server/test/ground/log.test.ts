import { expect, test } from 'vitest';
import { listening } from '#test/fixtures/log-lines.ts';
import { Browser, signedIn, startPlatform } from '#test/fixtures/platform.ts';

test('credentials never reach the log, wherever they are', () => {
  const { log, text } = listening('info');
  const canary = 'canary-7f3a';
  log.info({ password: canary, ticket: canary, body: { password: canary, otp: canary } }, 'a');
  log.info(
    { req: { headers: { cookie: canary, authorization: canary } }, res: { headers: { 'set-cookie': canary } } },
    'b',
  );
  log.info({ a: { b: { token: canary } } }, 'c');
  expect(text()).not.toContain(canary);
  expect(text().match(/\*\*\*/g)).toHaveLength(8);
});

test.each([
  { level: 'trace', most: 30 },
  { level: 'info', most: 5 },
])('a day of sign-ins and pings leaves no secret, and at level $level under $most lines', async ({ level, most }) => {
  const { log, text } = listening(level);
  const platform = await startPlatform({ log });
  const an = await signedIn(platform, 'an@mua.demo');
  await new Browser(platform).signIn('an@mua.demo', 'Wrong@2026');
  const { ticket } = (await an.post('/api/session/socket-ticket', {})).json();
  await platform.app.inject({ method: 'HEAD', url: '/favicon.svg' });
  for (const secret of ['Mua@2026', 'Wrong@2026', ticket, an.cookie?.split('=')[1] ?? '-']) {
    expect(text()).not.toContain(secret);
  }
  expect(text().split('\n').length).toBeLessThan(most);
  await platform.close();
});
