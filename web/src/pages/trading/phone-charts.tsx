/** The charts of the desk on a phone: one of them at a time, chosen above it where there are several. */
import type { Contract } from '@mua/contract/entities/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { OwnInterval, useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import { type ChartPlace, placesIn, withPlace } from '#pages/trading/chart-arrangement.ts';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';

export interface PhoneChartsProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
}

export function PhoneCharts({ contract, contracts }: PhoneChartsProps) {
  const { t } = useTranslation();
  const nameOf = useIntervalName();
  const { charts, setCharts } = useDeskLayout();
  const { interval: ofDevice } = useChartInterval();
  const [chosen, setChosen] = useState(0);
  const places = placesIn(charts);
  const at = Math.min(chosen, places.length);
  const first: ChartPlace = { code: contract.code, interval: ofDevice };
  const own = places[at - 1];
  const shown = contracts.find(({ code }) => code === own?.code) ?? contract;
  const choice = own && !charts.isSameInterval ? own : null;
  return (
    <>
      {places.length > 0 && (
        <div className="shrink-0 overflow-x-auto bg-surface px-2 py-1">
          <Segment
            label={t(($) => $.chart.shown)}
            value={String(at)}
            onValueChange={(value) => setChosen(Number(value))}
            columns="fit"
            options={[first, ...places].map(({ code, interval }, place) => ({
              value: String(place),
              label: `${code ?? contract.code} · ${nameOf(charts.isSameInterval ? ofDevice : interval).short}`,
              className: 'finger-sized h-9',
            }))}
          />
        </div>
      )}
      <OwnInterval
        value={
          choice && {
            interval: choice.interval,
            setInterval: (interval) => setCharts(withPlace(charts, at - 1, { interval })),
          }
        }
      >
        <OwnChart key={`${at} ${shown.code}`} contract={shown} compact />
      </OwnInterval>
    </>
  );
}
