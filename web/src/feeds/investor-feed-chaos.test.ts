/**
 * Runs the investor feed over a network that loses, doubles, delays and cuts, built from arrays and without a clock: a
 * seeded plan decides what happens next, the server is its journal, and whatever the client reports is compared with
 * it. Nothing may be reported twice, out of order or not at all; when the network has recovered, the client is where
 * the journal is.
 */
import type { InvestorClientEvents, InvestorServerEvents } from '@mua/contract/feeds/investor-feed';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createInvestorFeed } from '#feeds/investor-feed.ts';
import { useConnections } from '#network/connection-store.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import { createNetwork } from '#network/network.ts';
import { NO_NETWORK_CHANGE, useNetwork } from '#network/network-store.ts';
import { createWakeWatch } from '#network/wake.ts';
import { fakeSurroundings } from '#test/fake-surroundings.ts';
import { ModelJournal, ModelServer, type Reading, seqOf } from '#test/model-investor-server.ts';

const SEED = 20261122;
const PLANS = 300;
/** No plan needs more steps to come to rest. */
const MOST_STEPS = 500;
const ACCOUNTS = ['a1', 'a2'] as const;

afterEach(() => {
  useConnections.setState({ connections: {} });
  useNetwork.setState(NO_NETWORK_CHANGE);
});

