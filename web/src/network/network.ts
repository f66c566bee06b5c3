/**
 * Runs the page's network in one place: the named connections that are kept up, the browser going offline and coming
 * back, reconnecting by hand and automatically, pings, sleep. Feeds know only that a connection is kept; screens read
 * the stores.
 */
import { LIMITS } from '@mua/contract/limits';
import { downIn, FEED_NAMES, hasFailed, registeredIn, useConnections } from '#network/connection-store.ts';
import { KeptConnection, type KeptConnectionOptions } from '#network/kept-connection.ts';
import { useNetwork } from '#network/network-store.ts';
import { watchPing } from '#network/ping-watch.ts';
import { type Round, reconnectRound } from '#network/reconnect-round.ts';
import type { Stop, Surroundings } from '#network/surroundings.ts';
import type { OnWake } from '#network/wake.ts';

export interface Network {
  /** Connects at once and keeps the connection up until it is closed. One for each name. */
  keep(options: KeptConnectionOptions): KeptConnection;
  /** Tries again what is down or silent, unless that was done less than thirty seconds ago. */
  reconnect(): void;
  stop(): void;
}

export function createNetwork(surroundings: Surroundings, onWake: OnWake): Network {
  const { now, random, after, every, isOnline, onOnlineChange } = surroundings;
  const kept = new Set<KeptConnection>();
  let round: Round | null = null;
  let stopPlanned: Stop | null = null;
  let wereAllDown = false;

  const stops: Stop[] = [
    watchPing(surroundings, (ms) =>
      useNetwork.setState(({ pings }) => ({ pings: [...pings, ms].slice(-LIMITS.pingHistory) })),
    ),
    every(LIMITS.socketSyncMs, sync),
    onOnlineChange(() => (isOnline() ? comeOnline() : goOffline())),
    onWake(() => {
      for (const connection of kept) connection.resume();
    }),
    useConnections.subscribe(review),
  ];

  return {
    keep(options) {
      const connection = new KeptConnection(options, surroundings, () => kept.delete(connection));
      kept.add(connection);
      return connection;
    },
    reconnect,
    stop() {
      for (const stop of stops) stop();
      cancel();
    },
  };

  function sync(): void {
    for (const connection of kept) connection.sync();
  }

  function goOffline(): void {
    cancel();
    // Reloading the page would not help, so no fault is shown.
    useNetwork.setState({ fault: null });
    for (const connection of kept) connection.goOffline();
  }

  function comeOnline(): void {
    cancel();
    after(LIMITS.socketSyncAfterOnlineMs, sync);
    plan(LIMITS.reconnectAfterOnlineMs);
  }

  /** Runs on every change in a connection's record. */
  function review(): void {
    const { connections } = useConnections.getState();
    const registered = registeredIn(connections);
    const down = downIn(connections);
    const areAllDown = registered.length > 0 && down.length === registered.length;
    // Runs once for each time they went down, and not in the same instant as every other client of a server that ended.
    if (areAllDown && !wereAllDown && isOnline())
      plan(LIMITS.reconnectAfterAllDownMs + random() * LIMITS.reconnectStaggerMs);
    wereAllDown = areAllDown;
    // Nothing is left to try, and nothing to report.
    if (round && !registered.some(hasFailed)) endRound();
    if (down.length === 0 && useNetwork.getState().fault !== null) useNetwork.setState({ fault: null });
  }

  /** Plans an automatic reconnect soon; whatever is planned already comes first. */
  function plan(delayMs: number): void {
    stopPlanned ??= after(delayMs, () => {
      stopPlanned = null;
      const leftMs = gapLeftMs(now());
      if (leftMs > 0) plan(leftMs);
      else reconnect();
    });
  }

  function reconnect(): void {
    const { connections } = useConnections.getState();
    const targets = FEED_NAMES.flatMap((name) =>
      [...kept].filter((each) => each.name === name && hasFailed(connections[name])),
    );
    if (round || targets.length === 0 || !isOnline() || gapLeftMs(now()) > 0) return;
    useNetwork.setState({ isReconnecting: true, reconnectStartedMs: now(), fault: null });
    round = reconnectRound(targets, surroundings, (fault) => {
      endRound();
      useNetwork.setState({ fault });
      // A connection that failed early may have recovered by itself.
      review();
    });
  }

  function cancel(): void {
    stopPlanned?.();
    stopPlanned = null;
    endRound();
  }

  function endRound(): void {
    round?.cancel();
    round = null;
    useNetwork.setState({ isReconnecting: false });
  }
}

/**
 * Returns how long a reconnect still has to wait (docs/rules/connections.md#coming-back: 30 s between two attempts).
 */
export function gapLeftMs(nowMs: number): number {
  const { reconnectStartedMs } = useNetwork.getState();
  return reconnectStartedMs === null ? 0 : Math.max(0, reconnectStartedMs + LIMITS.reconnectMinGapMs - nowMs);
}
