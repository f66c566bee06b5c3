/**
 * The controls of the demo's market, driven from another process: its link, a manual clock, scenarios, a recording's
 * player. Where the bus doubles what is asked for, it is carried out twice, which is once: it says how something is to be
 * and not by how much it changes. Only a jump of the player is refused the second time, and the first answer counts.
 */
import { SCENARIO_NAMES } from '@mua/contract/http/operator';
import { z } from 'zod';
import type { Bus } from '#bus/bus.ts';
import { answerTo, ask, defineQuestion } from '#bus/questions.ts';
import { type EngineMoment, engineMoment } from '#venue/port/engine-moment.ts';
import type { PerhapsRemote } from '#venue/port/perhaps-remote.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';

/** Less than a call has (http/answer-in-time.ts), so that its caller hears what is known. */
const ANSWER_MS = 10_000;
/** Everything that is due until then comes first. */
const MOVE_MS = 110_000;

interface MarketControls {
  /** Cuts or restores the link to the exchange. Resolves when the engine has processed it. */
  readonly setLink: (isUp: boolean, reason: string) => Promise<void>;
  /** With a manual clock; resolves when everything due is durable. */
  readonly moveClock: (toMs: number) => Promise<void>;
  /** Of the simulated exchange. */
  readonly scenarios: ScenarioControls;
  /** Of a recorded market. */
  readonly player: RecordingPlayer;
}

export type RemoteControls = {
  readonly [K in keyof MarketControls]: K extends 'scenarios' | 'player'
    ? PerhapsRemote<MarketControls[K]>
    : MarketControls[K];
};

/** In both directions, nothing else to say. */
const nothing = z.null();
const name = z.enum(SCENARIO_NAMES);
const scenario = z.object({ name, contractCode: z.string(), beginsMs: z.int() });
const playback = { speed: z.number(), isPaused: z.boolean() };

const asRead = { withinMs: ANSWER_MS, isRead: true };
/** The answer says from which moment on it is so. */
const asChange = { withinMs: ANSWER_MS, isRead: false, told: engineMoment };

const LINK = defineQuestion({
  ...{ ...asChange, subject: 'controls.link' },
  asked: z.object({ isUp: z.boolean(), reason: z.string() }),
});
const CLOCK = defineQuestion({
  ...{ ...asChange, subject: 'controls.clock', withinMs: MOVE_MS },
  asked: z.object({ toMs: z.int() }),
});
const SCENARIO_CONTRACT = defineQuestion({
  ...{ ...asRead, subject: 'controls.scenario.contract' },
  asked: z.object({ name, contractCode: z.string().exactOptional() }),
  told: z.string().nullable(),
});
const SCENARIO_START = defineQuestion({ ...asChange, subject: 'controls.scenario.start', asked: scenario });
const SCENARIO_STOP = defineQuestion({ ...asChange, subject: 'controls.scenario.stop', asked: z.string() });
const SCENARIO_LIST = defineQuestion({
  ...{ ...asRead, subject: 'controls.scenario.list' },
  ...{ asked: nothing, told: z.array(scenario) },
});
const PLAYER_STATE = defineQuestion({
  ...{ ...asRead, subject: 'controls.player.state', asked: nothing },
  told: z.object({ ...playback, contractCode: z.string(), positionMs: z.int(), endMs: z.int() }),
});
const PLAYER_CHANGE = defineQuestion({
  ...{ ...asChange, subject: 'controls.player.change' },
  asked: z.object({ ...playback, jumpToMs: z.int() }).partial(),
  told: z.object({ isDone: z.boolean(), moment: engineMoment }),
});

/** What this market does not have is not served. `now` is asked after each change. Returns how to stop. */
export function serveControls(options: {
  readonly bus: Pick<Bus, 'serve'>;
  readonly controls: Pick<MarketControls, 'setLink'> & Partial<MarketControls>;
  readonly now: () => EngineMoment | Promise<EngineMoment>;
}): () => void {
  const { bus, controls, now } = options;
  const { setLink, moveClock, scenarios, player } = controls;
  const stops = [
    answerTo(bus, LINK, async ({ isUp, reason }) => {
      await setLink(isUp, reason);
      return now();
    }),
  ];
  if (moveClock)
    stops.push(
      answerTo(bus, CLOCK, async ({ toMs }) => {
        await moveClock(toMs);
        return now();
      }),
    );
  if (scenarios)
    stops.push(
      answerTo(bus, SCENARIO_CONTRACT, (wish) => scenarios.contractFor(wish) ?? null),
      answerTo(bus, SCENARIO_LIST, () => [...scenarios.list()]),
      answerTo(bus, SCENARIO_START, (begun) => {
        scenarios.start(begun);
        return now();
      }),
      answerTo(bus, SCENARIO_STOP, (contractCode) => {
        scenarios.stop(contractCode);
        return now();
      }),
    );
  if (player)
    stops.push(
      answerTo(bus, PLAYER_STATE, () => player.state()),
      answerTo(bus, PLAYER_CHANGE, async (change) => ({ isDone: await player.play(change), moment: await now() })),
    );
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * `follow` resolves when this process is where the engine was: whoever changed something sees it then. Errors are those
 * of bus/questions.ts; what the market does not have is ServiceUnavailable, so the caller offers what its settings name.
 */
export function createRemoteControls(
  bus: Pick<Bus, 'request'>,
  follow: (moment: EngineMoment) => Promise<void>,
): RemoteControls {
  return {
    setLink: async (isUp, reason) => follow(await ask(bus, LINK, { isUp, reason })),
    moveClock: async (toMs) => follow(await ask(bus, CLOCK, { toMs })),
    scenarios: {
      contractFor: async (wish) => (await ask(bus, SCENARIO_CONTRACT, wish)) ?? undefined,
      list: () => ask(bus, SCENARIO_LIST, null),
      start: async (begun) => follow(await ask(bus, SCENARIO_START, begun)),
      stop: async (contractCode) => follow(await ask(bus, SCENARIO_STOP, contractCode)),
    },
    player: {
      state: () => ask(bus, PLAYER_STATE, null),
      async play(change) {
        const { isDone, moment } = await ask(bus, PLAYER_CHANGE, change);
        await follow(moment);
        return isDone;
      },
    },
  };
}