/** Connects the real feed to a socket whose messages lie in the server's two lists until the plan moves them. */
class Stand {
  readonly #listeners = new Map<string, ((message: unknown) => void)[]>();
  readonly #journal = new ModelJournal();
  readonly server = new ModelServer(this.#journal, (event, message) => this.#receive(event, message));
  readonly #surroundings = fakeSurroundings();
  readonly #network = createNetwork(this.#surroundings, createWakeWatch(this.#surroundings));
  #isConnected = false;
  #isTrying = false;
  /** Seq of the last event the client reported, for each followed sub-account; null before its snapshot. */
  readonly #seqs = new Map<string, number | null>();
  /** Number of events reported one by one; those in a snapshot are not counted. */
  updates = 0;
  readonly #feed = createInvestorFeed({
    network: this.#network,
    socket: this.#socket(),
    onItems: (accountId, items, isSnapshot) => this.#check(accountId, items.map(seqOf), isSnapshot),
    onUnauthorized: () => undefined,
  });

  follow(accountIds: readonly string[]): void {
    for (const accountId of ACCOUNTS) {
      if (!accountIds.includes(accountId)) this.#seqs.delete(accountId);
      else if (!this.#seqs.has(accountId)) this.#seqs.set(accountId, null);
    }
    this.#feed.follow(accountIds);
  }

  publish(accountId: string): void {
    this.server.tell(this.#journal.append(accountId));
  }

  beat(): void {
    if (this.#isConnected) this.#receive('heartbeat', { timeMs: 0, marketMs: 0 });
  }

  cut(): void {
    if (!this.#isConnected) return;
    this.#isConnected = false;
    this.server.hangUp();
    this.#receive('disconnect', 'transport close');
  }

  /** Lets the client reconnect by itself; how long it waits does not matter here. */
  connect(): void {
    if (this.#isConnected) return;
    while (!this.#isTrying) this.#surroundings.advance(1_000);
    this.#isConnected = true;
    this.#isTrying = false;
    this.#receive('connect', undefined);
  }

  /**
   * Heals the network, over a new connection or the existing one. Messages in transit arrive, each account gets one
   * more event, which is how a loss comes to light, and heartbeats go on.
   */
  heal(isAnew: boolean): void {
    if (isAnew) this.cut();
    this.connect();
    this.#rest();
    for (const accountId of ACCOUNTS) this.publish(accountId);
    for (let beats = 0; beats < 3; beats += 1) {
      this.#rest();
      this.beat();
    }
    this.#rest();
    for (const [accountId, seq] of this.#seqs) {
      expect({ accountId, seq }).toEqual({ accountId, seq: this.#journal.seqsOf(accountId, 0).at(-1) });
    }
    this.#network.stop();
    this.#feed.close();
  }

  #rest(): void {
    for (let steps = 0; this.#step(); steps += 1) {
      if (steps > MOST_STEPS) throw new Error('the client never stops asking');
    }
  }

  #step(): boolean {
    const deliver = this.server.toServer.shift() ?? this.server.toClient.shift();
    deliver?.();
    return deliver !== undefined || this.server.read(true);
  }

  /** Requires exactly what follows the last report. A snapshot holds everything up to its seq. */
  #check(accountId: string, seqs: readonly number[], isSnapshot: boolean): void {
    const reported = this.#seqs.get(accountId);
    expect(this.#seqs.has(accountId), 'an account that nobody follows').toBe(true);
    if (isSnapshot) expect(seqs[0]).toBeGreaterThanOrEqual(reported ?? 0);
    else expect(seqs).toEqual(this.#journal.seqsOf(accountId, reported ?? 0).slice(0, seqs.length));
    this.#seqs.set(accountId, seqs.at(-1) ?? 0);
    if (!isSnapshot) this.updates += seqs.length;
  }

  #receive(event: string, message: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(message);
  }

  #socket(): FeedSocket<InvestorServerEvents, InvestorClientEvents> {
    const stand = this;
    const socket = {
      get connected() {
        return stand.#isConnected;
      },
      auth: {},
      on: (event: string, listener: (message: unknown) => void) => {
        stand.#listeners.set(event, [...(stand.#listeners.get(event) ?? []), listener]);
      },
      emit: (
        event: string,
        { accountId, afterSeq }: { accountId: string; afterSeq?: number },
        acknowledge: Reading['acknowledge'],
      ) => {
        stand.server.toServer.push(() => {
          if (event === 'subscribe') stand.server.subscribe(accountId, afterSeq, acknowledge);
          else stand.server.unsubscribe(accountId);
        });
      },
      connect: () => {
        stand.#isTrying = true;
      },
      disconnect: () => stand.cut(),
    };
    return socket as unknown as FeedSocket<InvestorServerEvents, InvestorClientEvents>;
  }
}

type Way = 'toClient' | 'toServer';
type Plain = 'read' | 'double' | 'refuse' | 'beat' | 'cut' | 'connect' | 'forget';
type Happening =
  | { readonly kind: 'publish'; readonly account: number }
  | { readonly kind: 'deliver' | 'lose'; readonly way: Way }
  /**
   * Delays happen only on the way here: a server that gets a request twice or late may drop a subscription without
   * saying so.
   */
  | { readonly kind: 'delay'; readonly places: number }
  | { readonly kind: 'follow'; readonly both: boolean }
  | { readonly kind: Plain };

function play(stand: Stand, happening: Happening): void {
  const { server } = stand;
  switch (happening.kind) {
    case 'publish':
      return stand.publish(ACCOUNTS[happening.account] ?? ACCOUNTS[0]);
    case 'deliver':
      return server[happening.way].shift()?.();
    case 'lose':
      return void server[happening.way].shift();
    case 'double': {
      const [next] = server.toClient;
      if (next) server.toClient.splice(1, 0, next);
      return;
    }
    case 'delay': {
      const [late] = server.toClient.splice(0, 1);
      if (late) server.toClient.splice(happening.places, 0, late);
      return;
    }
    case 'follow':
      return stand.follow(happening.both ? ACCOUNTS : ACCOUNTS.slice(0, 1));
    case 'read':
      return void server.read(true);
    case 'refuse':
      return void server.read(false);
    case 'forget':
      return server.forgetOldPositions();
    case 'beat':
      return stand.beat();
    case 'cut':
      return stand.cut();
    case 'connect':
      return stand.connect();
  }
}

const way = fc.constantFrom<Way>('toClient', 'toClient', 'toServer');
const only = (...kinds: Plain[]) => fc.record({ kind: fc.constantFrom(...kinds) });

/** Draws a network that mostly works, so that there is something to lose. */
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('publish'), account: fc.nat(1) }) },
  { weight: 60, arbitrary: fc.record({ kind: fc.constant('deliver'), way }) },
  { weight: 20, arbitrary: only('read') },
  { weight: 8, arbitrary: only('connect') },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('lose'), way }) },
  { weight: 4, arbitrary: only('double') },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('delay'), places: fc.integer({ min: 1, max: 6 }) }) },
  { weight: 6, arbitrary: only('beat') },
  { weight: 4, arbitrary: only('cut', 'refuse', 'forget') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('follow'), both: fc.boolean() }) },
);

test(`${PLANS} seeded plans lose, double and reorder nothing`, () => {
  let updates = 0;
  fc.assert(
    fc.property(fc.array(happening, { minLength: 40, maxLength: 200 }), fc.boolean(), (plan, isAnew) => {
      const stand = new Stand();
      stand.follow(ACCOUNTS);
      stand.connect();
      for (const each of plan) play(stand, each);
      stand.heal(isAnew);
      updates += stand.updates;
    }),
    { seed: SEED, numRuns: PLANS },
  );
  expect(updates).toBeGreaterThan(PLANS * 5);
});
