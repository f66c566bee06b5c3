/**
 * The engine's side of an installation of several processes: it waits for its turn, tells replicas and gateways of what
 * happens, and takes their commands. A process that is alone has none of it.
 */
import type { Logger } from 'pino';
import type { Shutdown } from '#app/shutdown.ts';
import type { Trading } from '#app/start-trading.ts';
import type { Bus } from '#bus/bus.ts';
import { createNeighbours } from '#bus/neighbours-on-bus.ts';
import { commitsWait, type Database, fenceWriter } from '#db/database.ts';
import { type CandidateWatch, watchCandidate } from '#gateway/candidate-watch.ts';
import { type EngineCandidate, followAsCandidate } from '#gateway/engine-candidate.ts';
import { createEngineDoor, readExecuted } from '#gateway/engine-door.ts';
import { makeWayWhenCutOff } from '#gateway/step-down.ts';
import { steadyClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import type { Load } from '#ground/load.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import type { StoredText } from '#journal/journal.ts';
import type { Recovered } from '#journal/recovery.ts';
import { serveControls } from '#venue/remote-controls.ts';

export interface EngineBus {
  readonly neighbours: Neighbours;
  /** The way to exchange and market. */
  readonly bus: Bus;
  /** For openDatabase: follows the journal while another engine writes it. */
  whenBusy(pool: Database['pool']): Promise<void>;
  /** The state that was followed, once this process writes; undefined if nobody wrote before it. */
  takenOver(): Promise<Recovered | undefined>;
  /** To be called before the first batch. */
  prepare(database: Database, headSeq: number, load: Load): Promise<(batch: StoredText) => void>;
  /** From here on it serves. Returns who would take over from it. */
  open(trading: Trading, serving: Serving): CandidateWatch;
}

const NO_MARKET = { epoch: 0, number: 0, timeMs: 0, marketMs: 0 };

export interface Serving {
  /** What does not get to the disk waits for space, which comes back by itself. */
  readonly waitsForSpace: () => boolean;
}

export async function openEngineBus(
  config: Config,
  shutdown: Shutdown,
  { say, log, onFatal }: { say: (message: string) => void; log: Logger; onFatal: (error: unknown) => void },
): Promise<EngineBus | undefined> {
  if (!config.bus) return undefined;
  const bus = await openBus(config, shutdown, log);
  const steady = steadyClock();
  const onError = (err: unknown): void => log.error({ err }, 'bus');
  let candidate: EngineCandidate | undefined;
  let door: ReturnType<typeof createEngineDoor> | undefined;

  return {
    bus,
    neighbours: createNeighbours(bus, onError),
    async whenBusy(pool) {
      // Nothing has to be closed in order yet.
      shutdown.actOnStop(() => process.exit(0));
      const fence = (epoch: number): Promise<void> => fenceWriter(pool, epoch);
      candidate = await followAsCandidate({
        ...{ bus, pool, steady, fence, onFatal, onError },
        commitsWait: () => commitsWait(pool),
      });
      say('Waits for its turn');
    },
    async takenOver() {
      shutdown.actOnStop(() => {});
      if (!candidate) return undefined;
      await candidate.takeOver();
      const { state, headHash, snapshotSeq } = candidate.replica;
      say(`Takes over at seq ${state.seq}`);
      return { state, headHash, snapshotSeq, replayed: 0, damagedSnapshots: [] };
    },
    async prepare({ writer, epoch }, headSeq, load) {
      const executed = await readExecuted(writer, headSeq);
      const opened = createEngineDoor({ bus, epoch, load, steady, executed, onError });
      door = opened;
      shutdown.opened(() => opened.close());
      return opened.hear;
    },
    open(trading, { waitsForSpace }) {
      const { sequencer, marketMoment, setLink, moveClock, scenarios, player } = trading;
      door?.open(sequencer);
      const stopControls = serveControls({
        bus,
        controls: {
          ...{ setLink },
          ...(config.clock === 'manual' ? { moveClock } : {}),
          ...(scenarios ? { scenarios } : {}),
          ...(player ? { player } : {}),
        },
        async now() {
          await sequencer.settled();
          return { seq: sequencer.state.seq, market: marketMoment?.() ?? NO_MARKET };
        },
      });
      const watch = watchCandidate({ bus, steady });
      const stay = makeWayWhenCutOff({
        ...{ candidate: watch, steady, stepDown: onFatal },
        waitingMs: () => (waitsForSpace() ? 0 : sequencer.waitingMs),
      });
      shutdown.opened(() => {
        stay();
        watch.close();
        stopControls();
      });
      return watch;
    },
  };
}

/** Of NATS, whose client only processes with a bus load. */
export async function openBus({ bus, role }: Config, shutdown: Shutdown, log: Logger): Promise<Bus> {
  if (!bus) throw new Error('a process without BUS_URL has no bus');
  const { connectNats } = await import('#bus/nats-bus.ts');
  const opened = await connectNats(
    { ...bus, name: `${role} ${process.pid}` },
    {
      onAway: (isAway) => log[isAway ? 'error' : 'info']({ isAway }, isAway ? 'the bus is away' : 'the bus is back'),
      onUnheard: (subject, err) => log.error({ err, subject }, 'what came over the bus could not be read'),
    },
  );
  shutdown.opened(() => opened.close());
  return opened;
}
