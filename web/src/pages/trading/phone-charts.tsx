/** The charts of the desk on a phone: one of them at a time, chosen above it where there are several. */
import type { Contract } from '@mua/contract/entities/contract';
import { lazy, Suspense, useState } from 'react';
import { OwnInterval, useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { withChartMoreWords } from '#i18n/i18n.ts';
import { type ChartPlace, placesIn, withPlace } from '#pages/trading/chart-places.ts';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { OwnChart } from '#pages/trading/own-chart.tsx';

const PhoneSwitch = lazy(async () => ({
  default: (await withChartMoreWords(() => import('#pages/trading/phone-switch.tsx'))).PhoneSwitch,
}));

export interface PhoneChartsProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
}

export function PhoneCharts({ contract, contracts }: PhoneChartsProps) {
  const { charts, setCharts } = useDeskLayout();
  const { interval: ofDevice } = useChartInterval();
  const [chosen, setChosen] = useState(0);
  const places = placesIn(charts).map((place) => (charts.isSameInterval ? { ...place, interval: ofDevice } : place));
  const at = Math.min(chosen, places.length);
  const first: ChartPlace = { code: contract.code, interval: ofDevice };
  const own = places[at - 1];
  const shown = contracts.find(({ code }) => code === own?.code) ?? contract;
  const choice = own && !charts.isSameInterval ? own : null;
  return (
    <>
      {places.length > 0 && (
        <Suspense>
          <PhoneSwitch {...{ places: [first, ...places], at }} code={contract.code} onChoose={setChosen} />
        </Suspense>
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
