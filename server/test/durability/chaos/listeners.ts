/**
 * Sockets of people who watch: of their own sub-accounts, where they notice what they were not told, and of prices. They
 * come back as the product's client does.
 */
import type { InvestorSnapshot, InvestorUpdate } from '@mua/contract/feeds/investor-feed';
import type { MarketSubscribe, MarketUpdate } from '@mua/contract/feeds/market-feed';
import { type Acknowledgement, NAMESPACES } from '@mua/contract/feeds/messages';
import { io, type Socket } from 'socket.io-client';
import type { Findings } from '#test/durability/chaos/findings.ts';
import type { OrderLog } from '#test/durability/chaos/order-log.ts';
import type { InvestorClient } from '#test/fixtures/investor-client.ts';
import { openFeedReader } from '../../../../bench/src/feed-reader.ts';
import { retryWaitMs } from '../../../../web/src/network/retry-wait.ts';

const CONNECT_MS = 10_000;
const CONNECTION = { transports: ['websocket'], forceNew: true, reconnection: false, timeout: CONNECT_MS };

/** Connects again and again until it is closed. */
abstract class Listener {
  isConnected = false;
  #failures = 0;
  #isClosed = false;
  #end: (() => void) | undefined;
  #retry: NodeJS.Timeout | undefined;

  /** Resolves to how to end it, once connected and subscribed; calls `onEnd` once if it ends by itself after that. */
  protected abstract open(onEnd: () => void): Promise<() => void>;

  async connect(): Promise<void> {
    try {
      this.#end = await this.open(() => this.#comeBack());
      this.isConnected = true;
      this.#failures = 0;
      if (this.#isClosed) this.#end();
    } catch {
      this.#comeBack();
    }
  }

  #comeBack(): void {
    this.isConnected = false;
    if (this.#isClosed) return;
    this.#retry = setTimeout(() => void this.connect(), retryWaitMs(this.#failures++, Math.random));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#end?.();
  }
}

/** Of one contract's prices or trades. */
abstract class MarketListener extends Listener {
  readonly #url: string;
  readonly #subscription: MarketSubscribe;

  constructor(url: string, event: MarketSubscribe['event'], contractCode: string) {
    super();
    this.#url = url;
    this.#subscription = { event, codes: [contractCode] };
  }

  /** Called with each connection: what hears its updates. */
  protected abstract listener(): (json: () => unknown) => void;

  protected async open(onClosed: () => void): Promise<() => void> {
    const reader = await openFeedReader({
      ...{ url: this.#url, namespace: NAMESPACES.market, subscription: this.#subscription },
      ...{ limitMs: CONNECT_MS, onClosed, onUpdate: this.listener() },
    });
    return () => reader.close();
  }
}

/** Leaves what it is told unread: hundreds of them would take more of the machine than the product. */
export class PriceListener extends MarketListener {
  received = 0;

  constructor(url: string, contractCode: string) {
    super(url, 'prices', contractCode);
  }

  protected listener(): () => void {
    return () => {
      this.received += 1;
    };
  }
}

/** Of one connection: the trades that it was told of, as one text each, in order. */
export type HeardTape = readonly string[];

/** Writes down every trade that it is told of. */
export class TapeListener extends MarketListener {
  readonly tapes: string[][] = [];

  constructor(url: string, contractCode: string) {
    super(url, 'trades', contractCode);
  }

  protected listener(): (json: () => unknown) => void {
    const tape: string[] = [];
    this.tapes.push(tape);
    return (json) => {
      const { items } = json() as MarketUpdate;
      for (const item of items) tape.push(JSON.stringify(item));
    };
  }
}

/**
 * Says where two that listened at the same time were not told the same: from the first trade that both have, one has to
 * be the beginning of the other's rest.
 */
export function differenceOfTapes(one: HeardTape, other: HeardTape): string | undefined {
  const [first, second] = [one[0], other[0]];
  if (first === undefined || second === undefined) return undefined;
  const [atOne, atOther] = [one.indexOf(second), other.indexOf(first)];
  // They did not listen at the same time.
  if (atOne < 0 && atOther < 0) return undefined;
  const [longer, shorter] = atOne >= 0 ? [one.slice(atOne), other] : [other.slice(atOther), one];
  const at = shorter.findIndex((trade, index) => index < longer.length && trade !== longer[index]);
  return at < 0 ? undefined : `after ${at} trades alike, one was told ${shorter[at]} and the other ${longer[at]}`;
}

interface AccountListenerParts {
  readonly url: string;
  readonly client: InvestorClient;
  readonly accountId: string;
  /** Its place among those of the sub-account, from 0. */
  readonly place: number;
  readonly log: OrderLog;
  readonly findings: Findings;
}

export class AccountListener extends Listener {
  lastSeq: number | undefined;
  /** Snapshots in place of what was missed: changes in between are not told. */
  snapshotsInstead = 0;
  resumed = 0;
  readonly #parts: AccountListenerParts;

  constructor(parts: AccountListenerParts) {
    super();
    this.#parts = parts;
  }

  get accountId(): string {
    return this.#parts.accountId;
  }

  get bit(): number {
    return 1 << this.#parts.place;
  }

  protected async open(onEnd: () => void): Promise<() => void> {
    const { url, client, accountId } = this.#parts;
    const { status, body } = await client.post('/api/session/socket-ticket', {});
    if (status !== 200) throw new Error(`no ticket: ${status}`);
    const socket = io(`${url}${NAMESPACES.investor}`, { ...CONNECTION, auth: { ticket: body.ticket } });
    this.#listen(socket);
    try {
      await new Promise<void>((resolve, reject) => {
        socket.on('connect', resolve);
        socket.on('connect_error', reject);
      });
      if (this.lastSeq !== undefined) this.resumed += 1;
      const afterSeq = this.lastSeq === undefined ? {} : { afterSeq: this.lastSeq };
      const asked = { event: 'account', accountId, ...afterSeq };
      const answer: Acknowledgement = await socket.timeout(CONNECT_MS).emitWithAck('subscribe', asked);
      if (!answer.ok || !socket.connected) throw new Error('not subscribed');
    } catch (error) {
      socket.removeAllListeners();
      socket.disconnect();
      throw error;
    }
    socket.on('disconnect', () => {
      socket.removeAllListeners();
      onEnd();
    });
    return () => socket.disconnect();
  }

  #listen(socket: Socket): void {
    socket.on('snapshot', ({ seq, items }: InvestorSnapshot) => {
      if (this.lastSeq !== undefined) this.snapshotsInstead += 1;
      this.lastSeq = seq;
      this.#hear(items);
    });
    socket.on('update', ({ seq, previousSeq, items }: InvestorUpdate) => {
      if (this.lastSeq !== undefined && seq <= this.lastSeq) return;
      if (previousSeq !== this.lastSeq)
        this.#parts.findings.note(`${this.accountId} was told ${seq} after ${previousSeq}, and had ${this.lastSeq}`);
      this.lastSeq = seq;
      this.#hear(items);
    });
  }

  #hear(items: InvestorUpdate['items']): void {
    for (const item of items) {
      const sent = item.kind === 'order' ? this.#parts.log.get(item.order.clientOrderId ?? '') : undefined;
      if (sent) sent.heardBy |= this.bit;
    }
  }
}
