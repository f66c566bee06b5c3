/** Indicators on the chart: over the price, or each in a pane of its own; volume is the pane directly below the price. */
import type { AxisTick, Chart, DeepPartial, IndicatorStyle, registerIndicator } from 'klinecharts';
import { MINUS } from '#i18n/format.ts';
import type { ChartSettings } from '../chart-settings.ts';
import type { ChartTheme } from '../chart-theme.ts';
import type { StudyReading, StudyValue } from '../legend-reading.ts';
import { CANDLE_PANE } from '../panes.ts';
import { HEIKIN_ASHI, heikinTemplate } from './heikin-ashi.ts';
import { type Memory, reckonsNewest } from './newest-value.ts';
import { OWN_STUDIES, type StudyExtra } from './own-studies.ts';
import { CATALOGUE, isOverPrice, PANE_STUDIES, STUDIES, type StudyName } from './study-catalogue.ts';
import { type LineSetting, type StudySetting, settingOf } from './study-settings.ts';

const VOLUME = 'VOL';
const VOLUME_PANE = 'volume_pane';
const VOLUME_HEIGHT = 64;
const COMPACT_VOLUME_HEIGHT = 40;
const STUDY_HEIGHT = 96;
const STUDY_MIN_HEIGHT = 48;

const PANE_GAP = { top: 24, bottom: 6 };
const NO_LABELS = (): AxisTick[] => [];
const NOTHING_TO_TELL = { name: '', calcParamsText: '', features: [], legends: [] };
/** The legend over the chart tells it, in the contract's own format and for everybody's eyes and keys. */
const createTooltipDataSource = () => NOTHING_TO_TELL;
const idOf = (name: StudyName) => `study_${name}`;
const paneOf = (name: StudyName) => (isOverPrice(name) ? CANDLE_PANE : `pane_${name}`);

export function registerStudies(register: typeof registerIndicator): void {
  for (const template of OWN_STUDIES) register(template);
  register(heikinTemplate);
}

export interface StudiesView {
  readonly theme: ChartTheme;
  readonly compact: boolean;
  readonly extra: () => StudyExtra;
}

/** Makes the chart show exactly these. Styles are set again, because they follow the theme. */
export function applyStudies(chart: Chart, settings: ChartSettings, view: StudiesView): void {
  applyVolume(chart, settings.volume, view);
  applyHeikinAshi(chart, settings.type === 'heikin', view.theme);
  for (const name of STUDIES) {
    const id = idOf(name);
    const isThere = chart.getIndicators({ id }).length > 0;
    if (!settings.indicators.includes(name)) {
      if (isThere) chart.removeIndicator({ id });
      continue;
    }
    const setting = settingOf(settings.studies, name);
    const { engine, decimals } = CATALOGUE[name];
    const study = {
      id,
      name: engine,
      calcParams: paramsOf(name, setting),
      styles: studyStyles(name, setting, view.theme),
    };
    if (isThere) chart.overrideIndicator(study);
    else {
      const precision = decimals ?? (chart.getSymbol()?.pricePrecision ?? 2) + 1;
      const extendData = view.extra;
      const paneId = paneOf(name);
      chart.createIndicator({ ...study, paneId, precision, extendData, createTooltipDataSource }, true);
      reckonNewestOnly(chart, { id, name: engine }, CATALOGUE[name].memory);
      // Its curves keep clear of the legend's line.
      if (!isOverPrice(name)) chart.overrideYAxis({ paneId, gap: PANE_GAP });
    }
  }
  sharePanes(chart, settings, view);
}

function reckonNewestOnly(chart: Chart, which: { id: string; name: string }, memory: Memory | undefined): void {
  const [indicator] = chart.getIndicators(which);
  if (indicator && memory) chart.overrideIndicator({ ...which, calc: reckonsNewest(indicator.calc, memory) });
}

/** Half of the height is the price's, however many panes there are below it. */
function sharePanes(chart: Chart, settings: ChartSettings, { compact }: StudiesView): void {
  const panes = PANE_STUDIES.filter((name) => settings.indicators.includes(name));
  const volume = compact ? COMPACT_VOLUME_HEIGHT : VOLUME_HEIGHT;
  const room = (chart.getSize()?.height ?? 0) / 2 - (settings.volume ? volume : 0);
  const height = Math.max(STUDY_MIN_HEIGHT, Math.min(STUDY_HEIGHT, Math.floor(room / panes.length)));
  for (const name of panes) chart.setPaneOptions({ id: paneOf(name), height, minHeight: STUDY_MIN_HEIGHT });
}

