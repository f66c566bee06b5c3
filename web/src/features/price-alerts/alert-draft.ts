/** Reads an alert as it is typed, relative to the market: which way the price must go, or what is wrong. */
import {
  type AlertDirection,
  type AlertRange,
  alertRange,
  isInAlertRange,
  type PriceGrid,
  readTypedPrice,
  type Ticks,
} from '@mua/core/values';

export type AlertReading =
  | { readonly kind: 'ready'; readonly ticks: Ticks; readonly direction: AlertDirection }
  | { readonly kind: 'empty' }
  | { readonly kind: 'notANumber' }
  | { readonly kind: 'offGrid'; readonly lowerTicks: Ticks; readonly upperTicks: Ticks }
  /** The market is exactly there: it can't be reached from either side. */
  | { readonly kind: 'reached' }
  | ({ readonly kind: 'tooFar'; readonly ticks: Ticks } & AlertRange);

export interface AlertGround {
  readonly grid: PriceGrid;
  /** Null while the market is not known: then the server decides. */
  readonly lastTicks: Ticks | null;
  /** Price and direction of an edited alert: it may stay there, wherever the market is. */
  readonly kept?: { readonly ticks: Ticks; readonly direction: AlertDirection } | undefined;
}

export function readAlert(typed: string, { grid, lastTicks, kept }: AlertGround): AlertReading {
  if (typed.trim() === '') return { kind: 'empty' };
  const price = readTypedPrice(typed, grid);
  if (price.kind !== 'price') return price;
  const { ticks } = price;
  if (kept?.ticks === ticks) return { kind: 'ready', ...kept };
  if (ticks === lastTicks) return { kind: 'reached' };
  const range = lastTicks === null ? null : alertRange(lastTicks);
  if (range && !isInAlertRange(ticks, range)) return { kind: 'tooFar', ticks, ...range };
  return { kind: 'ready', ticks, direction: lastTicks !== null && ticks < lastTicks ? 'BELOW' : 'ABOVE' };
}

/** Where − and + start while the field has no price. */
export function stepFrom(reading: AlertReading, lastTicks: Ticks | null): number | null {
  if (reading.kind === 'ready') return reading.ticks;
  return reading.kind === 'offGrid' ? reading.lowerTicks : lastTicks;
}
