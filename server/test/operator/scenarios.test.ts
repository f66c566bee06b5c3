/** Checks scripted scenarios over HTTP, as an operator starts, stops and lists them. */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openVenue } from '#app/open-venue.ts';
import { manualClock } from '#ground/clock.ts';
import { ConfigError, readConfig } from '#ground/config.ts';
import { ALWAYS_OPEN } from '#schedule/calendar/trading-hours.ts';
import { Browser, CODE, OPERATOR_TOKEN, type Platform, START_MS, startPlatform } from '#test/fixtures/platform.ts';
import { stageScenarios } from '#test/fixtures/scenarios.ts';

const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
const BY = { operatorId: 'lan', reason: 'drill' };

let platform: Platform;
let browser: Browser;
let reported: string[];

beforeAll(async () => {
  reported = [];
  platform = await startPlatform({ scenarios: stageScenarios(START_MS, reported) });
  browser = new Browser(platform);
});
beforeEach(() => {
  reported.length = 0;
});
afterAll(() => platform.close());

function act(path: string, payload: object, on = browser): Promise<LightMyRequestResponse> {
  return on.send({ method: 'POST', url: `/api/operator/scenarios${path}`, payload, headers: asOperator });
}

async function acts(): Promise<object[]> {
  return (await browser.send({ method: 'GET', url: '/api/operator/acts', headers: asOperator })).json().items;
}

describe('scenarios', () => {
  test('start, are listed, and stop; every act is recorded with actor and reason', async () => {
    const started = await act('', { name: 'gap', contractCode: CODE, ...BY });
    const gap = {
      name: 'gap',
      contractCode: CODE,
      begins: '2026-11-20T05:00:00.000Z',
      ends: '2026-11-20T05:15:00.000Z',
    };
    expect(started.json()).toEqual({ items: [gap], nextCursor: null });
    const listed = await browser.send({ method: 'GET', url: '/api/operator/scenarios', headers: asOperator });
    expect(listed.json().items).toEqual([gap]);
    expect((await act('/stop', { contractCode: CODE, ...BY, reason: 'over' })).json().items).toEqual([]);
    expect((await act('/stop', { contractCode: CODE, ...BY })).json().items).toEqual([]);
    expect(reported).toEqual([`${CODE} gap`, `${CODE} -`]);
    expect(await acts()).toMatchObject([
      { act: 'stopScenario', subject: 'gap', contractCode: CODE, operatorId: 'lan', reason: 'over', isLifted: false },
      { act: 'startScenario', subject: 'gap', contractCode: CODE, operatorId: 'lan', reason: 'drill', accountId: null },
    ]);
  });

  test('run in the usual contract unless one is named; a second one replaces the first', async () => {
    expect((await act('', { name: 'halt', ...BY })).json().items).toMatchObject([{ name: 'halt', contractCode: CODE }]);
    const [second] = (await act('', { name: 'empty-book', ...BY })).json().items;
    expect(second).toMatchObject({ name: 'empty-book', contractCode: CODE });
    expect(reported).toEqual([`${CODE} halt`, `${CODE} empty-book`]);
    await act('/stop', { contractCode: CODE, ...BY });
  });

  test('do nothing on bad input, and say what would be valid', async () => {
    const before = await acts();
    const unknown = await act('', { name: 'boom', ...BY });
    expect([unknown.statusCode, unknown.json()]).toMatchObject([
      404,
      {
        code: 'ScenarioNotFound',
        facts: { name: 'boom', names: 'gap limit-move empty-book halt feed-stall negative-price' },
      },
    ]);
    for (const path of ['', '/stop']) {
      const stray = await act(path, { ...(path === '' ? { name: 'gap' } : {}), contractCode: 'GCEZ13', ...BY });
      expect([stray.statusCode, stray.json()]).toMatchObject([
        404,
        { code: 'ContractNotFound', facts: { code: 'GCEZ13' } },
      ]);
    }
    const { reason: _none, ...nobody } = { name: 'gap', ...BY };
    expect((await act('', nobody)).json().code).toBe('BadRequest');
    expect((await act('', { name: 'gap', ...BY, extra: 1 })).json().code).toBe('BadRequest');
    expect((await browser.post('/api/operator/scenarios', { name: 'gap', ...BY })).statusCode).toBe(401);
    expect(reported).toEqual([]);
    expect(await acts()).toEqual(before);
  });

  test('are refused by a market that is not the simulated exchange', async () => {
    const other = await startPlatform();
    const answer = await act('', { name: 'gap', ...BY }, new Browser(other));
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'SimulatedVenueOnly']);
    await other.close();
  });
});

describe('a scenario set at the start', () => {
  const open = (flags: readonly string[], env: Record<string, string> = {}) => {
    const clock = manualClock(START_MS);
    const contractAtBroker = () =>
      ({ settlementTicks: null, session: 'OPEN', opensAtMs: null, isHalted: false }) as const;
    const dateOf = ALWAYS_OPEN.tradeDateAt;
    return openVenue({
      config: readConfig(flags, { CLOCK: 'manual', ...env }),
      clock,
      epoch: 'e',
      dateOf,
      contractAtBroker,
    });
  };

  test('is announced for twenty seconds later, in the named contract or the usual one', async () => {
    const usual = open(['--scenario', 'negative-price']);
    expect(usual.scenarios?.list()).toEqual([
      { name: 'negative-price', contractCode: 'MCLEZ26', beginsMs: START_MS + 20_000 },
    ]);
    const named = open([], { SCENARIO: 'gap', SCENARIO_CONTRACT: 'KCEH27' });
    expect(named.scenarios?.list()).toMatchObject([{ name: 'gap', contractCode: 'KCEH27' }]);
    await Promise.all([usual.stop(), named.stop()]);
  });

  test('ends the start on bad settings, and says what would be valid', () => {
    expect(() => readConfig(['--scenario', 'boom'], {})).toThrow(/SCENARIO: .*"gap"\|"limit-move"\|"empty-book"/);
    expect(() => readConfig(['--scenario-contract', CODE], {})).toThrow('SCENARIO_CONTRACT');
    const recorded = { VENUE: 'recorded', RECORDING: 'x.csv', RECORDING_CONTRACT: 'GCEZ13', SCENARIO: 'gap' };
    expect(() => readConfig([], recorded)).toThrow('SCENARIO: a recording has no scenarios');
    expect(() => open(['--scenario', 'gap', '--scenario-contract', 'ZCEX99'])).toThrow(ConfigError);
    expect(() => open(['--scenario', 'gap', '--scenario-contract', 'ZCEX99'])).toThrow(
      /ZCEX99 is not listed; there are ZCEZ26 ZCEH27/,
    );
    expect(() => open(['--scenario', 'gap', '--scenario-contract', 'NOPE'])).toThrow(/ ZCEZ26 .* CLEF27 /);
  });
});
