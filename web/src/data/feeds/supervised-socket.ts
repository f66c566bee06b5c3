/**
 * One socket under watch: its record in the connection store, its heartbeat, and coming back where the library itself
 * gives up (the server ended the connection or refused the handshake).
 */
import type { Heartbeat } from '@mua/contract/feeds/messages';
import { LIMITS } from '@mua/contract/limits';
import { nowMs } from '#session/clock.ts';
import { noteTimes, subscribeSecond } from '../market-clock.ts';
import { retryDelayMs } from '../query-client.ts';
import { type FeedName, useConnections } from './connection-store.ts';

interface LifeEvents {
  connect: () => void;
  disconnect: (reason: string) => void;
  connect_error: (error: Error) => void;
  heartbeat: (message: Heartbeat) => void;
}

type Listener<Events, E extends keyof Events> = Events[E] extends (...args: infer A) => void
  ? (...args: A) => void
  : never;

/** As much of a socket as feeds use, so that a test can be one. */
export interface FeedSocket<Server extends object, Client extends object> {
  /** Whether the library is connected or will try again by itself. */
  readonly active: boolean;
  readonly connected: boolean;
  on<E extends keyof (Server & LifeEvents)>(event: E, listener: Listener<Server & LifeEvents, E>): unknown;
  emit<E extends keyof Client>(event: E, ...args: Client[E] extends (...args: infer A) => void ? A : never): unknown;
  connect(): unknown;
  disconnect(): unknown;
}

export interface Supervision {
  /** Any message is a sign of life. */
  touch(): void;
  stop(): void;
}

/** Watches and connects. `onConnect` runs on every connect, the first one too. */
export function superviseSocket<Server extends object, Client extends object>(
  name: FeedName,
  socket: FeedSocket<Server, Client>,
  onConnect: () => void,
): Supervision {
  const life: FeedSocket<object, object> = socket;
  const { note } = useConnections.getState();
  let lastMessageMs = nowMs();
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  note(name, { socket, isConnected: false, error: null, disconnectReason: null, isStalled: false });
  life.on('connect', () => {
    failures = 0;
    lastMessageMs = nowMs();
    note(name, { isConnected: true, error: null, disconnectReason: null, isStalled: false, lastMessageMs });
    onConnect();
  });
  life.on('disconnect', (reason) => {
    if (isStopped) return;
    note(name, { isConnected: false, disconnectReason: reason, isStalled: false });
    comeBack();
  });
  life.on('connect_error', (error) => {
    if (isStopped) return;
    note(name, { isConnected: false, error: error.message, isStalled: false });
    comeBack();
  });
  life.on('heartbeat', (times) => {
    noteTimes(times);
    touch();
  });
  const stopWatch = subscribeSecond(watch);
  life.connect();

  return { touch, stop };

  function comeBack(): void {
    if (life.active || retry !== undefined) return;
    retry = setTimeout(() => {
      retry = undefined;
      if (!isStopped) life.connect();
    }, retryDelayMs(failures++));
  }

  function touch(): void {
    lastMessageMs = nowMs();
    if (useConnections.getState().connections[name]?.isStalled) note(name, { isStalled: false, lastMessageMs });
  }

  function watch(): void {
    const record = useConnections.getState().connections[name];
    if (!record?.isConnected || record.isStalled) return;
    if (nowMs() - lastMessageMs > LIMITS.feedStalledMs) note(name, { isStalled: true, lastMessageMs });
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(retry);
    stopWatch();
    life.disconnect();
    useConnections.getState().remove(name);
  }
}
