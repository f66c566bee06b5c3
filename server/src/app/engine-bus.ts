/**
 * The engine's side of an installation of several processes: it waits for its turn, tells replicas and gateways of what
 * happens, and takes their commands. A process that is alone has none of it.
 */
import type { Logger } from 'pino';
import { openCandidateHttp } from '#app/candidate-http.ts';
import { demandKeys } from '#app/own-keys.ts';
import type { RoleHttp } from '#app/role-http.ts';
import type { Shutdown } from '#app/shutdown.ts';
import type { Trading } from '#app/start-trading.ts';
import { type Bus, BusRefusedError } from '#bus/bus.ts';
import { createNeighbours } from '#bus/neighbours-on-bus.ts';
import { commitsWait, type Database, type WritersTurn, writerEpoch } from '#db/database.ts';
import { type CandidateWatch, watchCandidate } from '#gateway/candidate-watch.ts';
import { type EngineCandidate, followAsCandidate } from '#gateway/engine-candidate.ts';
import { createEngineDoor, readExecuted } from '#gateway/engine-door.ts';
import { ENGINE_STARTING } from '#gateway/engine-messages.ts';
import { watchGateways } from '#gateway/gateways-heard.ts';
import { makeWayWhenCutOff } from '#gateway/step-down.ts';
import { type Clock, steadyClock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import { writeAddress } from '#ground/data-dir.ts';
import type { Load } from '#ground/load.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import type { StoredText } from '#journal/journal.ts';
import type { Recovered } from '#journal/recovery.ts';
import { serveControls } from '#venue/remote-controls.ts';

export interface EngineBus {
  readonly neighbours: Neighbours;
  /** The way to exchange and market. */
  readonly bus: Bus;
  /** For openDatabase: follows the journal while another engine writes it, and tells whoever asks that it does. */
  readonly turn: WritersTurn;
  /** The state that was followed, of one that has waited. */
  readonly followed: Recovered | undefined;
  /** To be called before the first batch. */
  prepare(database: Database, headSeq: number, load: Load): Promise<(batch: StoredText) => void>;
  /** Whether what people say could reach it. */
  canBeHeard(): boolean;
  /** From here on it serves. Returns who would take over from it. */
  open(trading: Trading, serving: Serving): CandidateWatch;
}

const STARTING_EVERY_MS = 500;
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
  const bus = await openBus(config, shutdown, { log, crash: onFatal });
  const steady = steadyClock();
  const onError = (err: unknown): void => log.error({ err }, 'bus');
  const turn = createTurn(config, shutdown, { bus, steady, say, onFatal, onError });
  const gateways = watchGateways({ bus, steady });
  shutdown.opened(() => gateways.close());
  let door: ReturnType<typeof createEngineDoor> | undefined;

  return {
    bus,
    neighbours: createNeighbours(bus, onError),
    turn,
    canBeHeard: gateways.isAnyThere,
    get followed() {
      return turn.followed();
    },
    async prepare({ writer, epoch }, headSeq, load) {
      const executed = await readExecuted(writer, headSeq);
      const opened = createEngineDoor({ bus, epoch, load, steady, executed, onError });
      door = opened;
      shutdown.opened(() => opened.close());
      return opened.hear;
    },
    open(trading, { waitsForSpace }) {
      const { sequencer, remoteMarket, setLink, moveClock, scenarios, player } = trading;
      door?.open(sequencer);
      // Before trading is closed, which takes a while: what comes meanwhile is the successor's.
      shutdown.opened(() => door?.shut());
      turn.serves();
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
          return { seq: sequencer.state.seq, market: remoteMarket?.moment() ?? NO_MARKET };
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

/** Its turn among engines. */
interface Turn extends WritersTurn {
  followed(): Recovered | undefined;
  /** It says so itself from now on. */
  serves(): void;
}

function createTurn(
  config: Config,
  shutdown: Shutdown,
  {
    bus,
    steady,
    say,
    onFatal,
    onError,
  }: {
    readonly bus: Bus;
    readonly steady: Pick<Clock, 'nowMs' | 'every'>;
    readonly say: (message: string) => void;
    readonly onFatal: (error: unknown) => void;
    readonly onError: (error: unknown) => void;
  },
): Turn {
  let waiting: { readonly candidate: EngineCandidate; readonly http: RoleHttp } | undefined;
  let followed: Recovered | undefined;
  let stopTelling = (): void => {};
  return {
    followed: () => followed,
    serves: () => stopTelling(),
    async whenBusy(pool, fence) {
      // Nothing has to be closed in order yet.
      shutdown.actOnStop(() => process.exit(0));
      await demandKeys(config, pool);
      const candidate = await followAsCandidate({
        ...{ bus, pool, steady, fence, onFatal, onError },
        writerEpoch: () => writerEpoch(pool),
        commitsWait: () => commitsWait(pool),
      });
      const http = await openCandidateHttp(config, bus);
      shutdown.opened(() => http.close());
      writeAddress(config, http.address);
      waiting = { candidate, http };
      say('Waits for its turn');
    },
    begun() {
      const tell = (): void => bus.publish(ENGINE_STARTING, '');
      tell();
      stopTelling = steady.every(STARTING_EVERY_MS, tell);
      shutdown.opened(() => stopTelling());
    },
    async takeOver() {
      shutdown.actOnStop(() => {});
      if (!waiting) return;
      const { candidate, http } = waiting;
      // The port is that of the server to come.
      await Promise.all([candidate.takeOver(), http.close()]);
      const { state, headHash, snapshotSeq } = candidate.replica;
      followed = { state, headHash, snapshotSeq, replayed: 0, damagedSnapshots: [] };
      say(`Takes over at seq ${state.seq}`);
    },
  };
}

/** Of NATS, whose client only processes with a bus load. */
export async function openBus(
  { bus, role }: Config,
  shutdown: Shutdown,
  { log, crash }: { readonly log: Logger; readonly crash: (error: unknown) => void },
): Promise<Bus> {
  if (!bus) throw new Error('a process without BUS_URL has no bus');
  const { connectNats } = await import('#bus/nats-bus.ts');
  const opened = await connectNats(
    { ...bus, name: `${role} ${process.pid}` },
    {
      onAway: (isAway) => log[isAway ? 'error' : 'info']({ isAway }, isAway ? 'the bus is away' : 'the bus is back'),
      onUnheard: (subject, err) => log.error({ err, subject }, 'what came over the bus could not be read'),
      onForbidden(operation, subject) {
        log.error({ operation, subject }, 'its user of the bus may not do this: look at the permissions of the bus');
        // It would never hear it again, and nobody would notice.
        if (operation === 'subscription')
          crash(new BusRefusedError(`BUS_URL: its user may not hear ${subject}: look at the permissions of the bus`));
      },
    },
  );
  shutdown.opened(() => opened.close());
  return opened;
}
