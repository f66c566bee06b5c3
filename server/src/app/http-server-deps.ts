/** What the HTTP server needs: trading, the database, and the settings of this start. */
import type { DepositBank } from '@mua/contract/entities/deposit';
import type { FastifyBaseLogger } from 'fastify';
import type { Backups } from '#backup/open-backups.ts';
import type { Database } from '#db/database.ts';
import type { NoticePort } from '#deliveries/notice-port.ts';
import type { CandidateWatch } from '#gateway/candidate-watch.ts';
import type { RemoteSequencer } from '#gateway/remote-sequencer.ts';
import type { Clock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import type { Load } from '#ground/load.ts';
import type { Neighbours } from '#ground/neighbours.ts';
import type { ConnectionRoom } from '#http/connections.ts';
import type { AttemptLimits } from '#identity/security/sign-in-attempts.ts';
import type { Projector } from '#journal/projector.ts';
import type { ReadTables } from '#journal/read-pool.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';
import type { RemoteMarket } from '#market/remote-market.ts';
import type { IdentityDocuments } from '#registration/document-port.ts';
import type { ContractStatusOf } from '#schedule/contract-status.ts';
import type { FreeSpace } from '#system/free-space.ts';
import type { Health } from '#system/health.ts';
import type { MoveClock } from '#system/system-routes.ts';
import type { TelegramApi } from '#telegram/telegram-api.ts';
import type { OrderTraces } from '#traces/order-traces.ts';
import type { PerhapsRemote } from '#venue/port/perhaps-remote.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import type { ScenarioControls } from '#venue/port/scenario.ts';

export interface HttpServerDeps {
  readonly config: Config;
  /** The other processes on this database; absent where there are none. */
  readonly neighbours?: Neighbours;
  /** Whether this process does what was written down to be done (record 165): one of an installation does, the engine's. */
  readonly runsJobs?: boolean;
  /** The engine's clock: sessions, tickets, locks, candles. */
  readonly clock: Clock;
  readonly database: Pick<Database, 'url' | 'pool'> & {
    /** Of the process with the jobs. */
    readonly epoch?: number;
  };
  readonly sequencer: Sequencer;
  /** Fills the read tables; absent where another process does. */
  readonly projector?: Pick<Projector, 'seq' | 'lagMs' | 'onWritten'>;
  readonly reads: ReadTables;
  readonly load: Load;
  readonly market: MarketView;
  /** Of a market that another process tells of. */
  readonly remoteMarket?: Pick<RemoteMarket, 'ageMs'>;
  readonly contractStatusOf: ContractStatusOf;
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** What keeps orders from being accepted now, if anything does. */
  readonly trouble: Health['trouble'];
  /** How much space is left for what is written; tests that don't care have enough. */
  readonly space?: Pick<FreeSpace, 'left' | 'freeBytes'>;
  /** Follows orders; absent where nothing is traced. */
  readonly traces?: OrderTraces;
  /** Absent where nobody has named a place for them. */
  readonly backups?: Pick<Backups, 'times'>;
  /** What a gateway hears of the engine; absent in the engine's own process. */
  readonly engine?: Pick<RemoteSequencer, 'silentMs' | 'epoch'>;
  /** What the engine of several processes hears of the one that waits for its turn. */
  readonly candidate?: Pick<CandidateWatch, 'silentMs'>;
  /** Folder of the built client. */
  readonly webFolder: string;
  /** Present with CLOCK=manual only. */
  readonly moveClock?: MoveClock;
  /** Present when the market is a recording. */
  readonly player?: PerhapsRemote<RecordingPlayer>;
  /** Present when the market is the simulated exchange. */
  readonly scenarios?: PerhapsRemote<ScenarioControls>;
  /** Present if the exchange is simulated or recorded: cuts and restores its link, for drills. */
  readonly setLink?: (isUp: boolean, reason: string) => Promise<void>;
  readonly metricsToken?: string;
  /** Of this start; tests have none. */
  readonly recoverySeconds?: number;
  /** Where this start found the end of the journal; absent: where it is now. */
  readonly journalEndedMs?: number;
  /** Hashes codes and seals secrets, see ground/secrets.ts. */
  readonly identityKey: string;
  /** With which banks sign what they tell of payments. */
  readonly bankSecret: string;
  /** The accounts that take deposits. */
  readonly banks: readonly DepositBank[];
  /** Takes in, reads and keeps pictures of documents; tests bring their own. */
  readonly documents?: IdentityDocuments;
  /** Channels by which notices leave the page, beside mail and SMS; absent: Web Push. */
  readonly noticePorts?: readonly NoticePort[];
  /** Absent: that of the settings. */
  readonly telegramApi?: TelegramApi;
  /** Draws account numbers; tests bring their own. */
  readonly drawCode?: () => string;
  /** Opens `/api/operator/*`; nobody is an operator without it. */
  readonly operatorToken?: string;
  /** Frames, heartbeats and rates use real time even if the engine's clock is stopped; tests pass their own. */
  readonly wall?: Clock;
  readonly limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  readonly ordersPerSecond: number;
  readonly ordersBurst: number;
  /** Per browser session; an address may send ten times as many. */
  readonly requestsPerMinute: number;
  readonly signInAttempts: AttemptLimits;
  /** How long a request may take to arrive. */
  readonly requestWholeMs: number;
  /** How long an answer may take, but for slow ones. */
  readonly answerMs: number;
  readonly connections: ConnectionRoom;
}
