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
const scenarioName = z.enum(SCENARIO_NAMES);
const scenario = z.object({ name: scenarioName, contractCode: z.string(), beginsMs: z.int() });
const playback = { speed: z.number(), isPaused: z.boolean() };

const asRead = { withinMs: ANSWER_MS, isRead: true };
/** The answer says from which moment on it is so. */
const asChange = { withinMs: ANSWER_MS, isRead: false, told: engineMoment };

/** Who is asked. */
function controlsWire(name: string) {
  return {
    link: defineQuestion({
      ...{ ...asChange, subject: `${name}.link` },
      asked: z.object({ isUp: z.boolean(), reason: z.string() }),
    }),
    clock: defineQuestion({
      ...{ ...asChange, subject: `${name}.clock`, withinMs: MOVE_MS },
      asked: z.object({ toMs: z.int() }),
    }),
    scenarioContract: defineQuestion({
      ...{ ...asRead, subject: `${name}.scenario.contract` },
      asked: z.object({ name: scenarioName, contractCode: z.string().exactOptional() }),
      told: z.string().nullable(),
    }),
    scenarioStart: defineQuestion({ ...asChange, subject: `${name}.scenario.start`, asked: scenario }),
    scenarioStop: defineQuestion({ ...asChange, subject: `${name}.scenario.stop`, asked: z.string() }),
    scenarioList: defineQuestion({
      ...{ ...asRead, subject: `${name}.scenario.list` },
      ...{ asked: nothing, told: z.array(scenario) },
    }),
    playerState: defineQuestion({
      ...{ ...asRead, subject: `${name}.player.state`, asked: nothing },
      told: z.object({ ...playback, contractCode: z.string(), positionMs: z.int(), endMs: z.int() }),
    }),
    playerChange: defineQuestion({
      ...{ ...asChange, subject: `${name}.player.change` },
      asked: z.object({ ...playback, jumpToMs: z.int() }).partial(),
      told: z.object({ isDone: z.boolean(), moment: engineMoment }),
    }),
  };
}
type ControlsWire = ReturnType<typeof controlsWire>;

/** The engine: it answers when what followed is on disk. */
export const CONTROLS = controlsWire('controls');
/** The exchange's own process, whom the engine asks in its turn. It knows no journal: its moments have seq zero. */
export const EXCHANGE_CONTROLS = controlsWire('exchange.controls');

/** What this market does not have is not served. `now` is asked after each change. Returns how to stop. */
export function serveControls(options: {
  readonly bus: Pick<Bus, 'serve'>;
  /** Who is asked; the engine unless said otherwise. */
  readonly wire?: ControlsWire;
  readonly controls: Partial<Pick<MarketControls, 'setLink' | 'moveClock'>> & {
    readonly scenarios?: PerhapsRemote<ScenarioControls>;
    readonly player?: PerhapsRemote<RecordingPlayer>;
  };
  readonly now: () => EngineMoment | Promise<EngineMoment>;
}): () => void {
  const { bus, controls, now, wire = CONTROLS } = options;
  const { setLink, moveClock, scenarios, player } = controls;
  const stops: (() => void)[] = [];
  if (setLink)
    stops.push(
      answerTo(bus, wire.link, async ({ isUp, reason }) => {
        await setLink(isUp, reason);
        return now();
      }),
    );
  if (moveClock)
    stops.push(
      answerTo(bus, wire.clock, async ({ toMs }) => {
        await moveClock(toMs);
        return now();
      }),
    );
  if (scenarios)
    stops.push(
      answerTo(bus, wire.scenarioContract, async (wish) => (await scenarios.contractFor(wish)) ?? null),
      answerTo(bus, wire.scenarioList, async () => [...(await scenarios.list())]),
      answerTo(bus, wire.scenarioStart, async (begun) => {
        await scenarios.start(begun);
        return now();
      }),
      answerTo(bus, wire.scenarioStop, async (contractCode) => {
        await scenarios.stop(contractCode);
        return now();
      }),
    );
  if (player)
    stops.push(
      answerTo(bus, wire.playerState, () => player.state()),
      answerTo(bus, wire.playerChange, async (change) => ({ isDone: await player.play(change), moment: await now() })),
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
  wire = CONTROLS,
): RemoteControls {
  return {
    setLink: async (isUp, reason) => follow(await ask(bus, wire.link, { isUp, reason })),
    moveClock: async (toMs) => follow(await ask(bus, wire.clock, { toMs })),
    scenarios: {
      contractFor: async (wish) => (await ask(bus, wire.scenarioContract, wish)) ?? undefined,
      list: () => ask(bus, wire.scenarioList, null),
      start: async (begun) => follow(await ask(bus, wire.scenarioStart, begun)),
      stop: async (contractCode) => follow(await ask(bus, wire.scenarioStop, contractCode)),
    },
    player: {
      state: () => ask(bus, wire.playerState, null),
      async play(change) {
        const { isDone, moment } = await ask(bus, wire.playerChange, change);
        await follow(moment);
        return isDone;
      },
    },
  };
}
