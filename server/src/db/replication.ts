/**
 * PostgreSQL's replication protocol, as far as a backup needs it: the data folder as a tar, and the log as it is
 * written. The packaged binaries have neither pg_basebackup nor pg_receivewal, and both are only clients of this.
 */
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { LET_IN_WITHIN_MS } from '#db/await-database.ts';

/** What the driver has and its types leave out. */
interface CopyConnection {
  readonly stream: Duplex;
  sendCopyFromChunk(chunk: Buffer): void;
}

export interface Replication {
  rows(command: string): Promise<readonly Readonly<Record<string, string>>[]>;
  /**
   * Runs a command that streams; resolves with its ordinary results when the stream ends. A chunk is valid until
   * `take` returns.
   */
  copy(command: string, take: (chunk: Buffer) => void): Promise<readonly pg.QueryResult[]>;
  /** Within a stream that goes both ways. */
  send(chunk: Buffer): void;
  /** Stops reading from the socket, for whoever can't keep up. */
  pause(): void;
  resume(): void;
  end(): Promise<void>;
}

class CopyQuery extends pg.Query {
  private readonly take: (chunk: Buffer) => void;

  constructor(
    text: string,
    take: (chunk: Buffer) => void,
    done: (error: Error | undefined, results: readonly pg.QueryResult[]) => void,
  ) {
    super(text, (error, results) => done(error, [results].flat()));
    this.take = take;
  }

  /** Called by the driver. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.take(chunk);
  }
}

export async function openReplication(url: string): Promise<Replication> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: LET_IN_WITHIN_MS },
    ...{ replication: 'true', keepAlive: true },
  });
  let lost: Error | undefined;
  const losses = new Set<(error: Error) => void>();
  const lose = (error: Error): void => {
    lost ??= error;
    for (const loss of losses) loss(error);
  };
  client.on('error', lose);
  client.on('end', () => lose(new Error('PostgreSQL has closed the connection')));
  await client.connect();
  const { connection } = client as unknown as { readonly connection: CopyConnection };
  return {
    async rows(command) {
      return (await client.query<Record<string, string>>(command)).rows;
    },
    copy(command, take) {
      return new Promise((resolve, reject) => {
        if (lost) return reject(lost);
        losses.add(reject);
        client.query(new CopyQuery(command, take, (error, results) => (error ? reject(error) : resolve(results))));
      });
    },
    send: (chunk) => connection.sendCopyFromChunk(chunk),
    pause: () => connection.stream.pause(),
    resume: () => connection.stream.resume(),
    end: async () => {
      // In the middle of a stream there is nobody to say goodbye to.
      connection.stream.destroy();
    },
  };
}
