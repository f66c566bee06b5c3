/**
 * What the client knows of its sockets (spec 3 "Socket connection record"), one record for each named socket, and the
 * honest state made of them: connected, disconnected, or connected but silent ("stalled"), which is as bad for a price.
 */
import type { EventSubscription, SocketConnection } from '@mua/contract/entities/socket-connection';
import type { ProductType } from '@mua/core/values';
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';

export const FEED_NAMES = ['investor', 'market', 'exchange'] as const;
export type FeedName = (typeof FEED_NAMES)[number];
export type MarketFeedName = Exclude<FeedName, 'investor'>;

/** Spec 3's sentences, kept as they are: the network popup shows its own words for them. */
export const TOKEN_REQUIRED = 'Authentication token is required for this connection.';
export const SUBSCRIBE_FAILED = 'Failed to subscribe to events';

export interface FeedConnection extends SocketConnection {
  readonly name: FeedName;
  /** When the last message came, on this page's clock; null before the first one. */
  readonly lastMessageMs: number | null;
  /** Connected, but nothing came for longer than LIMITS.feedStalledMs. */
  readonly isStalled: boolean;
}

interface ConnectionStore {
  readonly connections: Partial<Readonly<Record<FeedName, FeedConnection>>>;
  note(name: FeedName, change: Partial<FeedConnection>): void;
  /** Keeps one subscription for each event name; a null payload takes it away. */
  noteSubscription(name: FeedName, event: string, payload: unknown): void;
  remove(name: FeedName): void;
}

export const useConnections = create<ConnectionStore>()((set) => ({
  connections: {},
  note: (name, change) => set(({ connections }) => ({ connections: withNote(connections, name, change) })),
  noteSubscription: (name, event, payload) =>
    set(({ connections }) => {
      const others = (connections[name]?.eventSubscriptions ?? []).filter((known) => known.event !== event);
      const eventSubscriptions: EventSubscription[] = payload === null ? others : [...others, { event, payload }];
      return { connections: withNote(connections, name, { eventSubscriptions }) };
    }),
  remove: (name) =>
    set(({ connections }) => {
      const { [name]: _gone, ...others } = connections;
      return { connections: others };
    }),
}));

export type FeedState = 'connected' | 'disconnected' | 'stalled';

/** Of one feed. One that was never opened is not connected. */
export function feedStateOf(connection: FeedConnection | undefined): FeedState {
  if (!connection?.isConnected) return 'disconnected';
  return connection.isStalled ? 'stalled' : 'connected';
}

/** Of the feed that carries a contract's prices: what the ticket asks before it lets an order go. */
export function useFeedState(productType: ProductType): FeedState {
  const name = feedOf(productType);
  const state = useConnections(({ connections }) => feedStateOf(connections[name]));
  return useBrowserOnline() ? state : 'disconnected';
}

export function feedOf(productType: ProductType): MarketFeedName {
  return productType === 'ACM' ? 'exchange' : 'market';
}

/** What the badge says; `connecting` is the first try of a page that has just opened, which is no failure. */
export type NetworkState = FeedState | 'connecting';

/**
 * Of all registered sockets (spec 4): disconnected when the browser is offline or any socket is not connected; with
 * no socket and the browser online all is well. "Weak" comes with the ping.
 */
export function connectionStateOf(connections: ConnectionStore['connections'], isOnline: boolean): NetworkState {
  const registered = Object.values(connections).filter(({ socket }) => socket !== null);
  const states = registered.map((connection) => (isFirstTry(connection) ? 'connecting' : feedStateOf(connection)));
  if (!isOnline || states.includes('disconnected')) return 'disconnected';
  if (states.includes('connecting')) return 'connecting';
  return states.includes('stalled') ? 'stalled' : 'connected';
}

/** Down or silent; a first try under way is neither. */
export function hasFailed(connection: FeedConnection | undefined): boolean {
  return connection !== undefined && !isFirstTry(connection) && feedStateOf(connection) !== 'connected';
}

function isFirstTry({ isConnected, error, disconnectReason }: FeedConnection): boolean {
  return !isConnected && error === null && disconnectReason === null;
}

export function useConnectionState(): NetworkState {
  const isOnline = useBrowserOnline();
  return useConnections(({ connections }) => connectionStateOf(connections, isOnline));
}

export function useBrowserOnline(): boolean {
  return useSyncExternalStore(onOnlineChange, () => navigator.onLine);
}

function onOnlineChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function withNote(
  connections: ConnectionStore['connections'],
  name: FeedName,
  change: Partial<FeedConnection>,
): ConnectionStore['connections'] {
  return { ...connections, [name]: { ...(connections[name] ?? unopened(name)), ...change } };
}

function unopened(name: FeedName): FeedConnection {
  return {
    name,
    socket: null,
    isConnected: false,
    error: null,
    disconnectReason: null,
    eventSubscriptions: [],
    lastMessageMs: null,
    isStalled: false,
  };
}
