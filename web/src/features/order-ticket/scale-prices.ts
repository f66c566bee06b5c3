/** The prices of a scale of limit orders: evenly spread over whole ticks, both ends included. */
import { divideHalfEven, type Ticks } from '@mua/core/values';

interface ScaleRange {
  readonly fromTicks: Ticks;
  readonly toTicks: Ticks;
  /** Number of prices, at least 2. */
  readonly steps: number;
}

/** From `fromTicks` to `toTicks`, each price once; undefined where there are fewer ticks than steps. */
export function scalePrices({ fromTicks, toTicks, steps }: ScaleRange): Ticks[] | undefined {
  const width = toTicks - fromTicks;
  if (steps < 2 || Math.abs(width) < steps - 1) return undefined;
  return Array.from({ length: steps }, (_, at) => {
    const away = divideHalfEven(BigInt(width) * BigInt(at), BigInt(steps - 1));
    return fromTicks + Number(away);
  });
}
