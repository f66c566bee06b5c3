/** Records that the product wrote itself, of which stored rows are copies. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchInvestor } from '#bench-product.ts';

const PATIENCE = 200;
const LOOK_MS = 50;

/** Throws unless the order is acknowledged. */
export async function placeTemplate(url: string, owner: BenchInvestor | undefined, terms: object): Promise<void> {
  const reply = await fetch(`${url}/api/order/${owner?.accountId}/place`, {
    method: 'POST',
    headers: { ...owner?.headers },
    body: JSON.stringify({ clientOrderId: randomUUID(), ...terms }),
  });
  if (reply.status !== 201) throw new Error(`a template was refused: ${reply.status} ${await reply.text()}`);
}

/** The first record of a table, as JSON text, once there is one; `what` may have a condition. */
export async function firstRecord(client: pg.Client, what: string): Promise<string> {
  for (let tries = 0; tries < PATIENCE; tries += 1) {
    const found = await client.query<{ record: string }>(`select record::text from ${what} limit 1`);
    if (found.rows[0]) return found.rows[0].record;
    await sleep(LOOK_MS);
  }
  throw new Error(`nothing was stored: ${what}`);
}
