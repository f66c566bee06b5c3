/** Delivery months by their place, and what follows from it: how fast they quote, how widely and how deeply. */
import { hashText } from '@mua/core/values';
import type { VenueListing } from '#venue/port/market-data.ts';
import { levelOf } from '#venue/simulated/levels/index.ts';
import type { PlaceTerms } from '#venue/simulated/played-flow.ts';
import type { ListedContract } from '#venue/thread/market.ts';

/** Resolution of the market's time; contracts are staggered on it. */
export const TICK_MS = 100;
const FRONT_INTERVAL_MS = 200;
const BACK_INTERVAL_MS = 1_000;
/** Spread and depth of a delivery month by its place, relative to the front month. */
const SPREAD_BY_PLACE = [1, 1.25, 1.5, 2, 2];
const DEPTH_BY_PLACE = [1, 0.6, 0.4, 0.3, 0.25];

/** The listed months of each commodity, the front month first. */
export function monthsByCommodity(contracts: Iterable<ListedContract>): ListedContract[][] {
  const months = new Map<string, ListedContract[]>();
  for (const { listed } of byPlace([...contracts])) {
    const { code } = listed.commodity;
    months.set(code, [...(months.get(code) ?? []), listed]);
  }
  return [...months.values()];
}

export function termsOf({ contract, commodity }: VenueListing, place: number): PlaceTerms {
  const level = levelOf(commodity.code);
  if (!level) throw new Error(`${commodity.code} can't be simulated: it has no market level`);
  const intervalMs = place === 0 ? FRONT_INTERVAL_MS : BACK_INTERVAL_MS;
  return {
    intervalMs,
    phaseMs: (hashText(contract.code) % (intervalMs / TICK_MS)) * TICK_MS,
    spreadTicks: level.depth.spreadTicks[0] * (SPREAD_BY_PLACE[place] ?? 2),
    topLots: Math.max(1, level.depth.topLots[0] * (DEPTH_BY_PLACE[place] ?? 0.25)),
  };
}

/** Each contract with its place among the delivery months of its commodity: 0 is the front. */
export function byPlace<L extends VenueListing>(contracts: readonly L[]): { listed: L; place: number }[] {
  const places = new Map<string, number>();
  const inOrder = [...contracts].sort((a, b) => expiryOf(a) - expiryOf(b));
  return inOrder.map((listed) => {
    const place = places.get(listed.commodity.code) ?? 0;
    places.set(listed.commodity.code, place + 1);
    return { listed, place };
  });
}

function expiryOf({ contract }: VenueListing): number {
  return contract.expiryYear * 12 + contract.expiryMonth;
}
