/** Says what the figures of compared contracts are, or why there are none, and what to do about it. */
import { useTranslation } from 'react-i18next';
import { shownComparison } from '#features/chart/compare/shown-comparison.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';

interface ComparisonLineProps {
  /** Names what is charted. */
  readonly title: string;
  /** The chart's contract, whose own bars can be shown instead. */
  readonly code: string;
}

export function ComparisonLine({ title, code }: ComparisonLineProps) {
  const { t } = useTranslation();
  const settings = useChartSettings();
  const shown = shownComparison(settings);
  const showOwn = () => settings.setSeries({ ...settings.series, isContinuous: false });
  return (
    <p className="flex w-fit flex-wrap gap-x-2 bg-surface pr-1">
      <span className={shown === 'noSpread' ? 'text-warning' : undefined}>
        {t(($) => $.chart.compare.says[shown], { code: title })}
      </span>
      {shown === 'noSpread' && (
        <button
          type="button"
          onClick={showOwn}
          className="pointer-events-auto text-primary-text underline underline-offset-2"
        >
          {t(($) => $.chart.compare.ownMonth, { code })}
        </button>
      )}
    </p>
  );
}
