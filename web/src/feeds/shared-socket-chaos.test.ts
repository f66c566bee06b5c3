/**
 * Runs the investor feeds of several windows over one shared socket, by seeded plans: windows open, lag, freeze and crash
 * (the one that leads too), and the network of the one that leads cuts and refuses. Each window must report what the
 * journal says, nothing twice, out of order or not at all; in the end all are where it is, over one connection.
 */
import type { InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createInvestorFeed } from '#feeds/investor-feed.ts';
import { openSharedSocket } from '#feeds/shared-socket.ts';
import { useConnections } from '#network/connection-store.ts';
import { type FeedSocket, MOVED } from '#network/feed-socket.ts';
import type { KeptConnection } from '#network/kept-connection.ts';
import type { Network } from '#network/network.ts';
import { FakeBrowser, type FakeWindow } from '#test/fake-browser.ts';
import { type FakeSurroundings, fakeSurroundings } from '#test/fake-surroundings.ts';
import { ModelJournal, ModelServer, type Reading, seqOf } from '#test/model-investor-server.ts';

const SEED = 20261128;
const PLANS = 300;
const ACCOUNTS = ['a1', 'a2'] as const;
const MOST_WINDOWS = 3;
/** No plan needs more rounds to come to rest. */
const MOST_ROUNDS = 300;

afterEach(() => useConnections.setState({ connections: {} }));

type Investor = FeedSocket<InvestorServerEvents, InvestorClientEvents>;

/** A real connection: its messages lie in the server's two lists until the plan moves them. */
class ModelSocket {
  readonly #listeners = new Map<string, ((message: unknown) => void)[]>();
  readonly server: ModelServer;
  connected = false;
  isTrying = false;
  auth = {};

  constructor(journal: ModelJournal) {
    this.server = new ModelServer(journal, (event, message) => this.receive(event, message));
  }

  on(event: string, listener: (message: unknown) => void): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  emit(event: string, { accountId, afterSeq }: { accountId: string; afterSeq?: number }, take: Reading['acknowledge']) {
    this.server.toServer.push(() => {
      if (event === 'subscribe') this.server.subscribe(accountId, afterSeq, take);
      else this.server.unsubscribe(accountId);
    });
  }

  connect(): void {
    this.isTrying = !this.connected;
  }

  open(): boolean {
    if (!this.isTrying) return false;
    this.isTrying = false;
    this.connected = true;
    this.receive('connect', undefined);
    return true;
  }

  disconnect(): void {
    this.isTrying = false;
    if (!this.connected) return;
    this.connected = false;
    this.server.hangUp();
    this.receive('disconnect', 'transport close');
  }

  step(): boolean {
    const deliver = this.server.toServer.shift() ?? this.server.toClient.shift();
    deliver?.();
    return deliver !== undefined || this.server.read(true);
  }

  receive(event: string, message: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(message);
  }
}

/** One window with its feed, and what it has reported. */
class Desk {
  readonly window: FakeWindow;
  readonly surroundings: FakeSurroundings = fakeSurroundings();
  readonly sockets: ModelSocket[] = [];
  readonly #journal: ModelJournal;
  readonly #socket: Investor & { leave(): void };
  readonly #seqs = new Map<string, number | null>(ACCOUNTS.map((accountId) => [accountId, null]));
  #isDown = false;
  updates = 0;

