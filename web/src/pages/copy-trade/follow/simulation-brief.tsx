/** The simulation in one glance: which trades would have been copied, and what would have come of it. */
import type { CopySimulation } from '@mua/contract/entities/strategy-figures';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Profit } from '#design/ui/figures/figures.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { skippedText } from '#pages/copy-trade/follow/skipped-text.ts';

/** More would be too thin to be told apart: the newest count. */
const MOST_MARKS = 24;

export function TradeMarks({ simulation }: { readonly simulation: CopySimulation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { trades, copied, total } = simulation;
  if (trades.length === 0) return null;
  return (
    <div
      role="img"
      aria-label={t(($) => $.strategies.copiedOf, { copied: format.volume(copied), total: format.volume(total) })}
      className="flex gap-1"
    >
      {trades.slice(-MOST_MARKS).map(({ openTime, contractCode, lots }) => (
        <span
          key={`${openTime} ${contractCode}`}
          className={cn('h-1.5 min-w-1 flex-1 rounded-full', lots > 0 ? 'bg-primary-text' : 'bg-surface-4')}
        />
      ))}
    </div>
  );
}

export function SimulationBrief({ simulation }: { readonly simulation: CopySimulation }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { copied, total, net, since, copiesAll } = simulation;
  if (total === 0)
    return <p className="text-12 text-fg-2">{t(($) => $.strategies.noTrades, { since: format.date(since) })}</p>;
  const skipped = skippedText({ t, format }, simulation);
  return (
    <div className="grid gap-2" data-testid="simulation-brief">
      <TradeMarks simulation={simulation} />
      <p className="flex flex-wrap justify-between gap-x-3 font-medium tabular-nums">
        <span>
          {t(($) => $.strategies.copiedSince, {
            ...{ copied: format.volume(copied), total: format.volume(total) },
            since: format.date(since).slice(0, 5),
          })}
        </span>
        <Profit amount={net} />
      </p>
      {(skipped !== null || copiesAll) && (
        <p className={cn('text-12', copied === 0 ? 'text-warning' : 'text-fg-3')}>
          {skipped}
          {copiesAll &&
            ` ${t(($) => $.strategies.allFrom, { capital: format.vndSummary(copiesAll.capital), ratio: format.plain(copiesAll.ratio) })}`}
        </p>
      )}
    </div>
  );
}
