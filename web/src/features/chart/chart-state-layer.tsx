/** Shows what covers an empty chart: loading, nothing traded yet, or an error. */
import { CandlestickChart } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import type { TradingChart } from '#features/chart/trading-chart.ts';

export function ChartStateLayer({ chart }: { chart: TradingChart }) {
  const { t } = useTranslation();
  const state = useFrameValue(chart.state);
  switch (state.kind) {
    case 'ready':
      return null;
    case 'loading':
      return <ChartWaiting />;
    case 'empty':
      return (
        <div className="absolute inset-0 grid bg-surface">
          <EmptyState
            icon={CandlestickChart}
            title={t(($) => $.desk.chart.empty)}
            hint={t(($) => $.desk.chart.emptyHint)}
            className="m-auto"
          />
        </div>
      );
    case 'error':
      return (
        <div className="absolute inset-0 grid bg-surface">
          <ErrorPanel
            panel={t(($) => $.desk.chart.title).toLocaleLowerCase()}
            code={state.code}
            onRetry={() => chart.retry()}
            className="m-auto"
          />
        </div>
      );
  }
}

/** Heights of a fixed row of candles, in percent. */
const SHAPE = [34, 42, 38, 50, 46, 58, 52, 44, 56, 62, 54, 66, 60, 72, 64, 58, 68, 76, 70, 62, 74, 66, 78, 72];

export function ChartWaiting() {
  const { t } = useTranslation();
  return (
    <div
      role="status"
      aria-label={t(($) => $.shell.state.loading)}
      className="absolute inset-0 flex items-end gap-[1.5%] bg-surface pr-16 pb-10 pl-3"
    >
      {SHAPE.map((height, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a drawn shape has no identity but its place.
        <span key={index} className="flex-1" style={{ height: '18%', marginBottom: `${height * 0.5}%` }}>
          <Skeleton className="h-full max-w-2" />
        </span>
      ))}
    </div>
  );
}
