/**
 * Fills the read tables from the journal, after its commit: batch by batch, and each once, because how far they have
 * come is written in the same transaction. Several batches that wait go in one statement. Nothing is lost with this
 * process: what the tables have not, the journal has, and the next start goes on from where they are.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';
import { mergeRows } from '#journal/projections/merge-rows.ts';
import { projecting } from '#journal/projections/projecting.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

/** The read tables as they follow the journal. */
export interface Projection {
  /** Resolves when they have that command; never once it was given up. */
  reached(seq: number, givenUp?: AbortSignal): Promise<void>;
  /** They could not be written, and are tried again. Where another process writes them, nobody knows. */
  readonly isStuck: boolean;
  /** Where another process writes them: what was known of their place may be so no more, and is looked at again. */
  doubt?(): void;
}

/** A batch that is on disk. */
export interface ProjectedBatch {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly rows: BatchRows;
}

/** What one statement wrote. */
export interface Written {
  /** How long its oldest batch had been on disk, in ms. */
  readonly lagMs: number;
  readonly messages: number;
}

/** The tables have lost what they had: another database has taken their place, which had not heard of it yet. */
export class ProjectionLostError extends Error {}

/** While nobody waits: each statement has its price, however little it writes. */
const PAUSE_MS = 50;
const RETRY_MS = 250;
/** After another process was here first: it looks so often whether that one still is. */
const SECOND_MS = 1_000;
/** In one statement. */
const MOST_COMMANDS = 2_000;

/** What the read tables of a database have. */
export async function readProjectedSeq(client: Pick<pg.ClientBase, 'query'>): Promise<number> {
  const found = await client.query<{ seq: number }>('select seq::float8 as seq from projected');
  return found.rows[0]?.seq ?? 0;
}

/** Batches that go in one statement. */
interface Chunk {
  readonly firstSeq: number;
  lastSeq: number;
  readonly rows: BatchRows;
  readonly sinceMs: number;
}

export interface ProjectorOptions {
  readonly url: string;
  /** Told of a statement that failed: it is tried again. */
  readonly onTrouble: (error: unknown) => void;
  /** Called once, when only a new start can go on. */
  readonly onFatal: (error: unknown) => void;
}

export async function openProjector(options: ProjectorOptions): Promise<Projector> {
  const client = await connect(options.url);
  return new Projector(options, client, await readProjectedSeq(client));
}

export class Projector implements Projection {
  readonly #options: ProjectorOptions;
  readonly #chunks: Chunk[] = [];
  readonly #listeners: ((written: Written) => void)[] = [];
  #waiting: { readonly seq: number; readonly resolve: () => void }[] = [];
  #client: pg.Client;
  #seq: number;
  #takenSeq: number;
  #begunMs = Number.NEGATIVE_INFINITY;
  #writing: Chunk | undefined;
  #running: Promise<void> | undefined;
  #wake: (() => void) | undefined;
  #isClosed = false;
  #isStuck = false;
  /** Another process projects the same journal: this one only looks, and writes what that one has not. */
  #isSecond = false;

  constructor(options: ProjectorOptions, client: pg.Client, seq: number) {
    this.#options = options;
    this.#client = client;
    this.#seq = seq;
    this.#takenSeq = seq;
  }

  /** What the tables have. */
  get seq(): number {
    return this.#seq;
  }

  get isStuck(): boolean {
    return this.#isStuck;
  }

  /** How long the oldest batch that they have not has been on disk, in ms. */
  get lagMs(): number {
    const oldest = this.#writing ?? this.#chunks[0];
    return oldest ? performance.now() - oldest.sinceMs : 0;
  }

