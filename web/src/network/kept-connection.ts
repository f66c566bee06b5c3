/**
 * One named connection that is kept up, and its record (docs/rules/connections.md#sockets). The library is told to try
 * once; when to try again is decided here, so that it can be said, tested and asked for: three tries a second apart,
 * then for ever, ever slower (record 96). Whatever happens to the socket is in the record before anybody is told of it.
 */
import type { Heartbeat } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { noteTimes } from '#clock/market-clock.ts';
import { type FeedConnection, type FeedName, SUBSCRIBE_FAILED, useConnections } from '#network/connection-store.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import { retryWaitMs } from '#network/retry-wait.ts';
import type { Stop, Surroundings } from '#network/surroundings.ts';

export interface KeptConnectionOptions {
  readonly name: FeedName;
  readonly socket: FeedSocket<object, object>;
  /** Draws what the handshake carries, before every try. */
  readonly draw?: (() => Promise<object>) | undefined;
  /** On every connect, the first one too: emits what is subscribed to. */
  readonly onConnect: () => void;
}

/** Null when it is up, else why it is not. */
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
  /** `resting` waits for nothing but the browser's network. */
  #stage: 'resting' | 'waiting' | 'trying' | 'connected' | 'closed' = 'resting';
  #failures = 0;
  /** Grows with each try; a ticket drawn for an older one is nobody's any more. */
  #tries = 0;
  #connectedMs = 0;
  #lastMessageMs: number | null = null;
  #isHangingUp = false;
  /** Of the wait, or of the try under way. */
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

  /** The record follows at the pace of heartbeats, not of prices: what it says was heard is never more than one old. */
  #beat(times: Heartbeat): void {
    noteTimes(times);
    this.touch();
    if (this.#stage === 'connected') this.#note({});
  }

  /**
   * Whether a subscription was taken: one that was not is in the record until one is
   * (docs/rules/connections.md#sockets).
   */
  noteSubscribed(isTaken: boolean): void {
    if (this.#stage !== 'connected') return;
    if (!isTaken) this.#note({ error: SUBSCRIBE_FAILED });
    else if (this.#record?.error === SUBSCRIBE_FAILED) this.#note({ error: null });
  }

  /** Connects now whatever was planned, and anew where the old connection has gone silent. Tells how it ended. */
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

  /** After a sleep: what was missed is asked for, over a new connection where the old one has gone silent. */
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
   * docs/rules/connections.md#sockets: on connect the stored subscriptions are emitted again, and a failure to do so is
   * recorded.
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
    else this.#fall({ disconnectReason: reason });
  }

  #fail(reason: string): void {
    this.#fall({ error: reason });
    this.#publish(reason);
  }

  /** It is down: said, and tried again. A connection that did not outlive a heartbeat was no better than a failure. */
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

  /** Looks again when the silence would be too long, and not at every message. */
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
