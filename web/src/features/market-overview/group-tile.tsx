/** One group: its index and change, its line over a day, and how many of its contracts rise, are unchanged and fall. */
import type { Contract } from '@mua/contract/entities/contract';
import type { CommodityGroup } from '@mua/core/values';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { DIRECTION_TEXT, type Direction, DirectionGlyph, directionOf } from '#design/ui/figures/figures.tsx';
import { Sparkline } from '#design/ui/figures/sparkline.tsx';
import { ExplainedIndex } from '#features/market-overview/explained-index.tsx';
import { changeBasisPoints, type GroupSummary, INDEX_BASE } from '#features/market-overview/market-index.ts';
import { useGroupSummary, useIndexSeries } from '#features/market-overview/use-group-summary.ts';
import { formatQuotePercent, formatVolume } from '#i18n/format.ts';

export interface GroupTileProps {
  readonly group: CommodityGroup;
  readonly contracts: readonly Contract[];
}

export const GroupTile = memo(function GroupTile({ group, contracts }: GroupTileProps) {
  const { t } = useTranslation();
  const summary = useGroupSummary(contracts);
  const { index } = summary;
  const change = index === null ? null : changeBasisPoints(index);
  const direction = directionOf(change);
  return (
    <article
      data-testid={`index-${group}`}
      className="@container flex min-w-0 flex-col bg-surface px-4 py-2.5 md:py-3"
      aria-label={t(($) => $.words.group[group])}
    >
      <h2 className="w-fit max-w-full truncate font-medium text-12 text-fg-2 leading-5">
        {t(($) => $.words.group[group])}
      </h2>
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-16 tracking-[-0.01em] md:text-20">
          {contracts.length === 0 ? (
            <Skeleton className="my-1.5 h-3.5 w-20" />
          ) : (
            <ExplainedIndex group={group} summary={summary} listed={contracts.length} />
          )}
        </span>
        <span
          className={cn(
            'flex-1 whitespace-nowrap text-right font-medium text-12',
            direction && DIRECTION_TEXT[direction],
          )}
        >
          {direction && <DirectionGlyph direction={direction} className="mr-1" />}
          {formatQuotePercent(change, 10_000)}
        </span>
      </div>
      <IndexLine contracts={contracts} direction={direction} />
      <Breadth summary={summary} />
    </article>
  );
});

/** On a phone the figure is enough; the line would take the space of many rows. */
function IndexLine({ contracts, direction }: { contracts: readonly Contract[]; direction: Direction | null }) {
  const values = useIndexSeries(contracts);
  return (
    <div className="mt-1.5 mb-2.5 hidden min-h-0 flex-1 md:block">
      {!values && <Skeleton className="mt-8 h-px" />}
      {values && values.length > 1 && (
        <Sparkline
          values={values}
          baseline={INDEX_BASE}
          direction={direction}
          width={260}
          height={64}
          area
          className="size-full!"
        />
      )}
    </div>
  );
}

const PARTS = [
  { key: 'rising', direction: 'up', bar: 'bg-up-candle' },
  { key: 'unchanged', direction: 'unchanged', bar: 'bg-ref' },
  { key: 'falling', direction: 'down', bar: 'bg-down-candle' },
] as const;

function Breadth({ summary }: { summary: GroupSummary }) {
  const { t } = useTranslation();
  const shown = PARTS.filter(({ key }) => key !== 'unchanged' || summary.unchanged > 0);
  return (
    <div className="hidden md:block">
      <div aria-hidden className="flex h-1 gap-0.5">
        {shown.map(({ key, bar }) =>
          summary[key] > 0 ? (
            <span key={key} className={cn('rounded-[2px]', bar)} style={{ flex: summary[key] }} />
          ) : null,
        )}
      </div>
      <div className="mt-1.5 flex justify-between gap-2 whitespace-nowrap text-11">
        {shown.map(({ key, direction }) => (
          <span key={key} className={DIRECTION_TEXT[direction]}>
            <DirectionGlyph direction={direction} className="mr-1" />
            {/* Where only the figures fit, the words are still read to screen readers. */}
            <span className="@max-[212px]:sr-only">{t(($) => $.board.index[key], { count: summary[key] })}</span>
            <span aria-hidden className="@min-[212px]:hidden">
              {formatVolume(summary[key])}
            </span>
          </span>
        ))}
      </div>
    </div>
  );
}
