/** Checks that a sign-in from a new device is notified to the investor by mail. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { outbox } from '#test/fixtures/codes.ts';
import { Browser, type Platform, startPlatform } from '#test/fixtures/platform.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = `${WINDOWS} Chrome/150.0.0.0 Safari/537.36`;
const NEXT_CHROME = `${WINDOWS} Chrome/151.0.0.0 Safari/537.36`;
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1';

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

async function enter(agent: string, password = 'Mua@2026', language = 'vi'): Promise<number> {
  const entered = await new Browser(platform).send({
    method: 'POST',
    url: '/api/investor/login',
    payload: { username: 'an@mua.demo', password },
    headers: { 'user-agent': agent, 'accept-language': language },
    remoteAddress: '192.0.2.7',
  });
  return entered.statusCode;
}

test('but not the very first, a new version of a known one, or a failed attempt', async () => {
  expect(await enter(CHROME)).toBe(200);
  expect(await enter(NEXT_CHROME)).toBe(200);
  expect(await enter(IPHONE, 'Wrong@2026')).toBe(401);
  expect(await outbox(platform)).toEqual([]);

  const both = await Promise.all([enter(IPHONE), enter(IPHONE)]);
  expect(both).toEqual([200, 200]);
  const reported = await outbox(platform);
  expect(reported).toMatchObject([{ channel: 'email', to: 'an@mua.demo', language: 'vi' }]);
  for (const fact of ['108C000001', 'Safari 19, iPhone', '192.0.2.7', '20/11/2026 12:00:00']) {
    expect(reported[0]?.text).toContain(fact);
  }

  await enter('curl/8', 'Mua@2026', 'en');
  const [unknown] = await outbox(platform);
  expect(unknown).toMatchObject({ language: 'en', subject: 'New device signed in to your Mùa account' });
  expect(unknown?.text).toContain('unknown kind');
  await enter('curl/9');
  expect(await outbox(platform)).toHaveLength(2);
});
