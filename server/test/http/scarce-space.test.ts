/** What is refused while storage runs out: what stores much first, then whatever can wait. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpaceLeft } from '#http/scarce-space.ts';
import { pictureForm } from '#test/fixtures/documents.ts';
import { type Browser, type Platform, signedIn, startPlatform } from '#test/fixtures/platform.ts';

const ACCOUNT = '108C000001-01';
const space: { left: SpaceLeft; freeBytes: number } = { left: 'enough', freeBytes: 1_234_567 };
let platform: Platform;
let an: Browser;
beforeAll(async () => {
  platform = await startPlatform({ space });
  an = await signedIn(platform, 'an@mua.demo');
});
afterAll(() => platform.close());

async function codeOf(reply: Promise<{ statusCode: number; body: string }>): Promise<string> {
  const { statusCode, body } = await reply;
  const { code } = statusCode < 400 ? { code: undefined } : JSON.parse(body);
  return `${statusCode} ${code ?? ''}`.trim();
}

const LISTS = `/api/market/${ACCOUNT}/watchlists`;
const CALLS: Readonly<Record<string, () => Promise<string>>> = {
  picture: () => {
    const { payload, headers } = pictureForm('ID_CARD_FRONT');
    return codeOf(an.send({ method: 'POST', url: '/api/investor/ekyc/images', payload, headers }));
  },
  list: () => codeOf(an.post(LISTS, { name: space.left, contractCodes: [] })),
  cancel: () => codeOf(an.post(`/api/order/${ACCOUNT}/cancel-all`, {})),
  ending: () => codeOf(an.send({ method: 'DELETE', url: `${LISTS}/none` })),
  signIn: () => codeOf(an.post('/api/investor/login', { username: 'binh@mua.demo', password: 'Mua@2026' })),
  reading: () => codeOf(an.get(LISTS)),
};

test.each<[SpaceLeft, Readonly<Record<string, string>>]>([
  ['little', { picture: '503 ServiceUnavailable', list: '201', cancel: '200', reading: '200' }],
  [
    'least',
    {
      ...{ picture: '503 ServiceUnavailable', list: '503 DatabaseConnectionError', cancel: '200' },
      ...{ ending: '200', signIn: '200', reading: '200' },
    },
  ],
  ['enough', { list: '201', cancel: '200', reading: '200' }],
])('with %s space left', async (left, answers) => {
  space.left = left;
  const given = Object.keys(answers).map(async (name) => [name, await CALLS[name]?.()]);
  expect(Object.fromEntries(await Promise.all(given))).toEqual(answers);
});

test('metrics say how much is left', async () => {
  expect((await an.get('/metrics')).body).toContain('\nmua_free_bytes 1234567\n');
});
