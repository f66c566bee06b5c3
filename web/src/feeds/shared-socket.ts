/**
 * One socket for all windows of this browser, as each of them sees it (record 196). The window that holds the leader's
 * lock holds the real one; when it ends, however it ends, the next in line leads at once. Feeds cannot tell it from a
 * socket of their own: they connect, subscribe after the last seq they have, and check each message themselves.
 */

import type { Acknowledgement } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import type { BrowserWindows, Channel } from '#feeds/browser-windows.ts';
import { type AnySocket, SocketHub } from '#feeds/socket-hub.ts';
import type { ClientEvent, LeaderMessage, LeaderWord, StreamRequest, WindowMessage } from '#feeds/window-messages.ts';
import { type FeedSocket, MOVED } from '#network/feed-socket.ts';
import type { Stop, Surroundings } from '#network/surroundings.ts';
import { freshId } from '#session/fresh-id.ts';

export interface SharedSocketOptions {
  /** Windows that open the same name share a socket. */
  readonly name: string;
  readonly windows: BrowserWindows;
  readonly surroundings: Pick<Surroundings, 'now' | 'after' | 'every'>;
  /** Opens a real one, for the window that leads. */
  readonly openSocket: () => FeedSocket<object, object>;
}

export interface SharedSocket<Server extends object, Client extends object> extends FeedSocket<Server, Client> {
  /** Leaves the windows that share it, for good. */
  leave(): void;
}

/** A leader that does not answer for so long is frozen by the browser, or hangs: another takes its place. */
const ANSWER_MS = 3_000;

const SILENT: Channel = { post: () => undefined, close: () => undefined };

type Take = (...args: never[]) => void;

export function openSharedSocket<Server extends object, Client extends object>(
  options: SharedSocketOptions,
): SharedSocket<Server, Client> {
  // Its events are typed by the contract, and passed on here without a look at them.
  return new WindowsSocket(options) as unknown as SharedSocket<Server, Client>;
}

class WindowsSocket {
  readonly #options: SharedSocketOptions;
  readonly #id = freshId();
  readonly #listeners = new Map<string, Take[]>();
  readonly #asks = new Map<number, (answer: Acknowledgement) => void>();
  #channel: Channel;
  readonly #stops: Stop[];
  auth: object = {};
  connected = false;
  #asked = 0;
  /** True from `connect` to `disconnect`: the leader counts this window. */
  #isJoined = false;
  /** True once this window's own lock is held, by which the leader sees it go. */
  #isSeen = false;
  #hasLeft = false;
  #leader: string | null = null;
  #hub: SocketHub | null = null;
  #heardMs = 0;
  #stopLead: Stop = () => undefined;
  #stopPatience: Stop = () => undefined;

  constructor(options: SharedSocketOptions) {
    this.#options = options;
    const { windows, surroundings, name } = options;
    this.#channel = windows.open(name, (message) => this.#hear(message as WindowMessage));
    this.#stops = [
      windows.hold(memberLock(name, this.#id), {
        onHeld: () => this.#enter(),
        onLost: () => undefined,
        onDenied: () => this.#goAlone(),
      }),
      surroundings.every(LIMITS.heartbeatMs, () => this.#listenFor()),
    ];
  }

