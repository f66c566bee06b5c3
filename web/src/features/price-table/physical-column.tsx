/**
 * The column of what the thing itself costs at the last trade's price. Few show it, so its sums are loaded with its first
 * cell; until then it is empty and nothing is sorted by it.
 */
import type { Contract } from '@mua/contract/entities/contract';
import type { Ticks } from '@mua/core/values';
import { lazy, Suspense } from 'react';
import { MISSING } from '#i18n/format.ts';

let loaded: typeof import('#features/price-table/physical-text.tsx') | undefined;

const PhysicalText = lazy(async () => {
  loaded = await import('#features/price-table/physical-text.tsx');
  return { default: loaded.PhysicalText };
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
  return loaded?.physicalValue(contract, ticks) ?? null;
}
