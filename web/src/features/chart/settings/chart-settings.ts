/**
 * Stores the state of the chart for every contract alike: interval, style and scale on this device, indicators for the
 * investor, on each of theirs (record 186).
 */
import { create } from 'zustand';
import { createJSONStorage, type PersistStorage, persist } from 'zustand/middleware';
import { type ChartInterval, intervalFrom } from '#features/chart/settings/chart-interval.ts';
import { OWN_SERIES, type SeriesChoice, seriesChoiceFrom } from '#features/chart/settings/series-choice.ts';
import { isOverPrice, STUDIES, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import { freshSetting, recoloured, takenBeside } from '#features/chart/settings/study-colours.ts';
import {
  type StudySetting,
  type StudySettings,
  settingOf,
  studySettingsFrom,
  withSetting,
} from '#features/chart/settings/study-settings.ts';
import { isRecord } from '#session/kept-value.ts';
import { followOwn, ownStorage } from '#session/own-storage.ts';

export const CHART_TYPES = ['candles', 'heikin', 'bars', 'line', 'area'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export const SCALES = ['price', 'percent', 'log', 'physical'] as const;
export type ScaleMode = (typeof SCALES)[number];

/** How compared contracts are shown: over the price, or as one line below it for each. */
export const COMPARE_MODES = ['percent', 'axis', 'difference', 'ratio'] as const;
export type CompareMode = (typeof COMPARE_MODES)[number];

export interface ChartSettings {
  readonly interval: ChartInterval;
  readonly type: ChartType;
  readonly scale: ScaleMode;
  /** The lowest price is at the top. */
  readonly isInverted: boolean;
  readonly volume: boolean;
  /** Marks the exchange's breaks and every other session. */
  readonly sessions: boolean;
  readonly compareMode: CompareMode;
  readonly series: SeriesChoice;
  /** In the order chosen: where there is no room for all, the first are shown. */
  readonly indicators: readonly StudyName[];
  readonly studies: StudySettings;
  /** Collapses the legend to one line: the bar, and the number of indicators. */
  readonly isLegendFolded: boolean;
}

export const DEFAULT_CHART: ChartSettings = {
  interval: '15m',
  type: 'candles',
  scale: 'price',
  isInverted: false,
  volume: true,
  sessions: true,
  compareMode: 'percent',
  series: OWN_SERIES,
  indicators: ['MA'],
  studies: {},
  isLegendFolded: false,
};

/** Returns what is still valid of the stored value; unknown words are dropped. */
export function chartSettingsFrom(kept: unknown): ChartSettings {
  const {
    interval,
    type,
    scale,
    isInverted,
    volume,
    sessions,
    compareMode,
    series,
    indicators,
    studies,
    isLegendFolded,
  } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>;
  const { indicators: chosen, studies: set } = keptStudies({ indicators, studies });
  return {
    interval: intervalFrom(interval) ?? DEFAULT_CHART.interval,
    type: CHART_TYPES.find((known) => known === type) ?? DEFAULT_CHART.type,
    scale: SCALES.find((known) => known === scale) ?? DEFAULT_CHART.scale,
    isInverted: isInverted === true,
    volume: typeof volume === 'boolean' ? volume : DEFAULT_CHART.volume,
    sessions: typeof sessions === 'boolean' ? sessions : DEFAULT_CHART.sessions,
    compareMode: COMPARE_MODES.find((known) => known === compareMode) ?? DEFAULT_CHART.compareMode,
    series: seriesChoiceFrom(series),
    indicators: chosen,
    studies: apart(chosen, set),
    isLegendFolded: isLegendFolded === true,
  };
}

/** As they were kept: what another tab or device has set up is taken as it is. */
export function keptStudies({
  indicators,
  studies,
}: {
  readonly indicators?: unknown;
  readonly studies?: unknown;
}): KeptStudies {
  const names: readonly unknown[] = Array.isArray(indicators) ? indicators : DEFAULT_CHART.indicators;
  return {
    indicators: [...new Set(names)].flatMap((name) => STUDIES.find((known) => known === name) ?? []),
    studies: studySettingsFrom(studies),
  };
}

/** Indicators without a chosen colour get hues that differ from those already chosen. */
function apart(indicators: readonly StudyName[], kept: StudySettings): StudySettings {
  const settled = indicators.filter((name) => kept[name] !== undefined);
  let studies = kept;
  const overPriceFirst = indicators.toSorted((one, other) => Number(isOverPrice(other)) - Number(isOverPrice(one)));
  for (const name of overPriceFirst) {
    if (settled.includes(name)) continue;
    studies = withSetting(studies, name, freshSetting(name, { indicators: settled, studies }));
    settled.push(name);
  }
  return studies;
}

interface ChartSettingsStore extends ChartSettings {
  setInterval(interval: ChartInterval): void;
  setType(type: ChartType): void;
  setScale(scale: ScaleMode): void;
  toggleInverted(): void;
  toggleVolume(): void;
  toggleSessions(): void;
  setCompareMode(compareMode: CompareMode): void;
  setSeries(series: SeriesChoice): void;
  /**
   * When switched on, it gets hues that neither another indicator nor any of these has: those of compared contracts.
   */
  toggleIndicator(name: StudyName, taken?: readonly number[]): void;
  setLegendFolded(isLegendFolded: boolean): void;
  setStudy(name: StudyName, setting: StudySetting): void;
  /** With its defaults. */
  resetStudy(name: StudyName): void;
}

type KeptStudies = Pick<ChartSettings, 'indicators' | 'studies'>;

const STUDIES_NAME = 'chart-studies';
const ofDevice = createJSONStorage<Partial<ChartSettings>>(() => localStorage);
const own = ownStorage<KeptStudies>();
/** In two places: what is looked at is the device's, what was set up its investor's. */
const storage: PersistStorage<Partial<ChartSettings>> = {
  getItem: (name) => ({ state: { ...stateIn(ofDevice?.getItem(name)), ...stateIn(own?.getItem(STUDIES_NAME)) } }),
  setItem: (name, { state: { indicators, studies, ...view } }) => {
    ofDevice?.setItem(name, { state: view });
    if (indicators && studies) own?.setItem(STUDIES_NAME, { state: { indicators, studies } });
  },
  removeItem: (name) => void ofDevice?.removeItem(name),
};

export const useChartSettings = create<ChartSettingsStore>()(
  persist(
    (set) => ({
      ...DEFAULT_CHART,
      setInterval: (interval) => set({ interval }),
      setType: (type) => set({ type }),
      setScale: (scale) => set({ scale }),
      toggleInverted: () => set(({ isInverted }) => ({ isInverted: !isInverted })),
      setCompareMode: (compareMode) => set({ compareMode }),
      setSeries: (series) => set({ series }),
      toggleVolume: () => set(({ volume }) => ({ volume: !volume })),
      toggleSessions: () => set(({ sessions }) => ({ sessions: !sessions })),
      toggleIndicator: (name, taken = []) =>
        set(({ indicators, studies }) => {
          if (indicators.includes(name)) return { indicators: indicators.filter((other) => other !== name) };
          const others = takenBeside(name, { indicators, studies }, taken);
          const setting = recoloured(name, settingOf(studies, name), others);
          return { indicators: [...indicators, name], studies: withSetting(studies, name, setting) };
        }),
      setLegendFolded: (isLegendFolded) => set({ isLegendFolded }),
      setStudy: (name, setting) => set(({ studies }) => ({ studies: { ...studies, [name]: setting } })),
      resetStudy: (name) => set((store) => ({ studies: withSetting(store.studies, name, freshSetting(name, store)) })),
    }),
    {
      name: 'chart',
      storage,
      partialize: ({
        interval,
        type,
        scale,
        isInverted,
        volume,
        sessions,
        compareMode,
        series,
        indicators,
        studies,
        isLegendFolded,
      }) => ({
        interval,
        type,
        scale,
        isInverted,
        volume,
        sessions,
        compareMode,
        series,
        indicators,
        studies,
        isLegendFolded,
      }),
      merge: (kept, store) => ({ ...store, ...chartSettingsFrom(kept) }),
    },
  ),
);

followOwn(
  STUDIES_NAME,
  () => void useChartSettings.persist.rehydrate(),
  (text) => {
    const { indicators, studies } = keptStudies(stateIn(JSON.parse(text)));
    const known = useChartSettings.getState();
    // Two tabs would otherwise notify each other for ever.
    if (JSON.stringify([indicators, studies]) === JSON.stringify([known.indicators, known.studies])) return;
    useChartSettings.setState({ indicators, studies });
  },
);

/** Local storage answers at once, whatever the type allows. */
function stateIn(kept: unknown): object {
  return isRecord(kept) && isRecord(kept.state) ? kept.state : {};
}
