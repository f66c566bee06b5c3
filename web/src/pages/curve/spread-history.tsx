/**
 * Draws what the spread of two months was at the end of each of the last days, with its highest and lowest, and leads to
 * its chart in every other interval.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { linearScale } from '#design/plot/plot.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import { pairText } from '#market/listing-codes.ts';
import { usePastSpreads } from '#market/past-spreads.ts';
import type { CurveProps } from '#pages/curve/curve-chart.tsx';
import { writerOf } from '#pages/curve/curve-unit.ts';

interface SpreadHistoryProps extends Pick<CurveProps, 'unit'> {
  readonly near: Contract;
  readonly far: Contract;
}

/** The chart's settings are loaded with the chart. */
async function showDifference(code: string): Promise<void> {
  const { chartDifference } = await import('#features/chart/compare/chart-difference.ts');
  chartDifference(code);
}

export function SpreadHistory({ near, far, unit }: SpreadHistoryProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const { past, reading } = usePastSpreads(near, far);
  const writer = writerOf(format, unit, near);
  const pair = pairText(near, far);
  const [first, last] = [past?.days[0], past?.days.at(-1)];
  if (!past || !first || !last || past.days.length < 2) {
    if (reading.isPending) return <SkeletonRows rows={4} columns={['text']} />;
    if (reading.retry) return <ErrorPanel panel={pair} onRetry={reading.retry} className="border-border border-t" />;
    return (
      <p className="border-border border-t px-4 py-6 text-12 text-fg-3">{t(($) => $.curve.noHistory, { pair })}</p>
    );
  }
  const { days, lowest, highest } = past;
  const xOf = linearScale([0, days.length - 1], [0, 100]);
  const yOf = linearScale([lowest, highest], [100, 0]);
  const range = { lowest: writer.price(lowest), highest: writer.price(highest) };
  return (
    <figure className="m-0 border-border border-t px-4 py-3" data-testid="spread-history">
      <figcaption className="flex flex-wrap items-baseline gap-x-3 text-12">
        <span className="mr-auto font-medium">
          {t(($) => $.curve.history, { pair, days: format.volume(days.length) })}
        </span>
        <span className="text-fg-3 tabular-nums">{t(($) => $.curve.historyRange, range)}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={t(($) => $.curve.historyDrawn, { pair, last: writer.price(last.ticks), ...range })}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="mt-3 block h-32 w-full overflow-visible fill-none [&_*]:[vector-effect:non-scaling-stroke]"
      >
        <path d={`M0 ${yOf(last.ticks)}H100`} className="stroke-fg-3" strokeDasharray="2 3" />
        <polyline
          points={days.map(({ ticks }, index) => `${xOf(index)},${yOf(ticks)}`).join(' ')}
          className="stroke-primary-text"
          strokeWidth="1.5"
        />
      </svg>
      <p className="mt-2 flex justify-between text-11 text-fg-3 tabular-nums">
        <span>{format.date(first.timeMs)}</span>
        <span>{format.date(last.timeMs)}</span>
      </p>
      <Link
        to="/trading/$code"
        params={{ code: near.code }}
        onClick={() => void showDifference(far.code)}
        data-testid="spread-chart"
        className={cn(buttonVariants({ variant: 'outline' }), 'mt-3 w-full max-md:h-11')}
      >
        {t(($) => $.curve.chart, { pair })}
      </Link>
    </figure>
  );
}
