/**
 * Reconnecting by hand or by itself (spec 7): whatever is down or silent is tried one after another, staggered, and within
 * thirty seconds there is an end, with a fault that can be told where not all came back.
 */
import { LIMITS } from '@mua/contract/limits';
import { FEED_NAMES, type FeedName, useConnections } from './connection-store.ts';
import type { KeptConnection } from './kept-connection.ts';
import type { Stop, Surroundings } from './surroundings.ts';

/** Spec 8, "Connection messages", as facts. */
export type ReconnectFault =
  /** `position` counts from 1 in the order in which connections are listed. */
  | { readonly kind: 'one'; readonly position: number; readonly reason: string }
  | { readonly kind: 'several'; readonly count: number }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unknown' };

export interface Round {
  /** Ends it without a word: there is no network to reconnect over. */
  cancel(): void;
}

/** Calls `onEnd` once, with null when all are up. */
export function reconnectRound(
  targets: readonly KeptConnection[],
  { after }: Pick<Surroundings, 'after'>,
  onEnd: (fault: ReconnectFault | null) => void,
): Round {
  const reasons = new Map<FeedName, string | null>();
  let isOver = false;
  const stops: Stop[] = [after(LIMITS.reconnectTimeoutMs, () => end({ kind: 'timeout' }))];
  for (const [place, target] of targets.entries()) {
    stops.push(after(place * LIMITS.reconnectStaggerMs, () => begin(target)));
  }
  return { cancel };

  function begin(target: KeptConnection): void {
    try {
      target.tryNow((reason) => {
        reasons.set(target.name, reason);
        if (reasons.size === targets.length) end(faultOf(reasons));
      });
    } catch {
      end({ kind: 'unknown' });
    }
  }

  function cancel(): void {
    isOver = true;
    for (const stop of stops) stop();
  }

  function end(fault: ReconnectFault | null): void {
    if (isOver) return;
    cancel();
    onEnd(fault);
  }
}

function faultOf(reasons: ReadonlyMap<FeedName, string | null>): ReconnectFault | null {
  const failed = [...reasons].flatMap(([name, reason]) => (reason === null ? [] : [{ name, reason }]));
  const [only] = failed;
  if (!only) return null;
  if (failed.length > 1) return { kind: 'several', count: failed.length };
  const { connections } = useConnections.getState();
  const listed = FEED_NAMES.filter((name) => connections[name] !== undefined);
  return { kind: 'one', position: listed.indexOf(only.name) + 1, reason: only.reason };
}
