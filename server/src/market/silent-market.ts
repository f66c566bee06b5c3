/**
 * For a market that waits for its turn: watches the one that tells. Killed, that one gives its turn back at once; hanging
 * it keeps it. When nothing has been told for a while, though the exchange is heard over the same bus, it is fenced.
 * Whoever hears nobody is cut off itself, and does nothing; and what was told while it could not hear is nobody's silence.
 */
import type { Bus } from '#bus/bus.ts';
import { watchHearing } from '#bus/hearing.ts';
import type { Clock } from '#ground/clock.ts';
import { EXCHANGE_MARKET, MARKET } from '#market/market-messages.ts';

/** A market says that it lives once a second. */
export const HANGS_MS = 5_000;
/** So does an exchange, which is there if it was heard within this time. */
const HEARD_MS = 2_000;
const LOOK_MS = 500;

/** Returns how to stop. */
export function watchMarket(options: {
  readonly bus: Pick<Bus, 'subscribe' | 'isAway'>;
  readonly steady: Pick<Clock, 'nowMs' | 'every'>;
  readonly fence: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): () => void {
  const { bus, steady, fence, onError } = options;
  const hearing = watchHearing(bus, steady);
  let toldMs = steady.nowMs();
  let exchangeMs = Number.NEGATIVE_INFINITY;
  const stops = [
    bus.subscribe(MARKET.updates, () => {
      toldMs = steady.nowMs();
    }),
    bus.subscribe(EXCHANGE_MARKET.updates, () => {
      exchangeMs = steady.nowMs();
    }),
    steady.every(LOOK_MS, () => {
      const nowMs = steady.nowMs();
      const silentMs = Math.min(nowMs - toldMs, hearing.sinceMs);
      if (silentMs <= HANGS_MS || nowMs - exchangeMs > HEARD_MS) return;
      // Its successor has as long to say that it lives.
      toldMs = nowMs;
      void fence().catch(onError);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
