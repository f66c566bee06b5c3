/**
 * The journal: batches of commands, each with the digest of its results and the hash of the previous batch. Nothing else
 * is in its commit: the read tables follow (projections/projector.ts).
 */
import { createHash } from 'node:crypto';
import { type Command, ENGINE_VERSION } from '@mua/core/engine';
import type pg from 'pg';
import { foundDamage } from '#db/damaged-data.ts';
import { encodeCommands } from '#journal/journal-codec.ts';
import { type DigestedTexts, encodeDigested, inDigestOrder } from '#journal/projections/encode-rows.ts';
import type { BatchRows } from '#journal/projections/rows.ts';

export const GENESIS_HASH = '0'.repeat(64);

/** The journal is damaged. The start stops, and says the way out (failed-start.ts); nothing is skipped. */
export class JournalDamagedError extends Error {}

/** The database accepted the batch's statement but wrote nothing: another server has become the writer. */
export class WriterLostError extends Error {}

export interface Journal {
  /** Hash of the last durable batch. */
  readonly headHash: string;
  /**
   * Resolves when the batch is on disk. After a rejection the process must end, and recovery finds out what was written;
   * only what the database refused for lack of space (db/disk-full.ts) was not, and may be tried again as it is.
   */
  append(commands: readonly Command[], rows: BatchRows): Promise<void>;
}

const APPEND = `
insert into journal_batch (first_seq, last_seq, epoch, engine_version, commands, events_digest, previous_hash, hash)
select $1::bigint, $2::bigint, epoch, $4::integer, $5::text, $6::text, $7::text, $8::text
from writer where epoch = $3::integer for share`;

/** `onWritten` is told of each batch once it is on disk. */
export function openJournal(
  client: pg.ClientBase,
  epoch: number,
  headHash: string,
  onWritten: (batch: StoredText) => void = () => {},
): Journal {
  let head = headHash;
  return {
    get headHash() {
      return head;
    },
    async append(commands, rows) {
      const first = commands[0];
      const last = commands.at(-1);
      if (!first || !last) return;
      const text = encodeCommands(commands);
      const digest = digestOf(encodeDigested(rows));
      const hash = chainHash(head, text, digest);
      const [firstSeq, lastSeq] = [first.seq, last.seq];
      const result = await client.query({
        name: 'append-batch',
        text: APPEND,
        values: [firstSeq, lastSeq, epoch, ENGINE_VERSION, text, digest, head, hash],
      });
      if (result.rowCount !== 1) throw new WriterLostError(`epoch ${epoch} may not write any more`);
      const previousHash = head;
      head = hash;
      onWritten({ firstSeq, lastSeq, engineVersion: ENGINE_VERSION, commandText: text, digest, previousHash, hash });
    },
  };
}

export function digestOf(texts: DigestedTexts): string {
  const digest = createHash('sha256');
  for (const text of inDigestOrder(texts)) digest.update(text).update('\n');
  return digest.digest('hex');
}

export function chainHash(previous: string, commands: string, digest: string): string {
  return createHash('sha256').update(previous).update('\n').update(commands).update('\n').update(digest).digest('hex');
}

/** As it lies in the database, whatever has become of it there. */
export interface StoredText {
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly engineVersion: number;
  readonly commandText: string;
  readonly digest: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** A client, or a pool, which finds a database again that went away. */
export type JournalReader = Pick<pg.ClientBase, 'query'>;

const PAGE_SIZE = 500;

/**
 * Batches after a seq, oldest first, one page at a time.
 * @throws JournalDamagedError that names the first batch that PostgreSQL can't read
 */
export async function* readTexts(client: JournalReader, afterSeq: number): AsyncGenerator<StoredText> {
  let after = afterSeq;
  for (let size = PAGE_SIZE; ; ) {
    let page: readonly StoredText[];
    try {
      page = await readPage(client, after, size);
    } catch (error) {
      if (!foundDamage(error)) throw error;
      if (size === 1) throw unreadable(`batch at seq ${after + 1}`, error);
      // One by one, up to the one that is damaged.
      size = 1;
      continue;
    }
    for (const batch of page) {
      after = batch.lastSeq;
      yield batch;
    }
    if (page.length < size) return;
  }
}

async function readPage(client: JournalReader, afterSeq: number, size: number): Promise<readonly StoredText[]> {
  const page = await client.query<{
    first_seq: string;
    last_seq: string;
    engine_version: number;
    commands: string;
    events_digest: string;
    previous_hash: string;
    hash: string;
  }>(
    `select first_seq::text, last_seq::text, engine_version, commands, events_digest, previous_hash, hash
     from journal_batch where first_seq > $1 order by journal_batch.first_seq limit ${size}`,
    [afterSeq],
  );
  return page.rows.map((row) => ({
    firstSeq: Number(row.first_seq),
    lastSeq: Number(row.last_seq),
    engineVersion: row.engine_version,
    commandText: row.commands,
    digest: row.events_digest,
    previousHash: row.previous_hash,
    hash: row.hash,
  }));
}

/**
 * What else is read of the journal.
 * @throws JournalDamagedError that names the first batch that PostgreSQL can't read
 */
export async function readJournal<Row extends pg.QueryResultRow>(
  client: JournalReader,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  try {
    return (await client.query<Row>(text, [...values])).rows;
  } catch (error) {
    if (!foundDamage(error)) throw error;
    const batches = readTexts(client, 0);
    while (!(await batches.next()).done);
    // Each batch can be read by itself: an index is damaged.
    throw unreadable('it', error);
  }
}

function unreadable(what: string, cause: pg.DatabaseError): JournalDamagedError {
  return new JournalDamagedError(`journal: ${what} can't be read: ${cause.message}`, { cause });
}
