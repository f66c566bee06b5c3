/**
 * Shows the margin levels and own fills: painted by the chart, and the margin levels announced once to screen readers.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import { useChartView } from '#features/chart/trading/chart-view-store.ts';
import { type FillMark, fillMarks, fillsIn } from '#features/chart/trading/fills.ts';
import { MARGIN_LEVEL_NAMES, type MarginLevelLine } from '#features/chart/trading/margin-levels.ts';
import type { TradedChart } from '#features/chart/trading/traded-chart.ts';
import { useFormat } from '#i18n/use-format.ts';
import { ordersQuery } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OwnMarksProps {
  readonly chart: Pick<TradedChart, 'lines'>;
  readonly contract: Contract;
  readonly own: ChartOrders;
}

export function OwnMarks({ chart, contract, own }: OwnMarksProps) {
  const showsFills = useChartView((view) => view.showsFills);
  return (
    <>
      <MarginLevels chart={chart} contract={contract} own={own} />
      {showsFills && own.actor && <Fills chart={chart} contract={contract} actor={own.actor} />}
    </>
  );
}

const NO_MARGIN_LEVELS: readonly MarginLevelLine[] = [];

function MarginLevels({ chart, contract, own: { marginLevels: prices } }: OwnMarksProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isShown = useChartView((view) => view.showsMarginLevels);
  const marginLevels = useMemo((): readonly MarginLevelLine[] => {
    if (!prices || !isShown) return NO_MARGIN_LEVELS;
    return MARGIN_LEVEL_NAMES.flatMap((name) => {
      const { ticks, percent } = prices[name];
      if (ticks === null) return [];
      const level = format.ratio(String(percent), 0);
      return [
        {
          name,
          ticks,
          label: t(($) => $.chartOrders.marginLevel.at, {
            percent: level,
            level: t(($) => $.chartOrders.marginLevel[name]),
          }),
        },
      ];
    });
  }, [prices, isShown, format, t]);
  useEffect(() => chart.lines.setMarginLevels(marginLevels), [chart, marginLevels]);
  useEffect(() => () => chart.lines.setMarginLevels(NO_MARGIN_LEVELS), [chart]);
  if (marginLevels.length === 0) return null;
  const said = marginLevels
    .map(({ label, ticks }) => `${label} ${format.price(ticks, contract.decimalFormat)}`)
    .join(', ');
  return <p className="sr-only">{t(($) => $.chartOrders.marginLevel.spoken, { marginLevels: said })}</p>;
}

const NO_FILLS: readonly FillMark[] = [];

/** From the newest page of this contract's orders, which reaches back far enough for recent trades. */
function Fills({ chart, contract, actor }: Pick<OwnMarksProps, 'chart' | 'contract'> & { actor: AccountActor }) {
  const { code, decimalFormat: grid } = contract;
  const filter = useMemo(() => ({ contractCode: { contains: code } }), [code]);
  const { data } = useInfiniteQuery(ordersQuery(actor, filter));
  const marks = useMemo(
    () => fillMarks(fillsIn(data?.pages.flatMap(({ items }) => items) ?? [], code), grid),
    [data, code, grid],
  );
  useEffect(() => chart.lines.setFills(marks), [chart, marks]);
  useEffect(() => () => chart.lines.setFills(NO_FILLS), [chart]);
  return null;
}
