/** Manages the contracts compared on the chart; each keeps its colour while others are added and removed. */
import type { Contract } from '@mua/contract/entities/contract';
import { useEffect, useMemo } from 'react';
import { COMPARE_MAX, COMPARE_SLOTS, type ComparedContract } from '#features/chart/compare/compared-contract.ts';
import { type KeptLine, useComparisonStore } from '#features/chart/compare/comparison-store.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { slotsTaken } from '#features/chart/settings/study-colours.ts';
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
        // A contract is not compared with itself, and unlisted contracts can not be drawn.
        const contract = code === own.code ? undefined : contracts.get(code);
        return contract ? [{ contract, slot }] : [];
      }),
    [kept, contracts, own.code],
  );
  useEffect(() => chart?.setCompared(lines), [chart, lines]);
  return useMemo(() => {
    // Contracts not shown here make room for those chosen here.
    const seen = lines.map(({ contract: { code }, slot }) => ({ code, slot }));
    return {
      lines,
      toggle: ({ code }) => set(toggled(seen, code, slotsTaken(useChartSettings.getState()))),
      remove: (code) => set(seen.filter((line) => line.code !== code)),
    };
  }, [lines, set]);
}

function toggled(lines: readonly KeptLine[], code: string, taken: readonly number[]): readonly KeptLine[] {
  const others = lines.filter((line) => line.code !== code);
  if (others.length < lines.length) return others;
  if (lines.length >= COMPARE_MAX) return lines;
  const free = COMPARE_SLOTS.filter((slot) => lines.every((line) => line.slot !== slot));
  const slot = free.find((hue) => !taken.includes(hue)) ?? free[0];
  return slot === undefined ? lines : [...lines, { code, slot }];
}
