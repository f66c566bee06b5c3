/**
 * What an alert on a drawing waits for: the price of a horizontal line, or a line through two points over the bars that
 * are charted. Null where the server could not follow what is seen: a price that this contract does not have, or a
 * sloping line over bars that it does not count.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { AlertSubject, PriceAlert } from '@mua/contract/entities/price-alert';
import { type BarInterval, priceToText } from '@mua/core/values';
import { goesOn } from '@mua/core/values/moving-level';
import { type Drawing, extendOf, placesOf } from '#features/chart/drawings/drawing.ts';

export interface Charted {
  readonly contract: Contract;
  /** Whose bars the server counts; null if it counts none of those charted (chart-alerts.ts). */
  readonly interval: BarInterval | null;
}

export function subjectOn(drawing: Drawing, charted: Charted): AlertSubject | null {
  const { id: drawingId, tool } = drawing;
  const grid = charted.contract.decimalFormat;
  const places = placesOf(drawing, grid);
  const [first, second] = places ?? [];
  const [from, to] = (places ?? []).map(({ timeMs, ticks }) => ({
    time: new Date(timeMs).toISOString(),
    price: priceToText(ticks, grid),
  }));
  if (tool === 'horizontal') return from ? { price: from.price, drawingId } : null;
  const { interval } = charted;
  if ((tool !== 'trend' && tool !== 'ray') || !first || !second || !from || !to || interval === null) return null;
  const isExtended = goesOn(extendOf(drawing), first.timeMs, second.timeMs);
  return { follows: { kind: 'line', interval, from, to, isExtended }, drawingId };
}

/** The one that waits at this contract for this drawing. */
export function alertOn(drawing: Drawing, alerts: readonly PriceAlert[], { contract }: Charted): PriceAlert | null {
  return (
    alerts.find(({ drawingId, contractCode }) => drawingId === drawing.id && contractCode === contract.code) ?? null
  );
}