function applyVolume(chart: Chart, isWanted: boolean, { theme, compact }: StudiesView): void {
  const id = 'volume';
  const bar = { style: 'fill' as const, borderSize: 0, noChangeColor: theme.upFill };
  const styles = { bars: [{ ...bar, upColor: theme.upFill, downColor: theme.downFill }] };
  const isThere = chart.getIndicators({ id }).length > 0;
  if (isThere && !isWanted) chart.removeIndicator({ id });
  else if (isThere) chart.overrideIndicator({ id, name: VOLUME, styles });
  else if (isWanted) {
    chart.createIndicator({ id, name: VOLUME, paneId: VOLUME_PANE, calcParams: [], styles, createTooltipDataSource });
    reckonNewestOnly(chart, { id, name: VOLUME }, 'window');
    chart.setPaneOptions({ id: VOLUME_PANE, height: compact ? COMPACT_VOLUME_HEIGHT : VOLUME_HEIGHT, minHeight: 32 });
    chart.overrideYAxis({ paneId: VOLUME_PANE, gap: { top: 6, bottom: 0 }, createTicks: NO_LABELS });
  }
}

function applyHeikinAshi(chart: Chart, isWanted: boolean, theme: ChartTheme): void {
  const id = 'heikin';
  const extendData = () => theme;
  const isThere = chart.getIndicators({ id }).length > 0;
  if (isThere && !isWanted) chart.removeIndicator({ id });
  else if (isThere) chart.overrideIndicator({ id, name: HEIKIN_ASHI, extendData });
  else if (isWanted) {
    const paneId = CANDLE_PANE;
    chart.createIndicator({ id, name: HEIKIN_ASHI, paneId, zLevel: -1, extendData, createTooltipDataSource }, true);
  }
}

/** What the library reckons with: of averages, only those that are shown. */
function paramsOf(name: StudyName, { params, lines }: StudySetting): number[] {
  const shown = CATALOGUE[name].isLinePerParam ? params.filter((_value, place) => lines[place]?.isShown) : params;
  return [...shown];
}

/** The lines as the library draws them, in its order. */
function drawnLines(name: StudyName, { lines }: StudySetting): readonly LineSetting[] {
  return CATALOGUE[name].isLinePerParam ? lines.filter(({ isShown }) => isShown) : lines;
}

function studyStyles(name: StudyName, setting: StudySetting, theme: ChartTheme): DeepPartial<IndicatorStyle> {
  const { isDashed = false } = CATALOGUE[name];
  const lines = drawnLines(name, setting).map(({ slot, isShown }) => ({
    color: isShown ? colourOf(theme, slot) : 'transparent',
    size: 1,
    smooth: false,
    style: isDashed ? ('dashed' as const) : ('solid' as const),
    dashedValue: isDashed ? [4, 3] : [2, 2],
  }));
  return lines.length > 0 ? { lines } : {};
}

function colourOf(theme: ChartTheme, slot: number): string {
  return theme.palette[slot] ?? theme.text3;
}

export interface ReadingPlace {
  readonly index: number;
  readonly settings: ChartSettings;
  readonly theme: ChartTheme;
  readonly priceText: (price: number) => string;
  readonly volumeText: (volume: number) => string;
}

/** What the indicators say at one bar, those over the price first. */
export function studyReadings(chart: Chart, place: ReadingPlace): StudyReading[] {
  return STUDIES.filter((name) => place.settings.indicators.includes(name)).map((name) => ({
    name,
    // Of averages, each value says its own.
    params: CATALOGUE[name].isLinePerParam ? [] : paramsOf(name, settingOf(place.settings.studies, name)),
    values: valuesOf(chart, name, place),
    topPx: isOverPrice(name) ? null : (chart.getSize(paneOf(name))?.top ?? null),
  }));
}

function valuesOf(chart: Chart, name: StudyName, place: ReadingPlace): StudyValue[] {
  const { index, settings, theme } = place;
  const [indicator] = chart.getIndicators({ id: idOf(name) });
  const values = (indicator?.result[index] ?? {}) as Readonly<Record<string, unknown>>;
  const spec = CATALOGUE[name];
  const setting = settingOf(settings.studies, name);
  const drawn = drawnLines(name, setting);
  const titles = spec.isLinePerParam ? paramsOf(name, setting).map(String) : spec.lines.map(({ title }) => title);
  let line = -1;
  return (indicator?.figures ?? []).flatMap(({ key, type }) => {
    if (type === 'line') line += 1;
    const style = type === 'line' ? drawn[line] : undefined;
    if (type === 'line' && style?.isShown !== true) return [];
    const value = values[key];
    return {
      title: (type === 'line' ? titles[line] : undefined) ?? '',
      text: typeof value === 'number' ? valueText(name, value, { ...place, precision: indicator?.precision ?? 2 }) : '',
      color: style ? colourOf(theme, style.slot) : null,
    };
  });
}

function valueText(name: StudyName, value: number, place: ReadingPlace & { readonly precision: number }): string {
  if (isOverPrice(name)) return place.priceText(value);
  if (CATALOGUE[name].decimals === 0) return place.volumeText(value);
  return value.toFixed(place.precision).replace('-', MINUS);
}
