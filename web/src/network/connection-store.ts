/**
 * Holds what the client knows of its sockets (docs/rules/connections.md#sockets), one record for each named socket, and
 * the honest state of a feed: connected, disconnected, or connected but silent ("stalled"), which is as bad for a
 * price.
 */
import type { EventSubscription, SocketConnection } from '@mua/contract/entities/socket-connection';
import type { ProductType } from '@mua/core/values';
import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { browser } from '#network/surroundings.ts';

export const FEED_NAMES = ['investor', 'market', 'exchange'] as const;
export type FeedName = (typeof FEED_NAMES)[number];
export type MarketFeedName = Exclude<FeedName, 'investor'>;

/** Sentences of the specification, kept as they are: screens show their own words for them. */
export const TOKEN_REQUIRED = 'Authentication token is required for this connection.';
export const SUBSCRIBE_FAILED = 'Failed to subscribe to events';

export interface FeedConnection extends SocketConnection {
  readonly name: FeedName;
  /** Time of the last message, to a heartbeat, on this page's clock; null before the first one. */
  readonly lastMessageMs: number | null;
  /** True when connected, but nothing came for longer than LIMITS.feedStalledMs. */
  readonly isStalled: boolean;
}

export type Connections = Partial<Readonly<Record<FeedName, FeedConnection>>>;

interface ConnectionStore {
  readonly connections: Connections;
  note(name: FeedName, change: Partial<FeedConnection>): void;
  /** Keeps one subscription for each event name; a null payload removes it. */
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

/** Returns the state of one feed. A feed that was never opened is disconnected. */
export function feedStateOf(connection: FeedConnection | undefined): FeedState {
  if (!connection?.isConnected) return 'disconnected';
  return connection.isStalled ? 'stalled' : 'connected';
}

/** Returns the state of the feed that carries a contract's prices: the ticket asks for it before it sends an order. */
export function useFeedState(productType: ProductType): FeedState {
  const name = feedOf(productType);
  const state = useConnections(({ connections }) => feedStateOf(connections[name]));
  return useBrowserOnline() ? state : 'disconnected';
}

export function feedOf(productType: ProductType): MarketFeedName {
  return productType === 'ACM' ? 'exchange' : 'market';
}

/** Tells whether a connection is down or silent; a first attempt under way is neither. */
export function hasFailed(connection: FeedConnection | undefined): boolean {
  return connection !== undefined && !isFirstTry(connection) && feedStateOf(connection) !== 'connected';
}

/** Returns the connections with a socket that were tried and are not connected. */
export function downIn(connections: Connections): readonly FeedConnection[] {
  return registeredIn(connections).filter((each) => !each.isConnected && hasFailed(each));
}

/** Recognises the first attempt of a page that has just opened, which is no failure. */
export function isFirstTry({ isConnected, error, disconnectReason }: FeedConnection): boolean {
  return !isConnected && error === null && disconnectReason === null;
}

/** Returns the connections with a socket (docs/rules/connections.md#sockets), in the order in which they are listed. */
export function registeredIn(connections: Connections): readonly FeedConnection[] {
  return listedIn(connections).filter(({ socket }) => socket !== null);
}

/** Returns every connection with a record: one that waits for a sign-in has a record too, and no socket. */
export function listedIn(connections: Connections): readonly FeedConnection[] {
  return FEED_NAMES.flatMap((name) => connections[name] ?? []);
}

export function useBrowserOnline(): boolean {
  return useSyncExternalStore(browser.onOnlineChange, browser.isOnline);
}

function withNote(connections: Connections, name: FeedName, change: Partial<FeedConnection>): Connections {
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
