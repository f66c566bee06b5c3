/** What the front door is opened with: the running trading, the database, and how this start is set up. */
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#db/database.ts';
import type { Clock } from '#ground/clock.ts';
import type { Config } from '#ground/config.ts';
import type { AttemptLimits } from '#identity/security/sign-in-attempts.ts';
import type { Sequencer } from '#journal/sequencer.ts';
import type { MarketView } from '#market/market-view.ts';
import type { IdentityDocuments } from '#registration/document-port.ts';
import type { ContractStatusOf } from '#schedule/contract-status.ts';
import type { MoveClock } from '#system/system-routes.ts';
import type { RecordingPlayer } from '#venue/port/playback.ts';
import type { ScenarioBoard } from '#venue/port/scenario.ts';

export interface HttpServerDeps {
  readonly config: Config;
  /** The engine's clock: sessions, tickets, locks, candles. */
  readonly clock: Clock;
  readonly database: Database;
  readonly sequencer: Sequencer;
  readonly market: MarketView;
  readonly contractStatusOf: ContractStatusOf;
  readonly log: FastifyBaseLogger;
  readonly version: string;
  /** Whether orders are accepted now: false while starting and stopping. */
  readonly isReady: () => boolean;
  /** Folder of the built client. */
  readonly webFolder: string;
  /** Present with CLOCK=manual only. */
  readonly moveClock?: MoveClock;
  /** Present when the market is a recording. */
  readonly player?: RecordingPlayer;
  /** Present when the market is the simulated exchange. */
  readonly scenarios?: ScenarioBoard;
  /** Present when the exchange is ours: its link is cut and mended for drills. */
  readonly setLink?: (isUp: boolean, reason: string) => Promise<void>;
  readonly metricsToken?: string;
  /** Codes are hashed and secrets sealed with it, see ground/secrets.ts. */
  readonly identityKey: string;
  /** Takes in, reads and keeps pictures of documents; tests bring their own. */
  readonly documents?: IdentityDocuments;
  /** Draws account numbers; tests bring their own. */
  readonly drawCode?: () => string;
  /** Opens `/api/operator/*`; nobody is an operator without it. */
  readonly operatorToken?: string;
  /** Frames, heartbeats and rates go by real time even when the engine's clock stands; tests bring their own. */
  readonly wall?: Clock;
  readonly limits?: Partial<ServerLimits>;
}

export interface ServerLimits {
  readonly ordersPerSecond: number;
  readonly ordersBurst: number;
  /** Of one browser session; an address may send ten times as many. */
  readonly requestsPerMinute: number;
  readonly signInAttempts: AttemptLimits;
}
