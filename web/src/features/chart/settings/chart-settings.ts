/** How the chart was left: interval, look, scale and indicators, remembered on this device for every contract alike. */
import { CANDLE_INTERVALS, type CandleInterval } from '@mua/contract/entities/candle';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { STUDIES, type StudyName } from '#features/chart/settings/study-catalogue.ts';
import { type StudySetting, type StudySettings, studySettingsFrom } from '#features/chart/settings/study-settings.ts';

export const CHART_TYPES = ['candles', 'heikin', 'bars', 'line', 'area'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

export const SCALES = ['price', 'percent', 'log'] as const;
export type ScaleMode = (typeof SCALES)[number];

export interface ChartSettings {
  readonly interval: CandleInterval;
  readonly type: ChartType;
  readonly scale: ScaleMode;
  readonly volume: boolean;
  /** In the order in which they were chosen: where there is no room for all, the first stand. */
  readonly indicators: readonly StudyName[];
  readonly studies: StudySettings;
}

export const DEFAULT_CHART: ChartSettings = {
  interval: '15m',
  type: 'candles',
  scale: 'price',
  volume: true,
  indicators: ['MA'],
  studies: {},
};

/** What was kept, where it still makes sense; a word that is not ours any more is left out. */
export function chartSettingsFrom(kept: unknown): ChartSettings {
  const { interval, type, scale, volume, indicators, studies } = (
    typeof kept === 'object' && kept !== null ? kept : {}
  ) as Record<string, unknown>;
  const names: readonly unknown[] = Array.isArray(indicators) ? indicators : DEFAULT_CHART.indicators;
  return {
    interval: CANDLE_INTERVALS.find((known) => known === interval) ?? DEFAULT_CHART.interval,
    type: CHART_TYPES.find((known) => known === type) ?? DEFAULT_CHART.type,
    scale: SCALES.find((known) => known === scale) ?? DEFAULT_CHART.scale,
    volume: typeof volume === 'boolean' ? volume : DEFAULT_CHART.volume,
    indicators: [...new Set(names)].flatMap((name) => STUDIES.find((known) => known === name) ?? []),
    studies: studySettingsFrom(studies),
  };
}

interface ChartSettingsStore extends ChartSettings {
  setInterval(interval: CandleInterval): void;
  setType(type: ChartType): void;
  setScale(scale: ScaleMode): void;
  toggleVolume(): void;
  toggleIndicator(name: StudyName): void;
  setStudy(name: StudyName, setting: StudySetting): void;
  /** As it came. */
  resetStudy(name: StudyName): void;
}

export const useChartSettings = create<ChartSettingsStore>()(
  persist(
    (set) => ({
      ...DEFAULT_CHART,
      setInterval: (interval) => set({ interval }),
      setType: (type) => set({ type }),
      setScale: (scale) => set({ scale }),
      toggleVolume: () => set(({ volume }) => ({ volume: !volume })),
      toggleIndicator: (name) =>
        set(({ indicators }) => ({
          indicators: indicators.includes(name) ? indicators.filter((other) => other !== name) : [...indicators, name],
        })),
      setStudy: (name, setting) => set(({ studies }) => ({ studies: { ...studies, [name]: setting } })),
      resetStudy: (name) => set(({ studies: { [name]: _mine, ...studies } }) => ({ studies })),
    }),
    {
      name: 'chart',
      partialize: ({ interval, type, scale, volume, indicators, studies }) => ({
        interval,
        type,
        scale,
        volume,
        indicators,
        studies,
      }),
      merge: (kept, store) => ({ ...store, ...chartSettingsFrom(kept) }),
    },
  ),
);
