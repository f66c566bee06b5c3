/** What a spread's book takes from the books of its legs: whether it is open, its limits, and the prices of a fill. */
import type { DailyLimits } from '#instruments/daily-limit.ts';
import { type LegPrices, legBounds, legPrices, spreadLimits } from '#instruments/leg-prices.ts';
import { type BandRules, priceBand } from '#instruments/price-band.ts';
import type { VenueRequest } from '#orders/venue-messages.ts';
import type { SessionState } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export interface Legs<Listed> {
  readonly near: Listed;
  readonly far: Listed;
}

interface Leg {
  readonly book: { readonly bestBidTicks: Ticks | null; readonly bestAskTicks: Ticks | null };
  readonly session: SessionState;
  readonly dailyLimits: DailyLimits | null;
  readonly settlementTicks: Ticks | null;
}

/** A spread stands where its legs stand; without their settlements its fills would have no price. */
export function sessionOf({ session, legs }: { readonly session: SessionState; readonly legs: Legs<Leg> | null }) {
  if (!legs) return session;
  const { near, far } = legs;
  if (near.settlementTicks === null || far.settlementTicks === null) return 'CLOSED';
  return near.session === 'OPEN' ? far.session : near.session;
}

export function spreadLimitsOf({ near, far }: Legs<Leg>, band: BandRules | undefined): DailyLimits | null {
  return spreadLimits(boundsOf(near, band), boundsOf(far, band));
}

export function legPricesOf({ near, far }: Legs<Leg>, spreadTicks: Ticks, band: BandRules | undefined): LegPrices {
  const { settlementTicks } = near;
  assert(settlementTicks !== null, 'nothing trades in a spread whose legs have no settlement');
  const { bestBidTicks, bestAskTicks } = near.book;
  const bounds = { near: boundsOf(near, band), far: boundsOf(far, band) };
  return legPrices(spreadTicks, { bestBidTicks, bestAskTicks, settlementTicks }, bounds);
}

/** A spread takes limit orders without a date. */
export function spreadFault(request: Exclude<VenueRequest, { kind: 'status' | 'cancel' }>): boolean {
  const { duration } = request.kind === 'submit' ? request.order : request;
  const isLimit = request.kind === 'modify' || request.order.orderType === 'LIMIT';
  return !isLimit || duration === 'GTD' || duration === 'FOK';
}

function boundsOf({ dailyLimits, settlementTicks }: Leg, band: BandRules | undefined): DailyLimits | null {
  return legBounds(dailyLimits, (band && priceBand(settlementTicks, band)) ?? null);
}
