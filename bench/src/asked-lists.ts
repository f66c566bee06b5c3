/** Asks a running product for lists: two clients at a time, in turn for a sub-account with much and for some others. */
import { Agent, type ClientRequest, request } from 'node:http';
import type { BenchInvestor } from '#bench-product.ts';
import { percentile } from '#figure.ts';

const CONNECTIONS = 2;
/** Rounds per address. */
const ROUNDS = 40;
/** How many sub-accounts are asked, the heavy one first. */
const ASKED = 8;

export interface AskedLists {
  readonly url: string;
  /** The heavy one first. */
  readonly people: readonly BenchInvestor[];
  readonly addresses: readonly string[];
  /** Where the lists of a sub-account are, such as `/api/order`. */
  readonly below: string;
}

/** Latencies in milliseconds over all addresses; those of each are printed. Only 200 counts. */
export async function askLists({ url, people, addresses, below }: AskedLists): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const [heavy, ...others] = people.slice(0, ASKED);
  const all: number[] = [];
  for (const address of addresses) {
    const turns = Array.from({ length: ROUNDS }, (_, index) => [heavy, others[index % others.length]]).flat();
    const latencies: number[] = [];
    const connection = async (): Promise<void> => {
      for (let who = turns.pop(); who; who = turns.pop()) {
        const startedAt = performance.now();
        const { accountId, headers } = who;
        await answerOf(request(encodeURI(`${url}${below}/${accountId}/${address}`), { agent, headers }));
        latencies.push(performance.now() - startedAt);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, connection));
    console.error(`  ${address.padEnd(70)} p50 ${roundedAt(latencies, 0.5)} p99 ${roundedAt(latencies, 0.99)}`);
    all.push(...latencies);
  }
  agent.destroy();
  return all;
}

/** A percentile to a tenth. */
export function roundedAt(latencies: readonly number[], share: number): number {
  return Math.round(percentile(latencies, share) * 10) / 10;
}

/** The text of an answer with 200; any other rejects. */
export function answerOf(asked: ClientRequest, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    asked.on('response', (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if (reply.statusCode === 200) resolve(text);
        else reject(new Error(`${asked.path}: ${reply.statusCode} ${text}`));
      });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
