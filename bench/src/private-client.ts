/**
 * Runs one signed-in investor's socket like the product's client: a ticket for each connection, resuming after the last
 * event seen, and after a loss three quick attempts, then slow ones for ever.
 */
import { Agent, request } from 'node:http';
import type { InvestorUpdate } from '@mua/contract/feeds/investor-feed';
import { NAMESPACES } from '@mua/contract/feeds/messages';
import type { BenchInvestor } from '#bench-product.ts';
import { type FeedReader, openFeedReader } from '#feed-reader.ts';
import { retryWaitMs } from '../../web/src/network/retry-wait.ts';

const CONNECT_MS = 10_000;
const TICKETS_AT_ONCE = 64;

/** All clients share one agent: one each, as browsers have, would only measure this process. */
const agent = new Agent({ keepAlive: true, maxSockets: TICKETS_AT_ONCE });

export interface PrivateClient {
  readonly isConnected: boolean;
  /** Closes for good. */
  close(): void;
}

export interface PrivateClientOptions {
  readonly url: string;
  readonly investor: BenchInvestor;
  readonly onUpdate: (update: InvestorUpdate) => void;
  /** Called after every connect and disconnect. */
  readonly onChange: () => void;
}

export function openPrivateClient(options: PrivateClientOptions): PrivateClient {
  const { url, investor, onUpdate, onChange } = options;
  const { accountId } = investor;
  let reader: FeedReader | undefined;
  let lastSeq: number | undefined;
  let failures = 0;
  let isClosed = false;

  async function connect(): Promise<void> {
    try {
      const ticket = await drawTicket(url, investor);
      reader = await openFeedReader({
        url,
        namespace: NAMESPACES.investor,
        handshake: { ticket },
        subscription: { event: 'account', accountId, ...(lastSeq === undefined ? {} : { afterSeq: lastSeq }) },
        limitMs: CONNECT_MS,
        onClosed: () => {
          onChange();
          comeBack();
        },
        onUpdate(json) {
          const update = json() as InvestorUpdate;
          lastSeq = update.seq;
          onUpdate(update);
        },
      });
      failures = 0;
      onChange();
    } catch {
      comeBack();
    }
  }

  function comeBack(): void {
    if (!isClosed) setTimeout(() => void connect(), retryWaitMs(failures++, Math.random));
  }

  void connect();
  return {
    get isConnected() {
      return reader?.isConnected ?? false;
    },
    close() {
      isClosed = true;
      reader?.close();
    },
  };
}

function drawTicket(url: string, { headers }: BenchInvestor): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/session/socket-ticket`,
      { method: 'POST', agent, headers, timeout: CONNECT_MS },
      (reply) => {
        let text = '';
        reply.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        reply.on('end', () => {
          if (reply.statusCode === 200) resolve((JSON.parse(text) as { ticket: string }).ticket);
          else reject(new Error(`no ticket: ${reply.statusCode}`));
        });
        reply.on('error', reject);
      },
    );
    asked.on('timeout', () => asked.destroy(new Error('no ticket in time')));
    asked.on('error', reject);
    asked.end('{}');
  });
}
