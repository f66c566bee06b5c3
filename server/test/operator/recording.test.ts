/** Checks that an operator controls a recording: pause, speed, jumps forward but never back. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { contractOf, REFERENCE_COMMODITIES } from '@mua/core/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '#ground/clock.ts';
import { OPERATOR_TOKEN, type Platform, START_MS, startPlatform } from '#test/fixtures/platform.ts';
import { createRecordedVenue, type RecordedVenue } from '#venue/recorded/recorded-venue.ts';

const FILE = fileURLToPath(new URL('../../../e2e/recordings/corn-240m.csv', import.meta.url));
const FIRST_MS = Date.parse(readFileSync(FILE, 'utf8').split('\n')[1]?.split(',')[0] ?? '');
const MINUTE_MS = 60_000;

const clock = manualClock(START_MS);
let venue: RecordedVenue;
let platform: Platform;

beforeAll(async () => {
  const corn = REFERENCE_COMMODITIES.find(({ commodity }) => commodity.code === 'ZCE');
  if (!corn) throw new Error('no corn');
  const { commodity, listing } = corn;
  const listed = { commodity, contract: contractOf(commodity, listing, { year: 2026, month: 12 }) };
  venue = createRecordedVenue({ file: FILE, listed, speed: 1, clock, isManual: true, epoch: 'rec' });
  await venue.start({
    ...{ async restarted() {}, async lost() {}, async back() {}, async reports() {} },
    ...{ market() {}, instruments() {}, failed() {} },
  });
  platform = await startPlatform({ player: venue.player });
});
afterAll(async () => {
  await platform.close();
  await venue.stop();
});

async function call(method: 'GET' | 'POST', payload?: object) {
  const response = await platform.app.inject({
    method,
    url: '/api/operator/recording',
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, 'x-csrf': '1' },
    ...(payload ? { payload } : {}),
  });
  return { status: response.statusCode, body: response.json() };
}

function at(ms: number): string {
  return new Date(FIRST_MS + ms).toISOString();
}

test('reports its state, pauses, jumps, and continues from there at another speed', async () => {
  const reported = { contractCode: 'ZCEZ26', speed: 1, isPaused: false, position: at(0), end: at(240 * MINUTE_MS) };
  expect(await call('GET')).toEqual({ status: 200, body: reported });
  clock.advanceTo(START_MS + 30_000);
  expect((await call('POST', { isPaused: true })).body).toMatchObject({
    isPaused: true,
    speed: 1,
    position: at(30_000),
  });
  clock.advanceTo(START_MS + 60_000);
  const jumped = await call('POST', { jumpTo: at(60 * MINUTE_MS), speed: 60 });
  expect(jumped.body).toMatchObject({ isPaused: true, speed: 60, position: at(60 * MINUTE_MS) });
  await call('POST', { isPaused: false });
  clock.advanceTo(START_MS + 61_000);
  await venue.controls.caughtUp();
  expect((await call('GET')).body).toMatchObject({ isPaused: false, position: at(61 * MINUTE_MS) });
  const query = { contractCode: 'ZCEZ26', interval: '1m', beforeMs: FIRST_MS + 61 * MINUTE_MS, limit: 100 } as const;
  expect((await venue.market.bars(query)).length).toBeGreaterThan(50);
});

test.each([
  ['back', { jumpTo: at(0) }, 422, 'RecordingOnlyForward'],
  ['beyond its end', { jumpTo: at(241 * MINUTE_MS) }, 422, 'RecordingOnlyForward'],
  ['at a speed of 0', { speed: 0 }, 400, 'BadRequest'],
  ['at a speed of 601', { speed: 601 }, 400, 'BadRequest'],
])('is not played %s', async (_, payload, status, code) => {
  const before = venue.player.state();
  expect(await call('POST', payload)).toMatchObject({ status, body: { code } });
  expect(venue.player.state()).toMatchObject({ speed: before.speed, isPaused: before.isPaused });
});

test('a refused jump names the current position and the furthest one allowed', async () => {
  const { body } = await call('POST', { jumpTo: at(0) });
  expect(body.facts).toEqual({ position: expect.any(String), end: at(240 * MINUTE_MS) });
});
