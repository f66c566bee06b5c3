/**
 * Watches a primary and its standby, as Patroni does in production: commits wait for the standby once it has caught up;
 * when the standby is lost, what the house has chosen happens; when the primary dies, the standby takes its place.
 *
 * One invariant keeps what was acknowledged: **only a standby is promoted that commits have waited for, without a gap,
 * since it had everything.** So a primary that was superseded has the standby's name in its settings, and whoever starts
 * it again writes to nobody's satisfaction: its first commit waits for a standby that is none any more.
 */
import pg from 'pg';
import { overConnection } from '#db/short-connection.ts';
import { promote, STANDBY, waitForStandbys } from '#db/standby.ts';

/**
 * Without its standby: `two` waits with every commit until it is back, so nothing is ever acknowledged that only one
 * disk has; `alone` goes on (record 163).
 */
export type Durability = 'two' | 'alone';

/**
 * `joining`: nothing is known yet, or the standby catches up.
 * `both`: two disks have whatever is acknowledged. Everything that follows is an alarm.
 * `alone`: the standby is lost, and one disk has what is acknowledged.
 * `waits`: the standby is lost, and commits wait for it.
 * `silent`: the primary is there and does not answer; nothing is guessed.
 * `promoting`: the primary is gone, and the standby takes its place; it stays so only while that fails.
 * `primaryLost`: the primary is gone, and the standby may lack what was acknowledged, or is gone too. The primary is
 * started again, or somebody who accepts the loss promotes by hand.
 */
export type PairState = 'joining' | 'both' | 'alone' | 'waits' | 'silent' | 'promoting' | 'primaryLost';

export interface WatchedPair {
  /** As the owner, asked for each time because a start changes the port; undefined while it does not run. */
  readonly primaryUrl: () => string | undefined;
  readonly standbyUrl: () => string | undefined;
  readonly durability: Durability;
  /** Of every change, with the cause of one that is an alarm. */
  readonly onState: (state: PairState, cause?: string) => void;
  /** The watch is over: the old primary is cloned anew, and another watch begins. */
  readonly onPromoted: (url: string) => void;
}

export interface PairWatch {
  state(): PairState;
  /** Changes nothing in either database, and must come before either is stopped on purpose. */
  stop(): Promise<void>;
}

export function watchPair(pair: WatchedPair): PairWatch {
  const watch = new Watch(pair);
  return { state: () => watch.state(), stop: () => watch.stop() };
}

const PAUSE_MS = 250;
/** The standby is lost when it was away or behind for so long. */
const BEHIND_MS = 1_000;
/** A primary is dead that was gone twice in a row. */
const GONE_TIMES = 2;
const PATIENCE = { connectWithinMs: 1_000, answerWithinMs: 1_000 };

const NAMES = `ANY 1 (${STANDBY})`;

class Watch {
  private readonly pair: WatchedPair;
  private readonly probe: Probe;
  private readonly watching: Promise<void>;
  private now: { readonly state: PairState; readonly cause?: string | undefined } = { state: 'joining' };
  private stopped = false;
  private wake = (): void => {};
  /** Commits wait for the standby, which has everything once it is here; undefined while they don't. */
  private waitedFrom: number | undefined;
  /** It has been there, and commits have waited for it ever since. */
  private isComplete = false;
  /** Where the primary was when it was looked at last. */
  private position = 0;
  private behindSinceMs: number | undefined;
  private goneTimes = 0;

  constructor(pair: WatchedPair) {
    this.pair = pair;
    this.probe = openProbe(pair.primaryUrl, () => this.wake());
    this.watching = this.watch();
  }

  state(): PairState {
    return this.now.state;
  }

  stop(): Promise<void> {
    this.stopped = true;
    this.wake();
    return this.watching;
  }

  private async watch(): Promise<void> {
    while (!this.stopped) {
      const isOver = await this.step().catch((error: Error) => {
        if (this.goneTimes >= GONE_TIMES)
          this.become(this.now.state === 'promoting' ? 'promoting' : 'primaryLost', error.message);
        else if (!this.isComplete) this.become('alone', error.message);
        // Else the primary has died under it, which the next look finds.
        return false;
      });
      if (isOver) break;
      await this.pause();
    }
    this.probe.close();
  }

  private pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Whether the watch is over. */
  private async step(): Promise<boolean> {
    const sight = await this.probe.look();
    if (this.stopped) return true;
    this.goneTimes = sight === 'gone' ? this.goneTimes + 1 : 0;
    if (sight === 'gone') return this.goneTimes >= GONE_TIMES && (await this.primaryIsGone());
    if (sight === 'silent') this.become('silent', 'the primary does not answer');
    else await this.primaryAnswers(sight);
    return false;
  }

