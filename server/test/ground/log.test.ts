import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '#ground/log.ts';
import { Browser, signedIn, startPlatform } from '#test/fixtures/platform.ts';

function listening(level: string): { log: ReturnType<typeof createLog>; text: () => string } {
  let text = '';
  const sink = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  return { log: createLog(level, sink), text: () => text };
}

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

test('a day of sign-ins, orders and pings leaves no secret and hardly a line', async () => {
  const { log, text } = listening('trace');
  const platform = await startPlatform({ log });
  const an = await signedIn(platform, 'an@mua.demo');
  await new Browser(platform).signIn('an@mua.demo', 'Wrong@2026');
  const { ticket } = (await an.post('/api/session/socket-ticket', {})).json();
  await platform.app.inject({ method: 'HEAD', url: '/favicon.svg' });
  for (const secret of ['Mua@2026', 'Wrong@2026', ticket, an.cookie?.split('=')[1] ?? '-']) {
    expect(text()).not.toContain(secret);
  }
  expect(text().split('\n').length).toBeLessThan(5);
  await platform.close();
});
