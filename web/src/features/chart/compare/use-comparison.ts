/** Which contracts lie over the chart's own, each with a colour that stays its own while others come and go. */
import type { Contract } from '@mua/contract/entities/contract';
import { useEffect, useMemo } from 'react';
import { COMPARE_SLOTS, type ComparedContract } from '#features/chart/compare/compared-contract.ts';
import { type KeptLine, useComparisonStore } from '#features/chart/compare/comparison-store.ts';
import { useContractsByCode } from '#market/contracts.ts';

interface ComparingChart {
  setCompared(lines: readonly ComparedContract[]): void;
}

export interface Comparison {
  readonly lines: readonly ComparedContract[];
  toggle(contract: Contract): void;
  remove(code: string): void;
}

export function useComparison(chart: ComparingChart | null, own: Contract): Comparison {
  const { lines: kept, set } = useComparisonStore();
  const contracts = useContractsByCode();
  const lines = useMemo(
    () =>
      kept.flatMap(({ code, slot }) => {
        // Nothing is compared with itself, and what is listed no more can not be drawn.
        const contract = code === own.code ? undefined : contracts.get(code);
        return contract ? [{ contract, slot }] : [];
      }),
    [kept, contracts, own.code],
  );
  useEffect(() => chart?.setCompared(lines), [chart, lines]);
  return useMemo(() => {
    // What is not seen here makes way for what is chosen here.
    const seen = lines.map(({ contract: { code }, slot }) => ({ code, slot }));
    return {
      lines,
      toggle: ({ code }) => set(toggled(seen, code)),
      remove: (code) => set(seen.filter((line) => line.code !== code)),
    };
  }, [lines, set]);
}

function toggled(lines: readonly KeptLine[], code: string): readonly KeptLine[] {
  const others = lines.filter((line) => line.code !== code);
  if (others.length < lines.length) return others;
  const slot = COMPARE_SLOTS.find((free) => lines.every((line) => line.slot !== free));
  return slot === undefined ? lines : [...lines, { code, slot }];
}
