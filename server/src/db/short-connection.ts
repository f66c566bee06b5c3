/** A connection for one errand: opened, used and closed, or given up when nobody answers. */
import pg from 'pg';

interface Patience {
  /** Until it is let in. */
  readonly connectWithinMs: number;
  /** For each answer; absent: for ever. */
  readonly answerWithinMs?: number;
}

/** @throws the driver's errors, and whatever `errand` throws. */
export async function overConnection<T>(
  url: string,
  { connectWithinMs, answerWithinMs }: Patience,
  errand: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectWithinMs,
    ...(answerWithinMs !== undefined && { query_timeout: answerWithinMs }),
  });
  // A query that runs meanwhile is told of a lost connection as well.
  client.on('error', () => {});
  try {
    await client.connect();
    return await errand(client);
  } finally {
    // Whoever hangs does not say goodbye either.
    void client.end().catch(() => {});
  }
}
