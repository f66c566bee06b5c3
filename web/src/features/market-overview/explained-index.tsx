/** A group's index with its calculation (decision 43): the formula, and the current numbers. */
import type { CommodityGroup } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { DESK_QUERY } from '#design/use-media-query.ts';
import { type GroupSummary, INDEX_BASE } from '#features/market-overview/market-index.ts';
import type { ExplanationText } from '#i18n/explanation-text.ts';
import { formatVolume, MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface ExplainedIndexProps {
  readonly group: CommodityGroup;
  readonly summary: GroupSummary;
  /** Number of contracts in the group, including those without prices. */
  readonly listed: number;
}

export function ExplainedIndex({ group, summary: { index, counted }, listed }: ExplainedIndexProps) {
  const { t } = useTranslation();
  const format = useFormat();
  if (index === null) return MISSING;
  const explain = (): ExplanationText => {
    const percent = format.ratio((100 / counted).toFixed(2), 2);
    const notes = [
      t(($) => $.explain.index.equal),
      listed > counted ? t(($) => $.explain.index.leftOut, { count: listed - counted }) : '',
      // Tiles on a phone have none.
      matchMedia(DESK_QUERY).matches ? t(($) => $.explain.index.line) : '',
    ];
    return {
      formula: t(($) => $.explain.index.formula),
      rows: [
        { name: t(($) => $.explain.index.counted), value: t(($) => $.explain.index.countedOf, { counted, listed }) },
        { name: t(($) => $.explain.index.weight), value: t(($) => $.explain.index.weightOf, { counted, percent }) },
        { name: t(($) => $.explain.index.start), value: indexText(INDEX_BASE) },
        { name: t(($) => $.explain.index.mean), value: (index / INDEX_BASE).toFixed(5) },
      ],
      result: indexText(index),
      note: notes.filter((note) => note !== '').join(' '),
    };
  };
  const name = t(($) => $.words.indexOf, { group: t(($) => $.words.group[group]) });
  return (
    <ExplainedFigure
      name={name}
      explain={explain}
      side="bottom"
      align="start"
      // Touch target of 44 px.
      className="max-md:relative max-md:after:absolute max-md:after:-inset-x-2 max-md:after:-inset-y-2.5"
    >
      {indexText(index)}
    </ExplainedFigure>
  );
}

/** `1 284.36`: an index is formatted like a quote, so thousands are separated by a narrow space in both languages. */
function indexText(index: number): string {
  const [whole = '', decimals = ''] = index.toFixed(2).split('.');
  return `${formatVolume(Number(whole))}.${decimals}`;
}
