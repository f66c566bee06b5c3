/**
 * Holds the one socket of the windows that share it, in the window that leads them. It runs no timers of its own, which a
 * browser slows down in a window that nobody sees: when to try is said by whichever window asks, and what comes from the
 * server is passed on as it comes.
 */
import { LIMITS } from '@mua/contract/limits';
import { SharedStream, type SharedStreamOptions, type StreamMessage, streamKey } from '#feeds/shared-stream.ts';
import type { LeaderWord, MemberMessage } from '#feeds/window-messages.ts';
import type { FeedSocket } from '#network/feed-socket.ts';
import type { Stop } from '#network/surroundings.ts';

/** A socket of either feed, whose messages are passed on and hardly looked at. */
export type AnySocket = FeedSocket<AnyServerEvents, AnyClientEvents>;

interface AnyServerEvents {
  snapshot: (message: StreamMessage) => void;
  update: (message: StreamMessage) => void;
  unauthorized: (message: unknown) => void;
  keepsakes: (message: unknown) => void;
}
type EmitArguments = Parameters<SharedStreamOptions['emit']> extends [unknown, ...infer A] ? A : never;
interface AnyClientEvents {
  subscribe: (...args: EmitArguments) => void;
  unsubscribe: (...args: EmitArguments) => void;
}

export interface SocketHubOptions {
  readonly socket: AnySocket;
  readonly now: () => number;
  /** Says something to one window, or with null to all. */
  readonly tell: (member: string | null, word: LeaderWord) => void;
  /** Calls back when that window has gone, however it went. */
  readonly watch: (member: string, onGone: () => void) => Stop;
}

const SILENT = 'no data';

export class SocketHub {
  readonly #options: SocketHubOptions;
  readonly #members = new Map<string, Stop>();
  readonly #streams = new Map<string, SharedStream>();
  #isTrying = false;
  #isStopped = false;
  /** Time of the last sign of life, or of the start of the attempt under way. */
  #heardMs = 0;

  constructor(options: SocketHubOptions) {
    this.#options = options;
    const { socket } = options;
    socket.on('connect', () => this.#end({ kind: 'up' }));
    socket.on('disconnect', (reason) => this.#end({ kind: 'down', reason }));
    socket.on('connect_error', ({ message }) => this.#end({ kind: 'failed', reason: message }));
    socket.on('heartbeat', (message) => {
      this.#passOn('heartbeat', message);
      for (const stream of this.#streams.values()) stream.beat();
    });
    socket.on('snapshot', (message) => this.#streamOf(message)?.snapshot(message));
    socket.on('update', (message) => this.#streamOf(message)?.update(message));
    socket.on('unauthorized', (message) => this.#passOn('unauthorized', message));
    socket.on('keepsakes', (message) => this.#passOn('keepsakes', message));
  }

  receive(message: MemberMessage): void {
    if (this.#isStopped) return;
    switch (message.kind) {
      case 'probe':
        return this.#options.tell(message.from, { kind: 'here' });
      case 'join':
        return this.#join(message.from);
      case 'connect':
        return this.#connect(message.from, message.auth);
      case 'leave':
        return this.#leave(message.from);
      case 'ask':
        return this.#ask(message);
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const stop of this.#members.values()) stop();
    this.#members.clear();
    this.#streams.clear();
    this.#options.socket.disconnect();
  }

  #join(member: string): void {
    const { socket, tell, watch } = this.#options;
    if (!this.#members.has(member)) {
      const stop = watch(member, () => this.#leave(member));
      this.#members.set(member, stop);
    }
    tell(member, { kind: socket.connected ? 'up' : 'here' });
  }

  /** A socket that went silent, or an attempt that hangs, is given up for whoever asks. */
  #connect(member: string, auth: object): void {
    const { socket, now } = this.#options;
    const isInUse = socket.connected || this.#isTrying;
    if (isInUse && now() - this.#heardMs > LIMITS.feedStalledMs) this.#hangUp();
    this.#join(member);
    if (socket.connected || this.#isTrying) return;
    this.#isTrying = true;
    this.#heardMs = now();
    socket.auth = auth;
    socket.connect();
  }

  #hangUp(): void {
    const { socket } = this.#options;
    const wasTrying = this.#isTrying;
    socket.disconnect();
    if (wasTrying) this.#end({ kind: 'failed', reason: SILENT });
  }

  #leave(member: string): void {
    const stop = this.#members.get(member);
    if (!stop) return;
    stop();
    this.#members.delete(member);
    if (this.#members.size === 0) {
      this.#options.socket.disconnect();
      this.#isTrying = false;
      return;
    }
    for (const [key, stream] of this.#streams) if (stream.leave(member)) this.#streams.delete(key);
  }

  /** A question that was on its way when the connection ended is asked again by its feed. */
  #ask({ from, askId, event, request }: Extract<MemberMessage, { kind: 'ask' }>): void {
    const { socket, tell } = this.#options;
    if (!socket.connected || !this.#members.has(from)) return;
    const { event: subject, accountId } = request;
    const about = { event: subject, ...(accountId === undefined ? {} : { accountId }) };
    const key = streamKey(about);
    const known = this.#streams.get(key);
    if (event === 'unsubscribe') {
      if (known?.leave(from)) this.#streams.delete(key);
      return;
    }
    const stream = known ?? new SharedStream({ about, emit: (name, ...rest) => socket.emit(name, ...rest), tell });
    this.#streams.set(key, stream);
    stream.subscribe(from, askId, request);
  }

  #streamOf(message: StreamMessage): SharedStream | undefined {
    this.#heardMs = this.#options.now();
    return this.#streams.get(streamKey(message));
  }

  #passOn(event: string, message: unknown): void {
    this.#heardMs = this.#options.now();
    this.#say({ kind: 'event', event, message });
  }

  /** The attempt is over, or the connection and all the server's subscriptions with it. */
  #end(word: LeaderWord): void {
    this.#isTrying = false;
    this.#streams.clear();
    this.#heardMs = this.#options.now();
    this.#say(word);
  }

  #say(word: LeaderWord): void {
    if (!this.#isStopped) this.#options.tell(null, word);
  }
}
