/** Opens the alert on one moving average of the chart, beside its settings. */
import type { Contract } from '@mua/contract/entities/contract';
import { AVERAGES } from '@mua/core/values';
import { Bell, BellRing } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { StudyName } from '#features/chart/settings/study-catalogue.ts';
import { type ChartAlerts, countedBars } from '#features/chart/surface/chart-alerts.ts';

export interface AverageAlertProps {
  readonly name: StudyName;
  readonly period: number;
  readonly isShown: boolean;
  readonly contract: Contract;
  readonly alerts: ChartAlerts | undefined;
  readonly onOpened: () => void;
}

/** Focusable, because its name says why. */
const UNAVAILABLE = 'max-md:size-11 aria-disabled:text-disabled aria-disabled:hover:bg-transparent';

export function AverageAlert({ name, period, isShown, contract, alerts, onOpened }: AverageAlertProps) {
  const { t } = useTranslation();
  const { interval, series } = useChartSettings();
  const average = AVERAGES.find((known) => known === name);
  const { interval: counted, obstacle } = countedBars(interval, series.isContinuous);
  if (!alerts || !average) return null;
  if (obstacle) {
    const replace = { name: `${average} ${period}` };
    const label = `${t(($) => $.chartMore.alert.average, { replace })}: ${t(($) => $.chartMore.alert.obstacles[obstacle])}`;
    return (
      <IconButton size="icon-sm" className={UNAVAILABLE} aria-disabled label={label}>
        <Bell aria-hidden />
      </IconButton>
    );
  }
  const alert = alerts.drawn.find(
    ({ contractCode, follows }) =>
      contractCode === contract.code &&
      follows?.kind === 'average' &&
      follows.average === average &&
      follows.period === period &&
      follows.interval === counted,
  );
  const replace = { name: `${average} ${period} · ${t(($) => $.desk.chart.shortIntervals[counted])}` };
  const open = () => {
    onOpened();
    alerts.onOpen(alert ?? { follows: { kind: 'average', average, period, interval: counted } });
  };
  return (
    <IconButton
      size="icon-sm"
      className={alert ? 'text-primary-text max-md:size-11' : 'max-md:size-11'}
      disabled={!isShown}
      label={t(($) => $.chartMore.alert[alert ? 'ofAverage' : 'average'], { replace })}
      onClick={open}
    >
      {alert ? <BellRing aria-hidden /> : <Bell aria-hidden />}
    </IconButton>
  );
}
