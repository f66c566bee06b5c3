/**
 * Sockets of people who watch: of their own sub-accounts, where they notice what they were not told, and of prices. They
 * come back as the product's client does.
 */
import type { InvestorSnapshot, InvestorUpdate } from '@mua/contract/feeds/investor-feed';
import { type Acknowledgement, NAMESPACES } from '@mua/contract/feeds/messages';
import { io, type Socket } from 'socket.io-client';
import type { Findings } from '#test/durability/chaos/findings.ts';
import type { OrderLog } from '#test/durability/chaos/order-log.ts';
import type { InvestorClient } from '#test/fixtures/investor-client.ts';
import { retryWaitMs } from '../../../../web/src/network/retry-wait.ts';

const CONNECT_MS = 10_000;

/** Connects again and again until it is closed. */
abstract class Listener {
  isConnected = false;
  #failures = 0;
  #isClosed = false;
  #socket: Socket | undefined;
  #retry: NodeJS.Timeout | undefined;

  protected abstract open(): Promise<Socket>;
  /** What it subscribes to. */
  protected abstract subscription(): object;
  /** Called before anything is received. */
  protected abstract listen(socket: Socket): void;

  async connect(): Promise<void> {
    try {
      const socket = await this.open();
      this.#socket = socket;
      this.listen(socket);
      socket.on('connect_error', () => this.#comeBack(socket));
      socket.on('disconnect', () => this.#comeBack(socket));
      socket.on('connect', () => this.#subscribe(socket));
      if (this.#isClosed) socket.disconnect();
    } catch {
      this.#comeBack(undefined);
    }
  }

  #subscribe(socket: Socket): void {
    socket
      .timeout(CONNECT_MS)
      .emit('subscribe', this.subscription(), (error: Error | null, answer: Acknowledgement) => {
        if (error || !answer.ok) {
          this.#comeBack(socket);
          return;
        }
        this.isConnected = true;
        this.#failures = 0;
      });
  }

  #comeBack(socket: Socket | undefined): void {
    if (this.#isClosed || socket !== this.#socket) return;
    this.isConnected = false;
    this.#socket = undefined;
    socket?.removeAllListeners();
    socket?.disconnect();
    this.#retry = setTimeout(() => void this.connect(), retryWaitMs(this.#failures++, Math.random));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.#socket?.disconnect();
  }
}

const CONNECTION = { transports: ['websocket'], forceNew: true, reconnection: false, timeout: CONNECT_MS };

export class PriceListener extends Listener {
  received = 0;
  readonly #url: string;
  readonly #code: string;

  constructor(url: string, contractCode: string) {
    super();
    this.#url = url;
    this.#code = contractCode;
  }

  protected async open(): Promise<Socket> {
    return io(`${this.#url}${NAMESPACES.market}`, CONNECTION);
  }

  protected subscription(): object {
    return { event: 'prices', codes: [this.#code] };
  }

  protected listen(socket: Socket): void {
    socket.on('update', () => {
      this.received += 1;
    });
  }
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

  protected async open(): Promise<Socket> {
    const { status, body } = await this.#parts.client.post('/api/session/socket-ticket', {});
    if (status !== 200) throw new Error(`no ticket: ${status}`);
    return io(`${this.#parts.url}${NAMESPACES.investor}`, { ...CONNECTION, auth: { ticket: body.ticket } });
  }

  protected subscription(): object {
    const { accountId } = this.#parts;
    if (this.lastSeq === undefined) return { event: 'account', accountId };
    this.resumed += 1;
    return { event: 'account', accountId, afterSeq: this.lastSeq };
  }

  protected listen(socket: Socket): void {
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
