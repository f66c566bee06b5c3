/**
 * A network between clients and the server that a test can disturb: a TCP proxy on this machine. Undisturbed it passes on
 * every byte and every end, so that a server which dies is seen at once.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/**
 * - `answers lost`: the server hears everything, and nobody hears the server
 * - `half open`: nothing arrives anywhere, and no end of a connection is told
 * - `reset`: every connection is torn down, new ones too
 */
export const DISTURBANCES = ['answers lost', 'half open', 'reset'] as const;
export type Disturbance = (typeof DISTURBANCES)[number];

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

export class CuttableLink {
  readonly #listener: Server;
  readonly #pairs = new Set<Pair>();
  /** Connections whose client is gone without a word: only the server can end them. */
  readonly #abandoned = new Set<Socket>();
  readonly #delayMs: number;
  #disturbance: Disturbance | undefined;

  private constructor(serverPort: number, delayMs: number) {
    this.#delayMs = delayMs;
    this.#listener = createServer({ noDelay: true }, (client) => this.#join(client, serverPort));
  }

  /** Whatever is passed on, either way, is so much later. */
  static async open(serverPort: number, delayMs = 0): Promise<CuttableLink> {
    const link = new CuttableLink(serverPort, delayMs);
    link.#listener.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 });
    await once(link.#listener, 'listening');
    return link;
  }

  /** Where clients connect. */
  get url(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  /** Connections that the server still keeps for clients that went without a word. */
  get abandoned(): number {
    return this.#abandoned.size;
  }

  disturb(disturbance: Disturbance): void {
    this.#disturbance = disturbance;
    if (disturbance === 'reset') this.#resetAll();
  }

  /** From now on connections work; those that were disturbed are over. */
  mend(): void {
    const disturbance = this.#disturbance;
    this.#disturbance = undefined;
    for (const { server } of disturbance === 'half open' ? this.#pairs : []) this.#abandon(server);
    this.#resetAll();
  }

  close(): void {
    this.#listener.close();
    this.#resetAll();
    for (const socket of this.#abandoned) socket.destroy();
  }

  #abandon(server: Socket): void {
    if (server.destroyed) return;
    this.#abandoned.add(server);
    server.on('close', () => this.#abandoned.delete(server));
  }

  #resetAll(): void {
    for (const { client, server } of this.#pairs) {
      client.resetAndDestroy();
      if (!this.#abandoned.has(server)) server.destroy();
    }
    this.#pairs.clear();
  }

  #join(client: Socket, serverPort: number): void {
    client.on('error', () => undefined);
    if (this.#disturbance === 'reset') {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ host: '127.0.0.1', port: serverPort, noDelay: true });
    server.on('error', () => undefined);
    const pair = { client, server };
    this.#pairs.add(pair);
    client.on('data', (bytes) => {
      if (this.#disturbance !== 'half open') this.#later(() => pass(bytes, client, server));
    });
    server.on('data', (bytes) => {
      if (this.#disturbance === undefined) this.#later(() => pass(bytes, server, client));
    });
    client.on('close', () => {
      if (this.#disturbance === 'half open' || this.#abandoned.has(server)) return;
      this.#pairs.delete(pair);
      this.#later(() => server.destroySoon());
    });
    server.on('close', () => {
      if (this.#disturbance === 'half open' || this.#disturbance === 'answers lost') return;
      this.#pairs.delete(pair);
      this.#later(() => client.destroySoon());
    });
  }

  /** One after the other, as they are asked for. */
  #later(act: () => void): void {
    if (this.#delayMs === 0) act();
    else setTimeout(act, this.#delayMs);
  }
}

function pass(bytes: Buffer, from: Socket, to: Socket): void {
  if (to.destroyed || to.write(bytes)) return;
  from.pause();
  to.once('drain', () => from.resume());
  to.once('close', () => from.resume());
}
