/**
 * The column of what the thing itself costs at the last trade's price. Few show it, so its sums are loaded with its first
 * cell; until then it is empty and nothing is sorted by it.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { lazy, Suspense } from 'react';
import { MISSING } from '#i18n/format.ts';

let sums: typeof import('#market/physical-price.ts') | undefined;

const PhysicalText = lazy(async () => {
  const [{ PhysicalText: Text }, loaded] = await Promise.all([
    import('#features/price-table/physical-text.tsx'),
    import('#market/physical-price.ts'),
  ]);
  sums = loaded;
  return { default: Text };
});

export function PhysicalCell({ contract }: { readonly contract: Contract }) {
  return (
    <Suspense fallback={MISSING}>
      <PhysicalText contract={contract} />
    </Suspense>
  );
}

/** Dong for the usual unit, to compare; null where there is none. */
export function physicalSortValue(contract: Contract, ticks: Ticks | null): number | null {
  return sums?.physicalValue(contract, ticks) ?? null;
}
