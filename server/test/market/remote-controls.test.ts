/** Checks that the market's controls work from another process as in the engine's, over the operator's routes too. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInProcessBus } from '#bus/in-process-bus.ts';
import { AskedFailedError } from '#bus/questions.ts';
import { replyError } from '#refusals/reply-error.ts';
import { createFaultyBus } from '#test/fixtures/faulty-bus.ts';
import { Browser, CODE, OPERATOR_TOKEN, type Platform, START_MS, startPlatform } from '#test/fixtures/platform.ts';
import { stageScenarios } from '#test/fixtures/scenarios.ts';
import type { EngineMoment } from '#venue/port/engine-moment.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import { createRemoteControls, serveControls } from '#venue/remote-controls.ts';

const asOperator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
const BY = { operatorId: 'lan', reason: 'drill' };
const MOMENT: EngineMoment = { seq: 41, market: { epoch: 7, number: 3, timeMs: START_MS, marketMs: START_MS } };

const done: string[] = [];
const followed: EngineMoment[] = [];
beforeEach(() => {
  done.length = 0;
  followed.length = 0;
});

function stagePlayer(): RecordingPlayer {
  let positionMs = START_MS;
  const [contractCode, endMs] = [CODE, START_MS + 1_000];
  return {
    state: () => ({ speed: 1, isPaused: false, contractCode, positionMs, endMs }),
    async play({ jumpToMs = positionMs, ...rest }) {
      done.push(`play ${JSON.stringify(rest)}`);
      if (jumpToMs < positionMs || jumpToMs > endMs) return false;
      positionMs = jumpToMs;
      return true;
    },
  };
}

async function setLink(isUp: boolean, reason: string): Promise<void> {
  if (reason === 'refused') throw replyError('SimulatedVenueOnly', {});
  if (reason === 'failed') throw new Error('the market thread ended');
  done.push(`${isUp ? 'up' : 'down'}: ${reason}`);
}

const engineBus = createInProcessBus();
const scenarios = stageScenarios(START_MS, done);
const player = stagePlayer();
serveControls({
  bus: engineBus,
  controls: {
    ...{ setLink, scenarios, player },
    async moveClock(toMs) {
      done.push(`clock ${toMs}`);
    },
  },
  now: () => MOMENT,
});

async function follow(moment: EngineMoment): Promise<void> {
  followed.push(moment);
}

describe('remote controls', () => {
  const controls = createRemoteControls(engineBus, follow);

  test('are carried out, and seen from where the engine was then', async () => {
    await controls.setLink(false, 'drill');
    await controls.moveClock(START_MS + 5);
    expect(await controls.scenarios.contractFor({ name: 'gap' })).toBe(CODE);
    expect(await controls.scenarios.contractFor({ name: 'gap', contractCode: 'GCEZ13' })).toBeUndefined();
    const gap = { name: 'gap', contractCode: CODE, beginsMs: START_MS } as const;
    await controls.scenarios.start(gap);
    expect(await controls.scenarios.list()).toEqual([gap]);
    await controls.scenarios.stop(CODE);
    expect(await controls.scenarios.list()).toEqual([]);
    expect(followed).toEqual([MOMENT, MOMENT, MOMENT, MOMENT]);
    expect(await controls.player.play({ speed: 2, isPaused: undefined, jumpToMs: START_MS + 9 })).toBe(true);
    expect(await controls.player.play({ jumpToMs: START_MS })).toBe(false);
    expect(await controls.player.state()).toEqual(player.state());
    expect(done).toEqual(
      ['down: drill', `clock ${START_MS + 5}`, `${CODE} gap`, `${CODE} -`].concat(['play {"speed":2}', 'play {}']),
    );
  });

  test('fail as they do in the engine', async () => {
    await expect(controls.setLink(true, 'refused')).rejects.toMatchObject({ code: 'SimulatedVenueOnly', facts: {} });
    const failed = controls.setLink(true, 'failed');
    await expect(failed).rejects.toThrow(AskedFailedError);
    await expect(failed).rejects.toThrow('controls.link: the market thread ended');
    expect(await engineBus.request('controls.link', '{"isUp":1,"reason":2}', 1_000)).toContain('"failed"');
    expect(await engineBus.request('controls.link', 'x', 1_000)).toBe('{"failed":"controls.link: no JSON"}');
    expect([done, followed]).toEqual([[], []]);
  });

  test('say whether they may have been carried out', async () => {
    const lone = createRemoteControls(createInProcessBus(), follow);
    await expect(lone.setLink(true, 'x')).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    const bad = createRemoteControls(
      createFaultyBus(engineBus, { seed: 5, lost: 0.3, doubled: 0.2, mostTurns: 3 }),
      follow,
    );
    const ends = new Set<string>();
    for (let n = 0; n < 100; n += 1) {
      const before = done.length;
      const end = await bad.setLink(true, `${n}`).then(
        () => 'done',
        (error: { code?: string }) => String(error.code),
      );
      ends.add(end);
      if (end === 'done') expect(done.length).toBeGreaterThan(before);
      if (end === 'ServiceUnavailable') expect(done).not.toContain(`up: ${n}`);
    }
    expect([...ends].sort()).toEqual(['GatewayTimeout', 'ServiceUnavailable', 'done']);
  });
});

describe('the operator’s routes', () => {
  let platform: Platform;
  let browser: Browser;
  beforeAll(async () => {
    const remote = createRemoteControls(engineBus, follow);
    platform = await startPlatform({ scenarios: remote.scenarios, player: remote.player });
    browser = new Browser(platform);
  });
  afterAll(() => platform.close());

  test('start and stop a scenario, and play a recording, in another process', async () => {
    const post = (url: string, payload: object) => browser.send({ method: 'POST', url, payload, headers: asOperator });
    const started = await post('/api/operator/scenarios', { name: 'gap', ...BY });
    expect(started.json().items).toMatchObject([{ name: 'gap', contractCode: CODE }]);
    expect((await post('/api/operator/scenarios/stop', { contractCode: CODE, ...BY })).json().items).toEqual([]);
    expect(done).toEqual([`${CODE} gap`, `${CODE} -`]);
    const read = await browser.send({ method: 'GET', url: '/api/operator/recording', headers: asOperator });
    expect(read.json()).toMatchObject({ speed: 1, contractCode: CODE });
  });
});
