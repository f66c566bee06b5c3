/**
 * Keeps up one named connection, and its record (docs/rules/connections.md#sockets). The library is told to try once;
 * when to try again is decided here, so that it can be stated, tested and requested: three attempts a second apart,
 * then for ever, ever slower (record 96). Whatever happens to the socket is in the record before any listener is
 * notified.
 */
import type { Heartbeat } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { noteTimes } from '#clock/market-clock.ts';
import { type FeedConnection, type FeedName, SUBSCRIBE_FAILED, useConnections } from '#network/connection-store.ts';
import { type FeedSocket, MOVED } from '#network/feed-socket.ts';
import { retryWaitMs } from '#network/retry-wait.ts';
import type { Stop, Surroundings } from '#network/surroundings.ts';

export interface KeptConnectionOptions {
  readonly name: FeedName;
  readonly socket: FeedSocket<object, object>;
  /** Draws what the handshake carries, before every attempt. */
  readonly draw?: (() => Promise<object>) | undefined;
  /** Called on every connect, the first one too: emits the current subscriptions. */
  readonly onConnect: () => void;
}

/** Receives null when the connection is up, else the reason why it is not. */
type OnEnd = (reason: string | null) => void;

const OFFLINE = 'browser offline';
const SILENT = 'no data';
const TIMED_OUT = 'timeout';

/** An investor's ticket is drawn first, by a call: it has as long as a reconnect may take. */
const TRY_MS: Readonly<Record<FeedName, number>> = {
  investor: LIMITS.reconnectTimeoutMs,
  market: LIMITS.marketSocketTimeoutMs,
  exchange: LIMITS.marketSocketTimeoutMs,
};

export class KeptConnection {
  readonly #options: KeptConnectionOptions;
  readonly #surroundings: Surroundings;
  readonly #onClose: () => void;
  /** A connection that is `resting` waits only for the browser's network. */
  #stage: 'resting' | 'waiting' | 'trying' | 'connected' | 'closed' = 'resting';
  #failures = 0;
  /** Grows with each attempt; a ticket drawn for an older one is discarded. */
  #tries = 0;
  #connectedMs = 0;
  #lastMessageMs: number | null = null;
  #isHangingUp = false;
  /** Stops the wait, or the timeout of the attempt under way. */
  #stopTimer: Stop = () => undefined;
  #stopSilence: Stop = () => undefined;
  #asking: OnEnd[] = [];

