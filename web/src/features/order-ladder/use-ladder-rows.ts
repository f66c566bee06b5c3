/** The rows of the ladder's window, with what the market says of each. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { useMemo } from 'react';
import { type LadderRow, type LadderWindow, ladderRows } from '#features/order-ladder/ladder-view.ts';
import { useDepth } from '#market/depth-store.ts';
import { useQuoteField } from '#market/use-quote.ts';
import { useVolumeAtPrice } from '#market/volume-at-price.ts';

export function useLadderRows(
  contract: Contract,
  { window, averageTicks }: { readonly window: LadderWindow | null; readonly averageTicks: Ticks | null },
): readonly LadderRow[] {
  const { code } = contract;
  const depth = useDepth(code);
  const traded = useVolumeAtPrice(contract);
  const lastTicks = useQuoteField(code, 'last');
  const lastLots = useQuoteField(code, 'lastLots');
  const high = useQuoteField(code, 'high');
  const low = useQuoteField(code, 'low');
  const settlement = useQuoteField(code, 'settlement');
  return useMemo(() => {
    if (!window) return [];
    const marks = { high, low, settlement, average: averageTicks };
    return ladderRows(window, { depth, lastTicks, lastLots, traded, marks });
  }, [window, depth, traded, lastTicks, lastLots, high, low, settlement, averageTicks]);
}