  on(event: string, take: Take): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), take]);
  }

  connect(): void {
    if (this.#hasLeft) return;
    this.#isJoined = true;
    this.#join();
  }

  /** As the library: who disconnects a socket that is connected hears of it at once. */
  disconnect(): void {
    if (!this.#isJoined) return;
    this.#isJoined = false;
    this.#stopPatience();
    if (this.#isSeen) this.#post({ to: 'leader', from: this.#id, kind: 'leave' });
    this.#fall('io client disconnect');
  }

  emit(event: ClientEvent, request: StreamRequest, take: (answer: Acknowledgement) => void): void {
    this.#asked += 1;
    this.#asks.set(this.#asked, take);
    this.#post({ to: 'leader', from: this.#id, kind: 'ask', askId: this.#asked, event, request });
  }

  leave(): void {
    if (this.#hasLeft) return;
    this.disconnect();
    this.#hasLeft = true;
    this.#stopHub();
    this.#stopLead();
    for (const stop of this.#stops) stop();
    this.#fallSilent();
  }

  #enter(): void {
    this.#isSeen = true;
    this.#waitToLead();
    if (this.#isJoined) this.#join();
  }

  #waitToLead(): void {
    this.#stopLead = this.#options.windows.hold(leaderLock(this.#options.name), this.#leading());
  }

  #leading() {
    return { onHeld: () => this.#lead(), onLost: () => this.#standDown(), onDenied: () => this.#goAlone() };
  }

  #lead(): void {
    if (this.#hasLeft) return;
    const { windows, surroundings, name, openSocket } = this.#options;
    this.#hub = new SocketHub({
      socket: openSocket() as AnySocket,
      now: surroundings.now,
      tell: (member, word) => this.#tell({ to: 'members', leader: this.#id, member, ...word }),
      watch: (member, onGone) =>
        member === this.#id
          ? () => undefined
          : windows.hold(memberLock(name, member), { onHeld: onGone, onLost: onGone, onDenied: onGone }),
    });
    this.#tell({ to: 'members', leader: this.#id, member: null, kind: 'leads' });
  }

  /** Another window took this one for frozen, and leads: whoever answers now is that one. */
  #standDown(): void {
    this.#stopHub();
    this.#waitToLead();
    this.#leader = null;
    this.#move();
  }

  #stopHub(): void {
    this.#hub?.stop();
    this.#hub = null;
  }

  /** Without locks nobody knows who leads: each window leads itself. */
  #goAlone(): void {
    this.#isSeen = true;
    this.#fallSilent();
    if (!this.#hub) this.#lead();
  }

  #fallSilent(): void {
    this.#channel.close();
    this.#channel = SILENT;
  }

  /** A leader that is there says so; for one that is not, this window waits in line, or takes its place. */
  #join(): void {
    if (!this.#isSeen) return;
    this.#post({ to: 'leader', from: this.#id, kind: 'connect', auth: this.auth });
    this.#expectAnswer();
  }

  #listenFor(): void {
    if (!this.#isJoined || this.#hub || this.#options.surroundings.now() - this.#heardMs <= LIMITS.feedStalledMs)
      return;
    this.#post({ to: 'leader', from: this.#id, kind: 'probe' });
    this.#expectAnswer();
  }

  #expectAnswer(): void {
    this.#stopPatience();
    if (this.#hub) return;
    this.#stopPatience = this.#options.surroundings.after(ANSWER_MS, () => {
      this.#stopLead();
      this.#stopLead = this.#options.windows.seize(leaderLock(this.#options.name), this.#leading());
    });
  }

  #post(message: WindowMessage): void {
    const hub = this.#hub;
    if (hub && message.to === 'leader') this.#options.windows.soon(() => hub.receive(message));
    else this.#channel.post(message);
  }

  /** What the leader says is heard in its own window too, in the same order. */
  #tell(message: LeaderMessage): void {
    const { member } = message;
    if (member !== this.#id) this.#channel.post(message);
    if (member === null || member === this.#id) this.#options.windows.soon(() => this.#hear(message));
  }

  #hear(message: WindowMessage): void {
    if (this.#hasLeft) return;
    if (message.to === 'leader') return this.#hub?.receive(message);
    if (message.member !== null && message.member !== this.#id) return;
    if (message.kind === 'leads') return this.#follow(message.leader);
    // One that another has replaced may not know it yet.
    this.#leader ??= message.leader;
    if (message.leader !== this.#leader) return;
    this.#heardMs = this.#options.surroundings.now();
    this.#stopPatience();
    this.#take(message);
  }

  /** While this window has the lock, another's claim is an old one, or the loss of the lock is yet to be told. */
  #follow(leader: string): void {
    if (this.#hub && leader !== this.#id) return;
    this.#leader = leader;
    this.#move();
  }

  #move(): void {
    this.#stopPatience();
    if (!this.#isJoined) return;
    if (!this.connected) return this.#join();
    // Counted there at once: the other may be connected before this window has a ticket to connect with.
    this.#post({ to: 'leader', from: this.#id, kind: 'join' });
    this.#fall(MOVED);
  }

  #take(word: LeaderWord): void {
    switch (word.kind) {
      case 'here':
        return;
      case 'up':
        if (!this.#isJoined || this.connected) return;
        this.connected = true;
        return this.#notify('connect');
      case 'down':
        return this.#fall(word.reason);
      case 'failed':
        if (this.#isJoined && !this.connected) this.#notify('connect_error', new Error(word.reason));
        return;
      case 'answer': {
        const take = this.#asks.get(word.askId);
        this.#asks.delete(word.askId);
        return take?.(word.answer);
      }
      case 'event':
        if (this.connected) this.#notify(word.event, word.message);
    }
  }

  #fall(reason: string): void {
    if (!this.connected) return;
    this.connected = false;
    this.#asks.clear();
    this.#notify('disconnect', reason);
  }

  #notify(event: string, ...args: unknown[]): void {
    for (const take of this.#listeners.get(event) ?? []) (take as (...args: unknown[]) => void)(...args);
  }
}

function leaderLock(name: string): string {
  return `${name} leader`;
}

/** Held by each window as long as it lives, so that its end is seen even if it crashed. */
function memberLock(name: string, id: string): string {
  return `${name} ${id}`;
}
