/** Which contracts lie over the chart's own, each with a colour that stays its own while others come and go. */
import type { Contract } from '@mua/contract/entities/contract';
import { useEffect, useMemo, useState } from 'react';
import type { TradingChart } from '../trading-chart.ts';
import { COMPARE_SLOTS, type ComparedContract } from './compared-contract.ts';

export interface Comparison {
  readonly lines: readonly ComparedContract[];
  toggle(contract: Contract): void;
  remove(code: string): void;
}

export function useComparison(chart: TradingChart | null): Comparison {
  const [lines, setLines] = useState<readonly ComparedContract[]>([]);
  useEffect(() => chart?.setCompared(lines), [chart, lines]);
  return useMemo(
    () => ({
      lines,
      toggle: (contract) => setLines((before) => toggled(before, contract)),
      remove: (code) => setLines((before) => before.filter((line) => line.contract.code !== code)),
    }),
    [lines],
  );
}

function toggled(lines: readonly ComparedContract[], contract: Contract): readonly ComparedContract[] {
  const others = lines.filter((line) => line.contract.code !== contract.code);
  if (others.length < lines.length) return others;
  const slot = COMPARE_SLOTS.find((free) => lines.every((line) => line.slot !== free));
  return slot === undefined ? lines : [...lines, { contract, slot }];
}