  constructor(options: KeptConnectionOptions, surroundings: Surroundings, onClose: () => void) {
    this.#options = options;
    this.#surroundings = surroundings;
    this.#onClose = onClose;
    const { socket } = options;
    this.#note({ socket, isConnected: false, error: null, disconnectReason: null });
    socket.on('connect', () => this.#rise());
    socket.on('disconnect', (reason) => this.#onDisconnect(reason));
    socket.on('connect_error', ({ message }) => {
      if (this.#stage === 'trying') this.#fail(message);
    });
    socket.on('heartbeat', (times: Heartbeat) => this.#beat(times));
    if (surroundings.isOnline()) this.#connect();
    else this.goOffline();
  }

  get name(): FeedName {
    return this.#options.name;
  }

  /** Any message is a sign of life. */
  touch(): void {
    if (this.#stage !== 'connected') return;
    this.#lastMessageMs = this.#surroundings.now();
    if (!this.#record?.isStalled) return;
    this.#note({ isStalled: false });
    this.#watchSilence();
  }

  /**
   * Updates the record at the pace of heartbeats, not of prices: the time of its last message is never more than one
   * heartbeat old.
   */
  #beat(times: Heartbeat): void {
    noteTimes(times);
    this.touch();
    if (this.#stage === 'connected') this.#note({});
  }

  /**
   * Notes whether a subscription was accepted: a failed one is in the record until one is
   * (docs/rules/connections.md#sockets).
   */
  noteSubscribed(isTaken: boolean): void {
    if (this.#stage !== 'connected') return;
    if (!isTaken) this.#note({ error: SUBSCRIBE_FAILED });
    else if (this.#record?.error === SUBSCRIBE_FAILED) this.#note({ error: null });
  }

  /** Connects now whatever was planned, and anew where the old connection has gone silent. Reports how it ended. */
  tryNow(onEnd: OnEnd): void {
    const isUp = this.#stage === 'connected' && !this.#record?.isStalled;
    if (isUp || this.#stage === 'closed') return onEnd(null);
    this.#asking.push(onEnd);
    if (this.#stage === 'trying') return;
    if (this.#stage === 'connected') this.#drop();
    this.#connect();
  }

  /** The browser has no network: nothing is tried until `sync` finds that it has one again. */
  goOffline(): void {
    if (this.#stage === 'closed') return;
    this.#stopAll();
    if (this.#stage === 'trying') this.#hangUp();
    this.#failures = 0;
    this.#stage = 'resting';
    this.#note({ isConnected: false, isStalled: false, disconnectReason: OFFLINE });
    this.#publish(OFFLINE);
  }

  /** Compares the record with the socket and corrects it (docs/rules/connections.md#sockets, every 3 s). */
  sync(): void {
    if (this.#stage === 'closed') return;
    const isConnected = this.#options.socket.connected;
    if (!this.#surroundings.isOnline()) {
      if (isConnected) this.#hangUp();
      if (this.#stage !== 'resting' || this.#record?.isConnected) this.goOffline();
    } else if (isConnected !== this.#record?.isConnected) {
      if (isConnected) this.#rise();
      else this.#fall({ disconnectReason: SILENT });
    } else if (this.#stage === 'resting') {
      this.#tryLater();
    }
  }

  /** Resumes after a sleep: what was missed is asked for, over a new connection where the old one has gone silent. */
  resume(): void {
    const { now, isOnline } = this.#surroundings;
    if (this.#stage === 'connected') {
      if (now() - (this.#lastMessageMs ?? 0) <= LIMITS.feedStalledMs) return this.#subscribe();
      this.#drop();
    }
    if (this.#stage !== 'closed' && this.#stage !== 'trying' && isOnline()) this.#connect();
  }

  close(): void {
    if (this.#stage === 'closed') return;
    this.#stage = 'closed';
    this.#stopAll();
    this.#hangUp();
    useConnections.getState().remove(this.name);
    this.#publish(null);
    this.#onClose();
  }

  #connect(): void {
    const { socket, draw } = this.#options;
    this.#stopAll();
    this.#stage = 'trying';
    this.#stopTimer = this.#surroundings.after(TRY_MS[this.name], () => {
      this.#hangUp();
      this.#fail(TIMED_OUT);
    });
    if (!draw) return void socket.connect();
    const mine = this.#tries;
    draw().then(
      (auth) => {
        if (mine !== this.#tries) return;
        socket.auth = auth;
        socket.connect();
      },
      (error: unknown) => {
        if (mine === this.#tries) this.#fail(error instanceof Error ? error.message : String(error));
      },
    );
  }

  #rise(): void {
    if (this.#stage === 'closed') return;
    this.#stopAll();
    this.#stage = 'connected';
    this.#connectedMs = this.#surroundings.now();
    this.#lastMessageMs = this.#connectedMs;
    this.#note({ isConnected: true, isStalled: false, error: null, disconnectReason: null });
    this.#watchSilence();
    this.#subscribe();
    this.#publish(null);
  }

  /**
   * Emits the stored subscriptions again on connect, and records a failure to do so
   * (docs/rules/connections.md#sockets).
   */
  #subscribe(): void {
    try {
      this.#options.onConnect();
    } catch {
      this.noteSubscribed(false);
    }
  }

  #onDisconnect(reason: string): void {
    if (this.#isHangingUp || this.#stage === 'closed') return;
    if (this.#stage === 'trying') this.#fail(reason);
    else if (reason === MOVED) this.#move();
    else this.#fall({ disconnectReason: reason });
  }

  /** Nothing failed: until the other window answers, this is a first attempt. */
  #move(): void {
    this.#note({ isConnected: false, isStalled: false, error: null, disconnectReason: null });
    this.#connect();
  }

  #fail(reason: string): void {
    this.#fall({ error: reason });
    this.#publish(reason);
  }

  /**
   * Records that the connection is down, and plans the next attempt. A connection that did not outlive a heartbeat
   * counts as a failure.
   */
  #fall(why: { readonly error: string } | { readonly disconnectReason: string }): void {
    this.#stopAll();
    const hasLasted = this.#stage === 'connected' && this.#surroundings.now() - this.#connectedMs >= LIMITS.heartbeatMs;
    if (hasLasted) this.#failures = 0;
    this.#note({ isConnected: false, isStalled: false, ...why });
    this.#tryLater();
  }

  #tryLater(): void {
    const { isOnline, after, random } = this.#surroundings;
    this.#stage = isOnline() ? 'waiting' : 'resting';
    if (this.#stage === 'resting') return;
    this.#stopTimer = after(retryWaitMs(this.#failures, random), () => this.#connect());
    this.#failures += 1;
  }

  #drop(): void {
    this.#stopAll();
    this.#hangUp();
    this.#note({ isConnected: false, isStalled: false, disconnectReason: SILENT });
  }

  /** Checks again when the silence would be too long, and not at every message. */
  #watchSilence(): void {
    const { now, after } = this.#surroundings;
    const leftMs = (this.#lastMessageMs ?? 0) + LIMITS.feedStalledMs - now();
    if (leftMs >= 0) this.#stopSilence = after(leftMs + 1, () => this.#watchSilence());
    else this.#note({ isStalled: true });
  }

  get #record(): FeedConnection | undefined {
    return useConnections.getState().connections[this.name];
  }

  #note(change: Partial<FeedConnection>): void {
    useConnections.getState().note(this.name, { ...change, lastMessageMs: this.#lastMessageMs });
  }

  #publish(reason: string | null): void {
    for (const onEnd of this.#asking.splice(0)) onEnd(reason);
  }

  #stopAll(): void {
    this.#tries += 1;
    this.#stopTimer();
    this.#stopSilence();
  }

  #hangUp(): void {
    this.#isHangingUp = true;
    this.#options.socket.disconnect();
    this.#isHangingUp = false;
  }
}
