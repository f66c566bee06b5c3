/**
 * Whether anybody's word could reach the engine: some gateway is there and hears it. While none does, whoever is silent may
 * well be speaking (docs/rules/orders.md#cancel-when-gone).
 */
import type { Bus } from '#bus/bus.ts';
import { decodeGatewayAlive, GATEWAY_ALIVE } from '#gateway/engine-messages.ts';
import type { Clock } from '#ground/clock.ts';

/** They say so four times a second. A shorter silence may be the engine's own, which the engine's rule knows of. */
const HEARD_MS = 5_000;

export interface GatewaysHeard {
  isAnyThere(): boolean;
  close(): void;
}

export function watchGateways({
  bus,
  steady,
}: {
  readonly bus: Pick<Bus, 'subscribe' | 'isAway'>;
  readonly steady: Pick<Clock, 'nowMs'>;
}): GatewaysHeard {
  let heardMs = Number.NEGATIVE_INFINITY;
  const stop = bus.subscribe(GATEWAY_ALIVE, (text) => {
    // One that hears no engine passes nothing on.
    if (decodeGatewayAlive(text).silentMs <= HEARD_MS) heardMs = steady.nowMs();
  });
  return {
    isAnyThere: () => !bus.isAway && steady.nowMs() - heardMs <= HEARD_MS,
    close: stop,
  };
}