  constructor(window: FakeWindow, journal: ModelJournal) {
    this.window = window;
    this.#journal = journal;
    this.#socket = openSharedSocket<InvestorServerEvents, InvestorClientEvents>({
      ...{ name: 'feed', windows: window, surroundings: this.surroundings },
      openSocket: () => this.#openReal(),
    });
    const feed = createInvestorFeed({
      network: this.#network(),
      socket: this.#socket,
      onItems: (accountId, items, isSnapshot) => this.#check(accountId, items.map(seqOf), isSnapshot),
      onUnauthorized: () => undefined,
    });
    feed.follow(ACCOUNTS);
  }

  get isConnected(): boolean {
    return this.#socket.connected;
  }

  tryAgain(): void {
    if (!this.#isDown) return;
    this.#isDown = false;
    this.#socket.connect();
  }

  /** Without a word: only its locks say that it has gone. */
  crash(): void {
    this.window.close();
    for (const socket of this.sockets) {
      socket.connected = false;
      socket.isTrying = false;
      socket.server.hangUp();
    }
  }

  expectAtTheEnd(): void {
    for (const [accountId, seq] of this.#seqs) {
      expect({ accountId, seq }).toEqual({ accountId, seq: this.#journal.seqsOf(accountId, 0).at(-1) });
    }
  }

  #openReal(): FeedSocket<object, object> {
    const socket = new ModelSocket(this.#journal);
    this.sockets.push(socket);
    return socket as unknown as FeedSocket<object, object>;
  }

  /** Connects when the plan says so, or at once where the socket has moved. */
  #network(): Pick<Network, 'keep'> {
    return {
      keep: ({ socket, onConnect }) => {
        const down = () => {
          this.#isDown = true;
        };
        socket.on('connect', onConnect);
        socket.on('disconnect', (reason) => (reason === MOVED ? socket.connect() : down()));
        socket.on('connect_error', down);
        socket.connect();
        return { touch: () => undefined, noteSubscribed: () => undefined } as unknown as KeptConnection;
      },
    };
  }

  /** Requires exactly what follows the last report. A snapshot holds everything up to its seq. */
  #check(accountId: string, seqs: readonly number[], isSnapshot: boolean): void {
    const reported = this.#seqs.get(accountId) ?? 0;
    if (isSnapshot) expect(seqs[0]).toBeGreaterThanOrEqual(reported);
    else expect(seqs).toEqual(this.#journal.seqsOf(accountId, reported).slice(0, seqs.length));
    this.#seqs.set(accountId, seqs.at(-1) ?? 0);
    if (!isSnapshot) this.updates += seqs.length;
  }
}

class Room {
  readonly browser = new FakeBrowser();
  readonly journal = new ModelJournal();
  readonly desks: Desk[] = [];

  get sockets(): ModelSocket[] {
    return this.desks.filter(({ window }) => !window.isFrozen).flatMap(({ sockets }) => sockets);
  }

  open(): void {
    if (this.desks.length < MOST_WINDOWS) this.desks.push(new Desk(this.browser.open(), this.journal));
  }

  publish(accountId: string): void {
    const event = this.journal.append(accountId);
    for (const desk of this.desks) for (const { server } of desk.sockets) server.tell(event);
  }

  crash(place: number): void {
    const [gone] = this.desks.splice(place % this.desks.length, 1);
    gone?.crash();
    if (this.desks.length === 0) this.open();
  }

  wait(): void {
    for (const { window, surroundings } of this.desks) if (!window.isFrozen) surroundings.advance(4_000);
  }

  heal(): void {
    for (const { window } of this.desks) window.isFrozen = false;
    for (let rounds = 0; this.#round() || !this.desks.every(({ isConnected }) => isConnected); rounds += 1) {
      if (rounds > MOST_ROUNDS) throw new Error('the windows never come to rest');
    }
    for (const accountId of ACCOUNTS) this.publish(accountId);
    for (let beats = 0; beats < 4; beats += 1) {
      this.beat();
      while (this.#round());
    }
    expect(this.sockets.filter(({ connected }) => connected)).toHaveLength(1);
    for (const desk of this.desks) desk.expectAtTheEnd();
  }

  beat(): void {
    for (const socket of this.sockets) if (socket.connected) socket.receive('heartbeat', { timeMs: 0, marketMs: 0 });
  }

  #round(): boolean {
    const hasMoved = [this.browser.rest(), ...this.sockets.map((socket) => socket.open() || socket.step())];
    for (const desk of this.desks) desk.tryAgain();
    if (hasMoved.includes(true)) return true;
    if (this.desks.every(({ isConnected }) => isConnected)) return false;
    this.wait();
    return true;
  }
}

type Plain = 'read' | 'refuse' | 'beat' | 'cut' | 'connect' | 'tryAgain' | 'open' | 'wait' | 'forget';
type Happening =
  | { readonly kind: 'publish' | 'run' | 'crash' | 'freeze'; readonly place: number }
  | { readonly kind: 'deliver'; readonly way: 'toClient' | 'toServer' }
  | { readonly kind: Plain };

function play(room: Room, happening: Happening): void {
  const sockets = room.sockets.filter(({ connected }) => connected);
  const at = (place: number) => room.desks[place % room.desks.length]?.window;
  switch (happening.kind) {
    case 'publish':
      return room.publish(ACCOUNTS[happening.place % 2] ?? ACCOUNTS[0]);
    case 'run':
      for (let tasks = 0; tasks < 6; tasks += 1) at(happening.place)?.run();
      return;
    case 'crash':
      return room.crash(happening.place);
    case 'freeze': {
      const window = at(happening.place);
      if (window) window.isFrozen = !window.isFrozen;
      return;
    }
    case 'deliver':
      for (const { server } of sockets) server[happening.way].shift()?.();
      return;
    case 'read':
    case 'refuse':
      for (const { server } of sockets) server.read(happening.kind === 'read');
      return;
    case 'forget':
      for (const { server } of sockets) server.forgetOldPositions();
      return;
    case 'cut':
      for (const socket of sockets) socket.disconnect();
      return;
    case 'connect':
      for (const socket of room.sockets) socket.open();
      return;
    case 'tryAgain':
      for (const desk of room.desks) if (!desk.window.isFrozen) desk.tryAgain();
      return;
    case 'open':
      return room.open();
    case 'beat':
      return room.beat();
    case 'wait':
      return room.wait();
  }
}

const way = fc.constantFrom('toClient', 'toClient', 'toServer') as fc.Arbitrary<'toClient' | 'toServer'>;
const only = (...kinds: Plain[]) => fc.record({ kind: fc.constantFrom(...kinds) });
const withPlace = (kind: 'publish' | 'run' | 'crash' | 'freeze') =>
  fc.record({ kind: fc.constant(kind), place: fc.nat(5) });

const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 30, arbitrary: withPlace('publish') },
  { weight: 60, arbitrary: withPlace('run') },
  { weight: 50, arbitrary: fc.record({ kind: fc.constant('deliver' as const), way }) },
  { weight: 20, arbitrary: only('read') },
  { weight: 14, arbitrary: only('connect', 'tryAgain') },
  { weight: 6, arbitrary: only('open', 'beat') },
  { weight: 3, arbitrary: withPlace('crash') },
  { weight: 3, arbitrary: withPlace('freeze') },
  { weight: 3, arbitrary: only('cut', 'refuse', 'wait', 'forget') },
);

test(`${PLANS} seeded plans of windows that share a socket lose, double and reorder nothing`, () => {
  let updates = 0;
  fc.assert(
    fc.property(fc.array(happening, { minLength: 60, maxLength: 240 }), (plan) => {
      const room = new Room();
      room.open();
      room.open();
      room.browser.rest();
      for (const socket of room.sockets) socket.open();
      for (const each of plan) play(room, each);
      room.heal();
      updates += room.desks.reduce((sum, desk) => sum + desk.updates, 0);
    }),
    { seed: SEED, numRuns: PLANS },
  );
  expect(updates).toBeGreaterThan(PLANS * 5);
});