  private async primaryAnswers({ names, position, standby }: Seen): Promise<void> {
    const nowMs = performance.now();
    const keepsUp = standby !== null && standby >= this.position;
    this.position = position;
    this.behindSinceMs = keepsUp ? undefined : (this.behindSinceMs ?? nowMs);
    if (this.behindSinceMs !== undefined) {
      if (nowMs - this.behindSinceMs > BEHIND_MS) await this.standbyIsLost(names);
    } else if (this.waitedFrom === undefined || names !== NAMES) await this.makeCommitsWait();
    else if (standby !== null && standby >= this.waitedFrom) {
      this.isComplete = true;
      this.become('both');
    }
  }

  private async makeCommitsWait(): Promise<void> {
    this.isComplete = false;
    this.waitedFrom = await onPrimary(this.pair, async (client) => {
      await waitForStandbys(client, NAMES);
      // The checkpointer tells the others of the names, and may be busy: it reads them before it begins another one.
      await client.query('checkpoint');
      const { rows } = await client.query<Position>(`select ${bytesOf('pg_current_wal_flush_lsn()')} as position`);
      return rows[0]?.position;
    });
  }

  private async standbyIsLost(names: string): Promise<void> {
    const cause = 'the standby is away or behind';
    if (this.pair.durability === 'two' && names === NAMES) return this.become('waits', cause);
    // First, because from the next line on it may lack something.
    this.isComplete = false;
    this.waitedFrom = undefined;
    if (names === NAMES) await onPrimary(this.pair, (client) => waitForStandbys(client, ''));
    this.become('alone', cause);
  }

  private async primaryIsGone(): Promise<boolean> {
    const url = this.pair.standbyUrl();
    if (!this.isComplete) this.become('primaryLost', 'the standby may lack what was acknowledged');
    else if (url === undefined) this.become('primaryLost', 'the standby does not run either');
    else if (await hearsPrimary(url)) this.become('silent', 'only the standby reaches the primary');
    else {
      this.become('promoting', 'the primary is gone');
      await promote(url);
      this.pair.onPromoted(url);
      return true;
    }
    return false;
  }

  private become(state: PairState, cause?: string): void {
    if (this.now.state === state && this.now.cause === cause) return;
    this.now = { state, cause };
    this.pair.onState(state, cause);
  }
}

interface Position {
  readonly position: number;
}

interface Seen extends Position {
  readonly names: string;
  /** What the standby has on its disk, while it streams. Positions are bytes of log. */
  readonly standby: number | null;
}

/** `gone`: nobody is there. `silent`: somebody is, and does not answer, or not yet. */
type Sight = Seen | 'gone' | 'silent';

const LOOK = `select current_setting('synchronous_standby_names') as names,
  ${bytesOf('pg_current_wal_flush_lsn()')} as position,
  (select max(${bytesOf('flush_lsn')}) from pg_stat_replication
    where application_name = '${STANDBY}' and state = 'streaming') as standby`;

function bytesOf(position: string): string {
  return `pg_wal_lsn_diff(${position}, '0/0')::float8`;
}

/** The standby is a witness: its connection to a primary that is dead ends at once, too. */
async function hearsPrimary(standbyUrl: string): Promise<boolean> {
  const receiving = await overConnection(standbyUrl, PATIENCE, (client) =>
    client.query(`select 1 from pg_stat_wal_receiver where status = 'streaming'`),
  );
  return receiving.rowCount === 1;
}

async function onPrimary<T>({ primaryUrl }: WatchedPair, errand: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = primaryUrl();
  if (url === undefined) throw new Error('the primary does not run');
  return overConnection(url, { connectWithinMs: PATIENCE.connectWithinMs }, errand);
}

interface Probe {
  look(): Promise<Sight>;
  close(): void;
}

/** Keeps a connection, whose loss is the first news of a death. */
function openProbe(primaryUrl: () => string | undefined, onLost: () => void): Probe {
  let kept: pg.Client | undefined;

  function drop(): void {
    void kept?.end().catch(() => {});
    kept = undefined;
  }

  async function connection(url: string): Promise<pg.Client> {
    if (kept) return kept;
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: PATIENCE.connectWithinMs,
      query_timeout: PATIENCE.answerWithinMs,
    });
    client.on('error', () => {
      if (kept !== client) return;
      drop();
      onLost();
    });
    await client.connect();
    kept = client;
    return client;
  }

  return {
    async look() {
      const url = primaryUrl();
      if (url === undefined) return 'gone';
      try {
        const client = await connection(url);
        const { rows } = await client.query<Seen>(LOOK);
        return rows[0] ?? 'silent';
      } catch (error) {
        drop();
        return isNobody(error) ? 'gone' : 'silent';
      }
    },
    close: drop,
  };
}

/** Refused or cut off. A database that says no, or says nothing, is there. */
function isNobody(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === 'EPIPE' ||
    error.message.startsWith('Connection terminated')
  );
}
