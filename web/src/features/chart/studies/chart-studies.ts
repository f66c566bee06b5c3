/**
 * Manages the indicators on the chart: over the price, or each in its own pane; volume is the pane directly below the
 * price.
 */
import type * as kline from 'klinecharts';
import type {
  AxisCreateRangeParams,
  AxisCreateTicksParams,
  AxisTick,
  Chart,
  DeepPartial,
  Indicator,
  IndicatorStyle,
} from 'klinecharts';
import { type AxisTags, lastPriceY, placedTags } from '#features/chart/axes/price-tags.ts';
import type { ChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { Memory } from '#features/chart/settings/study-catalogue.ts';
import { CATALOGUE, isOverPrice, STUDIES, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import { type LineSetting, type StudySetting, settingOf } from '#features/chart/settings/study-settings.ts';
import { HEIKIN_ASHI, heikinTemplate } from '#features/chart/studies/heikin-ashi.ts';
import { barsAhead, ichimokuTemplate } from '#features/chart/studies/ichimoku.ts';
import type { StudyReading, StudyValue } from '#features/chart/studies/legend-reading.ts';
import { reckonsNewest } from '#features/chart/studies/newest-value.ts';
import { openInterestTemplate } from '#features/chart/studies/open-interest.ts';
import { OWN_STUDIES } from '#features/chart/studies/own-studies.ts';
import { paneRoom, STUDY_MIN_HEIGHT } from '#features/chart/studies/pane-room.ts';
import { type PivotPoint, pivotsTemplate } from '#features/chart/studies/pivots.ts';
import { figureText, STUDY_AXIS, studyAxis } from '#features/chart/studies/study-axis.ts';
import type { StudyExtra } from '#features/chart/studies/study-extra.ts';
import { hideStudyMarks, rangeOfLevels, type StudyTag, showStudyMarks } from '#features/chart/studies/study-marks.ts';
import { profileInView, profilePrices, volumeProfileTemplate } from '#features/chart/studies/volume-profile.ts';
import type { ChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CANDLE_PANE } from '#features/chart/surface/panes.ts';

const VOLUME = 'VOL';
const VOLUME_PANE = 'volume_pane';
const VOLUME_HEIGHT = 64;
const COMPACT_VOLUME_HEIGHT = 40;

const PANE_GAP = { top: 24, bottom: 6 };
const NO_LABELS = (): AxisTick[] => [];
const NO_TOOLTIP = { name: '', calcParamsText: '', features: [], legends: [] };
/**
 * The library's tooltip stays empty: our legend shows the values, in the contract's own format and accessible to
 * everyone.
 */
const createTooltipDataSource = () => NO_TOOLTIP;
const idOf = (name: StudyName) => `study_${name}`;
const paneOf = (name: StudyName) => (isOverPrice(name) ? CANDLE_PANE : `pane_${name}`);

export function registerStudies({ registerIndicator, registerYAxis }: Library): void {
  for (const template of OWN_STUDIES) registerIndicator(template);
  registerIndicator(ichimokuTemplate);
  registerIndicator(pivotsTemplate);
  registerIndicator(openInterestTemplate);
  registerIndicator(volumeProfileTemplate);
  registerIndicator(heikinTemplate);
  registerYAxis(studyAxis);
}

type Library = Pick<typeof kline, 'registerIndicator' | 'registerYAxis'>;

export interface StudiesView {
  readonly theme: ChartTheme;
  readonly compact: boolean;
  readonly extra: () => StudyExtra;
  /** The labels of the price axis there, and everything that has a tag on it. */
  readonly axisText: (price: number) => string;
  readonly tags: AxisTags;
  /** The labels of the panes' axes, with each layout. */
  readonly onLabels: (texts: readonly string[]) => void;
  /** Height of other panes below the price. */
  readonly takenPx: number;
}

/**
 * Shows exactly these indicators, as far as there is room, and returns those still waiting for some. Styles are set
 * again, because they depend on the theme.
 */
export function applyStudies(chart: Chart, settings: ChartSettings, view: StudiesView): readonly StudyName[] {
  applyVolume(chart, settings.volume, view);
  applyHeikinAshi(chart, settings.type === 'heikin', view.theme);
  const chartPx = chart.getSize()?.height ?? 0;
  const volumePx = (settings.volume ? volumeHeight(view) : 0) + view.takenPx;
  const { drawn, waiting, heightPx } = paneRoom({ indicators: settings.indicators, chartPx, volumePx });
  const shown = settings.indicators.filter((name) => !waiting.includes(name));
  for (const name of STUDIES) if (!shown.includes(name)) removeStudy(chart, name);
  for (const name of shown) {
    const id = idOf(name);
    const isThere = isDrawn(chart, name);
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
      reckonNewestOnly(
        chart,
        { id, name: engine },
        CATALOGUE[name].memory,
        name === 'ICHIMOKU' ? barsAhead : undefined,
      );
    }
    if (!isOverPrice(name)) shapeAxis(chart, name, { settings, view });
  }
  showTags(chart, shown.filter(isOverPrice), { settings, view });
  for (const name of drawn) {
    chart.setPaneOptions({ id: paneOf(name), height: heightPx, minHeight: STUDY_MIN_HEIGHT });
  }
  return waiting;
}

interface Applied {
  readonly settings: ChartSettings;
  readonly view: StudiesView;
}

/** Keeps its curves clear of the legend's line; an indicator with levels has those on its axis. */
function shapeAxis(chart: Chart, name: StudyName, { settings, view }: Applied): void {
  const { onLabels, theme } = view;
  const paneId = paneOf(name);
  const { levels = [] } = CATALOGUE[name];
  const tags = () => newestTags(chart, name, { settings, theme });
  // Levels are drawn with the tags, whose values change with every trade.
  const createTicks = ({ defaultTicks }: AxisCreateTicksParams): AxisTick[] => {
    onLabels(defaultTicks.map(({ text }) => String(text)));
    return levels.length === 0 ? defaultTicks : [];
  };
  const createRange = ({ defaultRange }: AxisCreateRangeParams) => rangeOfLevels(levels, defaultRange);
  chart.overrideYAxis({ paneId, name: STUDY_AXIS, gap: PANE_GAP, createTicks, createRange });
  showStudyMarks(chart, paneId, {
    theme,
    levels,
    tags,
    tops: (shown, axis, height) =>
      placedTags(
        shown.map(({ value }) => axis.convertToPixel(value)),
        { lastY: undefined, height },
      ),
    levelText: (level) => figureText(level, 0),
    onLabels,
  });
}

/** Indicators over the price share its axis with everything else there. */
function showTags(chart: Chart, names: readonly StudyName[], { settings, view }: Applied): void {
  const { theme, tags, axisText, onLabels } = view;
  const newest = () => {
    const each = names.map((name) => newestTags(chart, name, { settings, theme }));
    const most = Math.floor((chart.getSize(CANDLE_PANE, 'yAxis')?.height ?? 0) / (view.compact ? 36 : 24));
    return inTurns(each, most).map((tag) => ({ ...tag, text: axisText(tag.value) }));
  };
  tags.set('studies', () => newest().map(({ value }) => value));
  if (names.length === 0) return hideStudyMarks(chart, CANDLE_PANE);
  showStudyMarks(chart, CANDLE_PANE, {
    theme,
    levels: [],
    levelText: String,
    tags: newest,
    tops: (_shown, axis, height) =>
      tags.tops('studies', { yOf: (price) => axis.convertToPixel(price), lastY: lastPriceY(chart, axis), height }),
    onLabels,
  });
}

/** If there is no room for all, each indicator's first curve comes before any second one. */
export function inTurns<Item>(each: readonly (readonly Item[])[], most: number): Item[] {
  const longest = Math.max(0, ...each.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => each.flatMap((items) => items.slice(turn, turn + 1)));
  return turns.flat().slice(0, most);
}

function isDrawn(chart: Chart, name: StudyName): boolean {
  return chart.getIndicators({ id: idOf(name) }).length > 0;
}

function removeStudy(chart: Chart, name: StudyName): void {
  if (!isDrawn(chart, name)) return;
  if (!isOverPrice(name)) hideStudyMarks(chart, paneOf(name));
  chart.removeIndicator({ id: idOf(name) });
}

function reckonNewestOnly(
  chart: Chart,
  which: { id: string; name: string },
  memory: Memory | undefined,
  aheadOf?: (params: readonly unknown[]) => number,
): void {
  const [indicator] = chart.getIndicators(which);
  if (indicator && memory) chart.overrideIndicator({ ...which, calc: reckonsNewest(indicator.calc, memory, aheadOf) });
}

/** Calculates an indicator anew though neither its bars nor its parameters have changed. */
export function recalculate(chart: Chart, name: StudyName): void {
  const [indicator] = chart.getIndicators({ id: idOf(name) });
  if (!indicator) return;
  const { calc } = indicator;
  // The library calculates again when the function is another one.
  chart.overrideIndicator({ id: idOf(name), name: indicator.name, calc: (bars, its) => calc(bars, its) });
}

function volumeHeight({ compact }: StudiesView): number {
  return compact ? COMPACT_VOLUME_HEIGHT : VOLUME_HEIGHT;
}

function applyVolume(chart: Chart, isWanted: boolean, view: StudiesView): void {
  const { theme } = view;
  const id = 'volume';
  const bar = { style: 'fill' as const, borderSize: 0, noChangeColor: theme.upFill };
  const styles = { bars: [{ ...bar, upColor: theme.upFill, downColor: theme.downFill }] };
  const isThere = chart.getIndicators({ id }).length > 0;
  if (isThere && !isWanted) chart.removeIndicator({ id });
  else if (isThere) chart.overrideIndicator({ id, name: VOLUME, styles });
  else if (isWanted) {
    chart.createIndicator({ id, name: VOLUME, paneId: VOLUME_PANE, calcParams: [], styles, createTooltipDataSource });
    reckonNewestOnly(chart, { id, name: VOLUME }, 'window');
    chart.setPaneOptions({ id: VOLUME_PANE, height: volumeHeight(view), minHeight: 32 });
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

/** The parameters passed to the library: of averages, only those that are shown. */
function paramsOf(name: StudyName, { params, lines }: StudySetting): number[] {
  const shown = CATALOGUE[name].isLinePerParam ? params.filter((_value, place) => lines[place]?.isShown) : params;
  return [...shown];
}

/** The lines as the library draws them, in its order. */
function drawnLines(name: StudyName, { lines }: StudySetting): readonly LineSetting[] {
  return CATALOGUE[name].isLinePerParam ? lines.filter(({ isShown }) => isShown) : lines;
}

function studyStyles(name: StudyName, setting: StudySetting, theme: ChartTheme): DeepPartial<IndicatorStyle> {
  const { isDashed = false, lines: specs } = CATALOGUE[name];
  const lines = drawnLines(name, setting).map(({ slot, isShown }, place) => {
    const isLineDashed = isDashed || specs[place]?.isDashed === true;
    return {
      color: isShown ? colourOf(theme, slot) : 'transparent',
      size: 1,
      smooth: false,
      style: isLineDashed ? ('dashed' as const) : ('solid' as const),
      dashedValue: isLineDashed ? [4, 3] : [2, 2],
    };
  });
  return lines.length > 0 ? { lines } : {};
}

function colourOf(theme: ChartTheme, slot: number): string {
  return theme.palette[slot] ?? theme.text3;
}

export interface ReadingPlace {
  readonly index: number;
  readonly settings: ChartSettings;
  readonly theme: ChartTheme;
  readonly axisText: (price: number) => string;
}

/** Returns the values of the drawn indicators at one bar, those over the price first. */
export function studyReadings(chart: Chart, place: ReadingPlace): StudyReading[] {
  return STUDIES.filter((name) => isDrawn(chart, name)).map((name) => ({
    name,
    // Each value of the averages is named after its own period.
    params: CATALOGUE[name].isLinePerParam ? [] : paramsOf(name, settingOf(place.settings.studies, name)),
    values: valuesOf(chart, name, place),
    topPx: isOverPrice(name) ? null : (chart.getSize(paneOf(name))?.top ?? null),
    axisPx: chart.getSize(paneOf(name), 'yAxis')?.width ?? 0,
  }));
}

interface NewestPlace {
  readonly settings: ChartSettings;
  readonly theme: ChartTheme;
}

/** The newest value of each curve; columns and dots are used where there is no curve. */
function newestTags(chart: Chart, name: StudyName, { settings, theme }: NewestPlace): StudyTag[] {
  const index = chart.getDataList().length - 1;
  const drawn = drawnValues(chart, name, { index, settings, theme });
  const curves = drawn.filter(({ color }) => color !== null);
  return (CATALOGUE[name].lines.length > 0 ? curves : drawn).flatMap(({ value, precision, color }) =>
    value === null ? [] : [{ value, text: figureText(value, precision), color: color ?? theme.text2 }],
  );
}

function valuesOf(chart: Chart, name: StudyName, place: ReadingPlace): StudyValue[] {
  return drawnValues(chart, name, place).map(({ title, value, precision, color }) => {
    const text = value === null ? '' : isOverPrice(name) ? place.axisText(value) : figureText(value, precision);
    return { title, text, color };
  });
}

interface DrawnValue extends Pick<StudyValue, 'title' | 'color'> {
  readonly value: number | null;
  readonly precision: number;
}

function drawnValues(
  chart: Chart,
  name: StudyName,
  { index, settings, theme }: Pick<ReadingPlace, 'index' | 'settings' | 'theme'>,
): DrawnValue[] {
  const [indicator] = chart.getIndicators({ id: idOf(name) });
  const values = indicator ? valuesAt(chart, name, { indicator, index }) : {};
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
      title: (type === 'line' ? titles[line] : spec.columns) ?? '',
      value: typeof value === 'number' ? value : null,
      precision: indicator?.precision ?? 2,
      color: style ? colourOf(theme, style.slot) : null,
    };
  });
}

/** Values by the curve's key. */
function valuesAt(
  chart: Chart,
  name: StudyName,
  { indicator, index }: { readonly indicator: Indicator; readonly index: number },
): Readonly<Record<string, unknown>> {
  if (name === 'PROFILE') {
    // One profile for the whole view.
    const { calcParams, extendData } = indicator as Indicator<object, number, () => StudyExtra>;
    const { tick } = extendData();
    const profile = profileInView(chart, calcParams, tick);
    return profile ? { ...profilePrices(profile, tick) } : {};
  }
  if (name === 'PIVOTS') return (indicator.result[index] as PivotPoint | undefined)?.levels ?? {};
  return (indicator.result[index] ?? {}) as Readonly<Record<string, unknown>>;
}
