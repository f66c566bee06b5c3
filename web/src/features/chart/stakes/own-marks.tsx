/** The rungs of the margin ladder and own fills: painted by the chart, and the rungs said once for who can't see it. */
import type { Contract } from '@mua/contract/entities/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChartStakes } from '#features/chart/stakes/chart-stakes.ts';
import { useChartView } from '#features/chart/stakes/chart-view-store.ts';
import { type FillMark, fillMarks, fillsIn } from '#features/chart/stakes/fills.ts';
import { type ChartRung, RUNGS } from '#features/chart/stakes/rungs.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { useFormat } from '#i18n/use-format.ts';
import { ordersQuery } from '#orders/orders.ts';
import type { AccountActor } from '#signed-in/actor.ts';

export interface OwnMarksProps {
  readonly chart: Pick<TradingChart, 'lines'>;
  readonly contract: Contract;
  readonly stakes: ChartStakes;
}

export function OwnMarks({ chart, contract, stakes }: OwnMarksProps) {
  const showsFills = useChartView((view) => view.showsFills);
  return (
    <>
      <Rungs chart={chart} contract={contract} stakes={stakes} />
      {showsFills && stakes.actor && <Fills chart={chart} contract={contract} actor={stakes.actor} />}
    </>
  );
}

const NO_RUNGS: readonly ChartRung[] = [];

function Rungs({ chart, contract, stakes: { rungs: prices } }: OwnMarksProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const isShown = useChartView((view) => view.showsRungs);
  const rungs = useMemo((): readonly ChartRung[] => {
    if (!prices || !isShown) return NO_RUNGS;
    return RUNGS.flatMap((name) => {
      const { ticks, percent } = prices[name];
      if (ticks === null) return [];
      const level = format.ratio(String(percent), 0);
      const short = `${level} ${format.price(ticks, contract.decimalFormat)}`;
      return [
        {
          name,
          ticks,
          label: t(($) => $.stakes.rung.at, { percent: level, rung: t(($) => $.stakes.rung[name]) }),
          short,
        },
      ];
    });
  }, [prices, isShown, format, t, contract]);
  useEffect(() => chart.lines.setRungs(rungs), [chart, rungs]);
  useEffect(() => () => chart.lines.setRungs(NO_RUNGS), [chart]);
  if (rungs.length === 0) return null;
  const said = rungs.map(({ label, ticks }) => `${label} ${format.price(ticks, contract.decimalFormat)}`).join(', ');
  return <p className="sr-only">{t(($) => $.stakes.rung.spoken, { rungs: said })}</p>;
}

const NO_FILLS: readonly FillMark[] = [];

/** Of the newest page of this contract's orders: as far back as anybody looks for what he has just done. */
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
