/** One chart, or several of them, which are loaded where they are wished for. */
import { lazy, Suspense } from 'react';
import { withChartMoreWords } from '#i18n/i18n.ts';
import type { ChartsProps } from '#pages/trading/chart-arrangement.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';

const ChartGrid = lazy(async () => ({
  default: (await withChartMoreWords(() => import('#pages/trading/chart-grid.tsx'))).ChartGrid,
}));

export function Charts(props: ChartsProps) {
  const { contract, charts } = props;
  const { shape } = charts;
  if (shape === 'one') return <OwnChart key={contract.code} contract={contract} />;
  return (
    <Suspense fallback={<div className="min-h-0 flex-1 bg-surface" />}>
      <ChartGrid {...props} shape={shape} />
    </Suspense>
  );
}