  /** Takes the batch after the last one; its rows are the projector's from now on. One that the tables have is left out. */
  take({ firstSeq, lastSeq, rows }: ProjectedBatch): void {
    if (lastSeq <= this.#takenSeq) return;
    this.#takenSeq = lastSeq;
    const last = this.#chunks.at(-1);
    if (last && lastSeq - last.firstSeq < MOST_COMMANDS) {
      mergeRows(last.rows, rows);
      last.lastSeq = lastSeq;
    } else this.#chunks.push({ firstSeq, lastSeq, rows, sinceMs: performance.now() });
    this.#running ??= this.#run();
  }

  reached(seq: number, givenUp?: AbortSignal): Promise<void> {
    if (seq <= this.#seq) return Promise.resolve();
    this.#wake?.();
    return new Promise((resolve) => {
      const one = { seq, resolve };
      this.#waiting.push(one);
      givenUp?.addEventListener('abort', () => {
        this.#waiting = this.#waiting.filter((other) => other !== one);
      });
    });
  }

  /** Resolves when the tables have all that was taken. */
  drained(): Promise<void> {
    return this.reached(this.#takenSeq);
  }

  /** Calls the listener after each statement. */
  onWritten(listener: (written: Written) => void): void {
    this.#listeners.push(listener);
  }

  /** What is left by then, the next start projects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#wake?.();
    await this.#running;
    await this.#client.end();
  }

  async #run(): Promise<void> {
    while (this.#chunks.length > 0 && !this.#isClosed) {
      if (this.#isSecond) await this.#pause(SECOND_MS);
      else if (this.#waiting.length === 0) await this.#pause(this.#begunMs + PAUSE_MS - performance.now());
      this.#begunMs = performance.now();
      const chunk = this.#chunks.shift();
      if (!chunk) break;
      this.#writing = chunk;
      await this.#write(chunk);
      this.#isStuck = false;
      this.#writing = undefined;
      const written = { lagMs: performance.now() - chunk.sinceMs, messages: chunk.rows.messages.length };
      for (const listener of this.#listeners) listener(written);
      this.#settle();
    }
    this.#running = undefined;
  }

  /** Cut short by whoever waits. */
  async #pause(ms: number): Promise<void> {
    if (ms <= 0 || this.#isClosed) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  /** The disk may be full, or the database away: the very same rows are tried until they are written. */
  async #write(chunk: Chunk): Promise<void> {
    let isConnected = true;
    let isSure = !this.#isSecond;
    while (!this.#isClosed) {
      try {
        if (!isConnected) await this.#connectAgain();
        isConnected = true;
        if (!isSure) this.#seq = await readProjectedSeq(this.#client);
        // The answer to an earlier try may have been lost, or another process was here first.
        if (this.#seq >= chunk.lastSeq || (await this.#isWritten(chunk))) return;
      } catch (error) {
        if (this.#isClosed) return;
        if (error instanceof ProjectionLostError) {
          this.#isClosed = true;
          this.#options.onFatal(error);
          return;
        }
        this.#isStuck = true;
        this.#options.onTrouble(error);
        isConnected = false;
        await sleep(RETRY_MS);
      }
      isSure = false;
    }
  }

  /** False where another process has moved the place. */
  async #isWritten({ firstSeq, lastSeq, rows }: Chunk): Promise<boolean> {
    const afterSeq = this.#seq;
    if (afterSeq < firstSeq - 1)
      throw new ProjectionLostError(`the read tables are at seq ${afterSeq}, not at ${firstSeq - 1}`);
    const written = await this.#client.query(projecting({ afterSeq, lastSeq }, rows));
    this.#isSecond = written.rowCount !== 1;
    if (this.#isSecond) return false;
    this.#seq = lastSeq;
    return true;
  }

  async #connectAgain(): Promise<void> {
    void this.#client.end().catch(() => {});
    this.#client = await connect(this.#options.url);
  }

  #settle(): void {
    for (const { resolve } of this.#waiting.filter(({ seq }) => seq <= this.#seq)) resolve();
    this.#waiting = this.#waiting.filter(({ seq }) => seq > this.#seq);
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: LET_IN_WITHIN_MS });
  // The next statement fails, and is tried on another connection.
  client.on('error', () => {});
  await client.connect();
  // A power cut takes back rows and place together, and the journal has them.
  await client.query('set synchronous_commit = off');
  // The statements are long, and the arrays of one time say nothing of those of the next: each is planned once.
  await client.query('set plan_cache_mode = force_generic_plan');
  return client;
}
