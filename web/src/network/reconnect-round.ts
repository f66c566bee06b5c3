/**
 * Reconnects by hand or automatically (docs/rules/connections.md#coming-back): whatever is down or silent is tried one
 * after another, staggered, and within thirty seconds there is an end, with a fault to report where not all recovered.
 */
import { LIMITS } from '@mua/contract/limits';
import type { KeptConnection } from '#network/kept-connection.ts';
import type { Stop, Surroundings } from '#network/surroundings.ts';

/**
 * The messages of connections (docs/rules/refusals.md#words), as facts. Which connections are down and why is not
 * included: they recover one by one, and their records say so.
 */
export type ReconnectFault = 'down' | 'timeout' | 'unknown';

export interface Round {
  /** Ends it without a result: there is no network to reconnect over. */
  cancel(): void;
}

/** Calls `onEnd` once, with null when all are up. */
export function reconnectRound(
  targets: readonly KeptConnection[],
  { after }: Pick<Surroundings, 'after'>,
  onEnd: (fault: ReconnectFault | null) => void,
): Round {
  let unanswered = targets.length;
  let hasFailure = false;
  let isOver = false;
  const stops: Stop[] = [after(LIMITS.reconnectTimeoutMs, () => end('timeout'))];
  for (const [place, target] of targets.entries()) {
    stops.push(after(place * LIMITS.reconnectStaggerMs, () => begin(target)));
  }
  return { cancel };

  function begin(target: KeptConnection): void {
    try {
      target.tryNow((reason) => {
        unanswered -= 1;
        hasFailure ||= reason !== null;
        if (unanswered === 0) end(hasFailure ? 'down' : null);
      });
    } catch {
      end('unknown');
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
