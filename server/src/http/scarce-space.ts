/**
 * What is refused while storage runs out, before it has: whoever wants to get out of something, or in, still may. Orders
 * are not decided here but by the sequencer, which knows what opens something (journal/sequencer.ts).
 */
import type { ReplyCode } from '@mua/contract/errors';
import type { RouteDefinition } from '@mua/contract/route';

/** `little`: nothing new is begun. `least`: what is left belongs to cancels, reductions and the exchange's reports. */
export type SpaceLeft = 'enough' | 'little' | 'least';

/** Kept for years, and large. */
const STORES = /\/customer-sign$/;

/**
 * Orders and copies, of which the sequencer refuses those that open something; the way in and out, and who one is; a
 * demo's clock.
 */
const GOES_ON = /^\/(order|copy-trade|session|dev)\/|^\/investor\/(log|security\/)/;

export function refusedForSpace(route: RouteDefinition, left: SpaceLeft): ReplyCode | undefined {
  if (left === 'enough' || route.method === 'GET' || route.access === 'operator') return undefined;
  if (route.upload || STORES.test(route.path)) return 'ServiceUnavailable';
  // Deleting ends something.
  const goesOn = left === 'little' || route.method === 'DELETE' || GOES_ON.test(route.path);
  return goesOn ? undefined : 'DatabaseConnectionError';
}
