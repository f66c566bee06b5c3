// @vitest-environment jsdom
import { login } from '@mua/contract/http/sign-in';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAuth } from '#session/auth-store.ts';
import { signIn } from '#signed-in/sign-in.ts';
import { type CallError, call } from '#wire/call.ts';

const fetched = vi.fn<typeof fetch>();
beforeEach(() => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  fetched.mockReset();
  useAuth.getState().signOutAll();
});

const answer = (status: number, body: unknown) =>
  fetched.mockResolvedValue(new Response(JSON.stringify(body), { status }));
const failure = () =>
  call(login, { body: { username: 'an', password: 'x' } }).then(
    () => null,
    (error: CallError) => error,
  );

test('signing in posts to the contract’s path and keeps the answer', async () => {
  const account = { user: { userId: 'u1' }, accessToken: { value: 'slot-1' } };
  answer(200, { isAuth: true, accessToken: account.accessToken, accounts: [account], activeUserId: 'u1' });
  await signIn({ username: 'an@mua.demo', password: 'Mua@2026' });
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toBe(`${window.location.origin}/api/investor/login`);
  expect(init).toMatchObject({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-csrf': '1' },
    body: '{"username":"an@mua.demo","password":"Mua@2026"}',
  });
  expect(useAuth.getState()).toMatchObject({ isAuth: true, activeUserId: 'u1' });
});

test('a page in place of an answer comes from somebody else, and is worth another attempt', async () => {
  fetched.mockResolvedValue(new Response('<html>Welcome to our Wi-Fi</html>', { status: 200 }));
  expect(await failure()).toMatchObject({ code: 'BadGateway', status: 502 });
});

test('an error reply becomes its code and facts', async () => {
  answer(401, { code: 'LoginWrongInfo', facts: { left: 4 }, requestId: 'r' });
  expect(await failure()).toMatchObject({ code: 'LoginWrongInfo', facts: { left: 4 }, status: 401 });
});

test.each([
  [400, 'BadRequest'],
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [408, 'RequestTimeout'],
  [413, 'PayloadTooLarge'],
  [421, 'MisdirectedRequest'],
  [422, 'Unprocessable'],
  [429, 'TooManyRequests'],
  [500, 'ServerError'],
  [502, 'BadGateway'],
  [503, 'ServiceUnavailable'],
  [504, 'GatewayTimeout'],
  [418, 'DefaultError'],
])('a proxy’s %s becomes %s', async (status, code) => {
  answer(status, '<html>');
  expect(await failure()).toMatchObject({ code, status });
});

test('no answer has no status', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await failure()).toMatchObject({ code: 'RequestTimeout', status: null });
});
