/** What opens the Official Account, in several processes: a refresh token works once, and its successor is kept. */
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecrets } from '#ground/secrets.ts';
import { type Platform, startPlatform } from '#test/fixtures/platform.ts';
import { ZALO_ACCOUNT, zaloSettings } from '#test/fixtures/zalo-account.ts';
import { ZaloService } from '#test/fixtures/zalo-service.ts';
import { createZaloApi } from '#zalo/zalo-api.ts';
import { keepZaloTokens, type ZaloTokenKeeper } from '#zalo/zalo-tokens.ts';

const NONE = { ZALO_APP_ID: '', ZALO_APP_SECRET: '', ZALO_OA_ID: '', ZALO_OA_SECRET: '', ZALO_REFRESH_TOKEN: '' };
const secrets = createSecrets('a key of the tests of thirty-two letters');

let platform: Platform;
let zalo: ZaloService;
let logged: string[];
beforeEach(async () => {
  zalo = new ZaloService();
  logged = [];
  await zalo.open();
  platform = await startPlatform({}, NONE);
});
afterEach(async () => {
  await platform.close();
  await zalo.close();
});

/** A process. */
function keeper(refreshToken: string = ZALO_ACCOUNT.refreshToken): ZaloTokenKeeper {
  const config = { ...ZALO_ACCOUNT, refreshToken, api: zalo.url, oauth: zalo.url };
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  const { pool } = platform.database;
  return keepZaloTokens({ pool, secrets, config, api: createZaloApi(config), wall: platform.wall, log });
}

const failure = (promise: Promise<unknown>) => promise.then(String, (error: unknown) => String(error));

describe('tokens', () => {
  test('are asked for once, by whichever process comes first, and outlive them all', async () => {
    const [one, other] = [keeper(), keeper()];
    const got = await Promise.all([one.access(), other.access(), one.access(), other.access()]);
    expect(new Set(got.map(({ token }) => token))).toEqual(new Set(['access 1']));
    expect(zalo.asked).toBe(1);
    zalo.endAccess();
    const next = await Promise.all([one.accessAfter('access 1'), other.accessAfter('access 1')]);
    expect(next).toEqual([
      { token: 'access 2', isFailing: false },
      { token: 'access 2', isFailing: false },
    ]);
    expect(await keeper().access()).toMatchObject({ token: 'access 2' });
    expect(zalo.asked).toBe(2);
  });

  test('are renewed hours before they end, and hold until then if Zalo gives none', async () => {
    const one = keeper();
    await one.access();
    platform.wall.advanceBy(18 * 3_600_000);
    expect(zalo.asked).toBe(1);
    platform.wall.advanceBy(2 * 3_600_000);
    expect(await one.access()).toEqual({ token: 'access 2', isFailing: false });
    platform.wall.advanceBy(20 * 3_600_000);
    await zalo.close();
    expect(await one.access()).toEqual({ token: 'access 2', isFailing: true });
    platform.wall.advanceBy(6 * 3_600_000);
    expect(await failure(one.access())).toContain('no access token');
  });

  test('of which an answer was lost are begun anew with another refresh token, once', async () => {
    zalo.losesAnswer = true;
    const one = keeper();
    expect(await failure(one.access())).toContain('no access token');
    zalo.losesAnswer = false;
    // Not with every message.
    await failure(one.access());
    expect(zalo.asked).toBe(1);
    platform.wall.advanceBy(60_000);
    await failure(one.access());
    expect(zalo.asked).toBe(2);
    expect(logged.join('')).toMatch(/-14014.*ZALO_REFRESH_TOKEN/s);

    zalo.makeRefreshToken('made by an operator');
    const anew = keeper('made by an operator');
    const { token } = await anew.access();
    expect(token).toBe('access 3');
    // A process that has the older setting still neither uses it nor begins with it again.
    expect(await one.access()).toMatchObject({ token });
    expect(await keeper().access()).toMatchObject({ token });
    expect(zalo.asked).toBe(3);
  });

  test('lie sealed, and no error names them', async () => {
    await keeper().access();
    const { rows } = await platform.database.pool.query('select * from zalo_token');
    const lying = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
    for (const secret of ['access 1', 'refresh 1', ZALO_ACCOUNT.refreshToken]) expect(lying).not.toContain(secret);
    platform.wall.advanceBy(25 * 3_600_000);
    zalo.makeRefreshToken('another');
    await failure(keeper().access());
    expect(logged).toHaveLength(1);
    expect(logged.join('')).not.toMatch(/access 1|refresh 1/);
  });
});

test('without an account nobody is offered it', async () => {
  expect(Object.keys(zaloSettings())).toEqual(expect.arrayContaining(Object.keys(NONE)));
  expect((await platform.app.inject({ method: 'POST', url: '/api/hooks/zalo', payload: {} })).statusCode).toBe(401);
});
