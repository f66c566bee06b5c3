/** Checks sessions that an operator creates for the people of a benchmark. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Browser, liveEnv, OPERATOR_TOKEN, type Platform, startPlatform } from '#test/fixtures/platform.ts';

const BY = { operatorId: 'lan', reason: 'bench' };
const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.close());

function make(investorIds: readonly string[], on: Platform = platform) {
  const payload = { investorIds, ...BY };
  return new Browser(on).send({ method: 'POST', url: '/api/operator/sessions', payload, headers: asOperator });
}

test('each session is its investor’s own, and acts as a signed-in browser does', async () => {
  const made = await make(['108C000001', '108C000002']);
  expect(made.statusCode).toBe(201);
  const { items } = made.json() as { items: { investorId: string; cookie: string; slot: string }[] };
  expect(new Set(items.map(({ cookie }) => cookie)).size).toBe(2);
  for (const { investorId, cookie, slot } of items) {
    const me = await platform.app.inject({ url: '/api/investor/me', headers: { cookie, 'x-account-slot': slot } });
    expect(me.json()).toMatchObject({ userId: investorId });
  }
});

test('no session is created if one of the investors does not exist', async () => {
  const answer = await make(['108C000001', 'nobody']);
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'UserNotFound']);
});

test('the call does not exist in MODE=live', async () => {
  const live = await startPlatform({}, await liveEnv());
  try {
    const answer = await make(['108C000001'], live);
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'NotFound']);
  } finally {
    await live.close();
  }
});
