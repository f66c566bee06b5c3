/** The last day as a line, fetched when the row is first seen. Without trades there is no line. */
import type { Contract } from '@mua/contract/entities/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useEverySecond } from '#clock/market-clock.ts';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { directionOf } from '#design/ui/figures/figures.tsx';
import { Sparkline } from '#design/ui/figures/sparkline.tsx';
import { lateSeconds } from '#market/quote-age.ts';
import { sparkQuery } from '#market/sparklines.ts';
import { useQuoteChange, useQuoteField } from '#market/use-quote.ts';

export interface TrendCellProps {
  readonly contract: Contract;
  /** Shown instead of the line: while the quote is late, and before there are bars. */
  readonly fallback?: ReactNode;
}

export function TrendCell({ contract, fallback = null }: TrendCellProps) {
  const { data: bars, isPending } = useQuery(sparkQuery(contract));
  const settlement = useQuoteField(contract.code, 'settlement');
  const direction = directionOf(useQuoteChange(contract.code));
  const closes = useMemo(() => bars?.map(({ close }) => close), [bars]);
  const isLate = useEverySecond(() => fallback !== null && lateSeconds(contract.code) !== null);
  if (isLate) return fallback;
  if (isPending) return <Skeleton className="h-px w-18" />;
  if (!closes || closes.length < 2) return fallback;
  return (
    <Sparkline values={closes} baseline={settlement} direction={direction} width={72} height={18} className="w-18" />
  );
}
