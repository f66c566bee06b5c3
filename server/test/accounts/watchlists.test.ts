/** Checks named watchlists over HTTP: created, filled, arranged, renamed, deleted, and private. */
import type { Watchlist } from '@mua/contract/http/watchlists';
import { LIMITS } from '@mua/contract/limits';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  AN_1,
  AN_2,
  BINH_1,
  type Browser,
  CODE,
  NANO,
  type Platform,
  signedIn,
  startPlatform,
} from '#test/fixtures/platform.ts';

let platform: Platform;
let an: Browser;
const path = `/api/market/${AN_1}/watchlists`;

beforeAll(async () => {
  platform = await startPlatform({ limits: { requestsPerMinute: 1e6 } });
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());
beforeEach(async () => {
  for (const { watchlistId } of await lists()) await an.send({ method: 'DELETE', url: `${path}/${watchlistId}` });
});

async function lists(): Promise<Watchlist[]> {
  return (await an.get(path)).json().items;
}

function make(name: string, contractCodes?: readonly string[]): Promise<LightMyRequestResponse> {
  return an.post(path, { name, ...(contractCodes ? { contractCodes } : {}) });
}

describe('a watchlist', () => {
  test('is created, filled, arranged, renamed and deleted', async () => {
    const made = await make('  Ngũ cốc ');
    expect(made.statusCode).toBe(201);
    const { watchlistId } = made.json();
    expect(made.json()).toEqual({ watchlistId, name: 'Ngũ cốc', contractCodes: [] });
    const url = `${path}/${watchlistId}`;
    await an.post(`${url}/contracts`, { contractCode: CODE });
    await an.post(`${url}/contracts`, { contractCode: NANO });
    expect((await an.post(`${url}/contracts`, { contractCode: CODE })).json().contractCodes).toEqual([CODE, NANO]);
    expect((await an.post(`${url}/arrange`, { contractCodes: [NANO] })).json().contractCodes).toEqual([NANO, CODE]);
    expect((await an.post(`${url}/arrange`, { contractCodes: ['GONE26', CODE, NANO] })).json().contractCodes).toEqual([
      CODE,
      NANO,
    ]);
    expect((await an.post(`${url}/rename`, { name: 'Ngô' })).json().name).toBe('Ngô');
    const removed = await an.send({ method: 'DELETE', url: `${url}/contracts/${CODE}` });
    expect(removed.json().contractCodes).toEqual([NANO]);
    expect(await lists()).toEqual([{ watchlistId, name: 'Ngô', contractCodes: [NANO] }]);
    expect((await an.get(`/api/market/${AN_2}/watchlists`)).json().items).toEqual([]);
    await an.send({ method: 'DELETE', url });
    expect(await lists()).toEqual([]);
  });

  test('keeps its place in order of creation', async () => {
    for (const name of ['C', 'A', 'B']) await make(name, [CODE, NANO, CODE]);
    expect((await lists()).map(({ name }) => name)).toEqual(['C', 'A', 'B']);
    expect((await lists())[0]?.contractCodes).toEqual([CODE, NANO]);
  });

  test('has a unique name, ignoring case', async () => {
    await make('Energy');
    const { watchlistId } = (await make('Metal')).json();
    const again = await make('ENERGY');
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { code: 'WatchlistNameTaken', facts: { name: 'ENERGY' } },
    ]);
    const renamed = await an.post(`${path}/${watchlistId}/rename`, { name: 'energy' });
    expect(renamed.json().code).toBe('WatchlistNameTaken');
    expect((await an.post(`${path}/${watchlistId}/rename`, { name: 'METAL' })).json().name).toBe('METAL');
  });

  test('is bounded in number and size', async () => {
    const made = await Promise.all(Array.from({ length: LIMITS.watchlists + 2 }, (_, index) => make(`L${index}`)));
    expect(made.filter(({ statusCode }) => statusCode === 201)).toHaveLength(LIMITS.watchlists);
    const refused = made.find(({ statusCode }) => statusCode === 409);
    expect(refused?.json()).toMatchObject({ code: 'TooManyWatchlists', facts: { max: LIMITS.watchlists } });
    const { watchlistId } = (await lists())[0] ?? { watchlistId: '' };
    await platform.database.pool.query('update watchlist set contract_codes = $2 where watchlist_id = $1', [
      watchlistId,
      Array.from({ length: LIMITS.watchlistContracts }, (_, index) => `X${index}`),
    ]);
    const full = await an.post(`${path}/${watchlistId}/contracts`, { contractCode: CODE });
    expect(full.json()).toMatchObject({ code: 'WatchlistFull', facts: { max: LIMITS.watchlistContracts } });
  });

  test.each([
    [{ name: '' }, 'BadRequest'],
    [{ name: 'x'.repeat(LIMITS.watchlistNameMax + 1) }, 'BadRequest'],
    [{ name: 'a\u202eb' }, 'UnreadableText'],
    [{ name: '\u200b' }, 'UnreadableText'],
    [{ name: '\u3164\u2800' }, 'UnreadableText'],
    [{ name: ' \u00a0\u3000' }, 'BadRequest'],
    [{ name: 'Fine', contractCodes: ['NOPE26'] }, 'ContractNotFound'],
  ])('%j is refused with %s', async (body, code) => {
    expect((await an.post(path, body)).json().code).toBe(code);
    expect(await lists()).toEqual([]);
  });

  test('of another investor does not exist', async () => {
    const { watchlistId } = (await make('Mine', [CODE])).json();
    const binh = await signedIn(platform, 'binh@mua.demo');
    expect((await binh.get(path)).statusCode).toBe(404);
    const own = `/api/market/${BINH_1}/watchlists/${watchlistId}`;
    const answers = [
      await binh.post(`${own}/rename`, { name: 'Stolen' }),
      await binh.post(`${own}/arrange`, { contractCodes: [CODE] }),
      await binh.post(`${own}/contracts`, { contractCode: NANO }),
      await binh.send({ method: 'DELETE', url: `${own}/contracts/${CODE}` }),
    ];
    expect(answers.map((answer) => answer.json().code)).toEqual(Array(4).fill('WatchlistNotFound'));
    await binh.send({ method: 'DELETE', url: own });
    expect(await lists()).toMatchObject([{ name: 'Mine', contractCodes: [CODE] }]);
  });
});
