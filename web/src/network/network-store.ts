/**
 * Holds what the network's indicator shows beside the connections' records: pings, reconnecting, and one status made of
 * all.
 */
import { LIMITS } from '@mua/contract/limits';
import { create } from 'zustand';
import {
  type Connections,
  type FeedConnection,
  feedStateOf,
  isFirstTry,
  registeredIn,
  useBrowserOnline,
  useConnections,
} from '#network/connection-store.ts';
import type { ReconnectFault } from '#network/reconnect-round.ts';

interface NetworkStore {
  /** Times in milliseconds, the newest last, ten at most. */
  readonly pings: readonly number[];
  /** Start of the last reconnect; null before the first one. */
  readonly reconnectStartedMs: number | null;
  readonly isReconnecting: boolean;
  /** Fault of the last reconnect, until no connection is down any more. */
  readonly fault: ReconnectFault | null;
}

export const NO_NETWORK_CHANGE: NetworkStore = {
  pings: [],
  reconnectStartedMs: null,
  isReconnecting: false,
  fault: null,
};

export const useNetwork = create<NetworkStore>()(() => NO_NETWORK_CHANGE);

/**
 * `connecting` is the first attempt of a page that has just opened, which is no failure; `stalled` is a feed that is
 * connected and silent. The other three are the specification's.
 */
export const NETWORK_STATUSES = ['good', 'weak', 'stalled', 'connecting', 'disconnected'] as const;
export type NetworkStatus = (typeof NETWORK_STATUSES)[number];

export interface NetworkFacts {
  readonly connections: Connections;
  readonly isOnline: boolean;
  /** Null before the first ping. */
  readonly lastPingMs: number | null;
}

/** Returns the worst status that applies (docs/rules/connections.md#network-status). */
export function networkStatusOf({ connections, isOnline, lastPingMs }: NetworkFacts): NetworkStatus {
  const states = registeredIn(connections).map(stateOf);
  if (!isOnline || states.includes('disconnected')) return 'disconnected';
  if (states.length === 0) return 'good';
  if (states.includes('connecting')) return 'connecting';
  if (states.includes('stalled')) return 'stalled';
  return lastPingMs !== null && lastPingMs > LIMITS.weakConnectionMs ? 'weak' : 'good';
}

function stateOf(connection: FeedConnection) {
  return isFirstTry(connection) ? 'connecting' : feedStateOf(connection);
}

export function useNetworkStatus(): NetworkStatus {
  const isOnline = useBrowserOnline();
  const lastPingMs = useLastPing();
  return useConnections(({ connections }) => networkStatusOf({ connections, isOnline, lastPingMs }));
}

export function useLastPing(): number | null {
  return useNetwork(({ pings }) => pings.at(-1) ?? null);
}
