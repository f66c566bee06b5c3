/** Indicators on the chart: over the price, or each in a pane of its own; volume is the pane directly below the price. */
import type { AxisTick, Chart, DeepPartial, IndicatorCreateTooltipDataSourceParams, IndicatorStyle } from 'klinecharts';
import { MINUS, MISSING } from '#i18n/format.ts';
import { type ChartSettings, type IndicatorName, PANE_INDICATORS, PRICE_INDICATORS } from './chart-settings.ts';
import type { ChartTheme } from './chart-theme.ts';
import type { StudyReading } from './legend-reading.ts';

const CANDLE_PANE = 'candle_pane';
const VOLUME = 'VOL';
const VOLUME_PANE = 'volume_pane';
const VOLUME_HEIGHT = 64;
const COMPACT_VOLUME_HEIGHT = 40;
const STUDY_HEIGHT = 96;
const STUDY_MIN_HEIGHT = 48;

/** Decimals of what is no price. */
const PRECISION: Partial<Record<IndicatorName, number>> = { RSI: 2, KDJ: 2, CCI: 2, DMI: 2, OBV: 0 };
const PARAMS: Partial<Record<IndicatorName, readonly number[]>> = { MA: [20, 50], EMA: [20, 50], RSI: [14] };
const NO_LABELS = (): AxisTick[] => [];
const isOverPrice = (name: string) => PRICE_INDICATORS.some((known) => known === name);

export interface IndicatorView {
  readonly theme: ChartTheme;
  readonly compact: boolean;
}

/** Makes the chart show exactly these. Styles are set again, because they follow the theme. */
export function applyIndicators(chart: Chart, settings: ChartSettings, view: IndicatorView): void {
  const { theme } = view;
  applyVolume(chart, settings.volume, view);
  for (const name of [...PRICE_INDICATORS, ...PANE_INDICATORS]) {
    const id = `study_${name}`;
    const isThere = chart.getIndicators({ id }).length > 0;
    const isWanted = settings.indicators.includes(name);
    const styles = studyStyles(name, theme);
    if (isThere && !isWanted) chart.removeIndicator({ id });
    else if (isThere) chart.overrideIndicator({ id, name, styles });
    else if (isWanted) {
      const paneId = isOverPrice(name) ? CANDLE_PANE : `pane_${name}`;
      const calcParams = PARAMS[name];
      chart.createIndicator(
        {
          id,
          name,
          paneId,
          styles,
          ...(calcParams ? { calcParams: [...calcParams] } : {}),
          precision: PRECISION[name] ?? (chart.getSymbol()?.pricePrecision ?? 2) + 1,
          // What lies over the price is told by the legend above it, in the contract's own format.
          createTooltipDataSource: isOverPrice(name) ? () => NOTHING_TO_TELL : paneReading,
        },
        true,
      );
    }
  }
  sharePanes(chart, settings, view);
}

/** Half of the height is the price's, however many panes there are below it. */
function sharePanes(chart: Chart, settings: ChartSettings, { compact }: IndicatorView): void {
  const panes = PANE_INDICATORS.filter((name) => settings.indicators.includes(name));
  const volume = compact ? COMPACT_VOLUME_HEIGHT : VOLUME_HEIGHT;
  const room = (chart.getSize()?.height ?? 0) / 2 - (settings.volume ? volume : 0);
  const height = Math.max(STUDY_MIN_HEIGHT, Math.min(STUDY_HEIGHT, Math.floor(room / panes.length)));
  for (const name of panes) chart.setPaneOptions({ id: `pane_${name}`, height, minHeight: STUDY_MIN_HEIGHT });
}

const NOTHING_TO_TELL = { name: '', calcParamsText: '', features: [], legends: [] };

/** A pane's own line: its name, parameters and values, in the same colours as its curves. */
function paneReading({ chart, indicator, crosshair }: IndicatorCreateTooltipDataSourceParams<unknown>) {
  const at = crosshair.dataIndex ?? indicator.result.length - 1;
  const values = (indicator.result[at] ?? {}) as Readonly<Record<string, unknown>>;
  const { lines = [] } = chart.getStyles().indicator;
  let line = 0;
  const legends = indicator.figures.map(({ key, title = '', type }) => {
    const value = values[key];
    const color = type === 'line' ? (lines[line]?.color ?? '') : chart.getStyles().indicator.tooltip.legend.color;
    if (type === 'line') line += 1;
    const text = typeof value === 'number' ? value.toFixed(indicator.precision).replace('-', MINUS) : MISSING;
    return { title: { text: title, color }, value: { text, color } };
  });
  const params = indicator.calcParams.length === 0 ? '' : `(${indicator.calcParams.join(', ')})`;
  return { name: indicator.shortName, calcParamsText: params, features: [], legends };
}

function applyVolume(chart: Chart, isWanted: boolean, { theme, compact }: IndicatorView): void {
  const id = 'volume';
  const bar = { style: 'fill' as const, borderSize: 0, noChangeColor: theme.upFill };
  const styles = { bars: [{ ...bar, upColor: theme.upFill, downColor: theme.downFill }] };
  const isThere = chart.getIndicators({ id }).length > 0;
  if (isThere && !isWanted) chart.removeIndicator({ id });
  else if (isThere) chart.overrideIndicator({ id, name: VOLUME, styles });
  else if (isWanted) {
    const createTooltipDataSource = () => NOTHING_TO_TELL;
    chart.createIndicator({ id, name: VOLUME, paneId: VOLUME_PANE, calcParams: [], styles, createTooltipDataSource });
    chart.setPaneOptions({ id: VOLUME_PANE, height: compact ? COMPACT_VOLUME_HEIGHT : VOLUME_HEIGHT, minHeight: 32 });
    chart.overrideYAxis({ paneId: VOLUME_PANE, gap: { top: 6, bottom: 0 }, createTicks: NO_LABELS });
  }
}

function studyStyles(name: IndicatorName, theme: ChartTheme): DeepPartial<IndicatorStyle> {
  const dashed = name === 'EMA';
  return {
    lines: seriesOf(name, theme).map((color) => ({
      color,
      size: 1,
      smooth: false,
      style: dashed ? ('dashed' as const) : ('solid' as const),
      dashedValue: dashed ? [4, 3] : [2, 2],
    })),
  };
}

/** A band's outer lines are one thing and take one colour. */
function seriesOf(name: IndicatorName, theme: ChartTheme): readonly string[] {
  const [accent = '', grey = ''] = theme.series;
  return name === 'BOLL' ? [grey, accent, grey] : theme.series;
}

/** The values over the price at one bar, in the price's format. */
export function indicatorReadings(
  chart: Chart,
  { index, theme, priceText }: { index: number; theme: ChartTheme; priceText: (price: number) => string },
): StudyReading[] {
  return PRICE_INDICATORS.flatMap((name) => {
    const [indicator] = chart.getIndicators({ id: `study_${name}` });
    const values = indicator?.result[index] as Readonly<Record<string, unknown>> | undefined;
    if (!indicator || !values) return [];
    const series = seriesOf(name, theme);
    return indicator.figures.flatMap(({ key }, place) => {
      const value = values[key];
      if (typeof value !== 'number') return [];
      const period = name === 'MA' || name === 'EMA' ? ` ${String(indicator.calcParams[place] ?? '')}` : '';
      const color = name === 'SAR' ? theme.text3 : (series[place] ?? theme.text3);
      return { name: `${name}${period}`, value: priceText(value), color };
    });
  });
}
