/** How the chart was left: interval, look and indicators, remembered on this device for every contract alike. */
import { CANDLE_INTERVALS, type CandleInterval } from '@mua/contract/entities/candle';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const CHART_TYPES = ['candles', 'bars', 'line', 'area'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Drawn over the price. */
export const PRICE_INDICATORS = ['MA', 'EMA', 'BOLL', 'SAR'] as const;
/** Each in a pane of its own below. */
export const PANE_INDICATORS = ['RSI', 'MACD', 'KDJ', 'CCI', 'DMI', 'OBV'] as const;
export const INDICATORS = [...PRICE_INDICATORS, ...PANE_INDICATORS] as const;
export type IndicatorName = (typeof INDICATORS)[number];

export interface ChartSettings {
  readonly interval: CandleInterval;
  readonly type: ChartType;
  readonly volume: boolean;
  readonly indicators: readonly IndicatorName[];
}

export const DEFAULT_CHART: ChartSettings = { interval: '15m', type: 'candles', volume: true, indicators: ['MA'] };

/** What was kept, where it still makes sense; a word that is not ours any more is left out. */
export function chartSettingsFrom(kept: unknown): ChartSettings {
  const { interval, type, volume, indicators } = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<
    string,
    unknown
  >;
  const names: readonly unknown[] = Array.isArray(indicators) ? indicators : DEFAULT_CHART.indicators;
  return {
    interval: CANDLE_INTERVALS.find((known) => known === interval) ?? DEFAULT_CHART.interval,
    type: CHART_TYPES.find((known) => known === type) ?? DEFAULT_CHART.type,
    volume: typeof volume === 'boolean' ? volume : DEFAULT_CHART.volume,
    indicators: INDICATORS.filter((known) => names.includes(known)),
  };
}

interface ChartSettingsStore extends ChartSettings {
  setInterval(interval: CandleInterval): void;
  setType(type: ChartType): void;
  toggleVolume(): void;
  toggleIndicator(name: IndicatorName): void;
}

export const useChartSettings = create<ChartSettingsStore>()(
  persist(
    (set) => ({
      ...DEFAULT_CHART,
      setInterval: (interval) => set({ interval }),
      setType: (type) => set({ type }),
      toggleVolume: () => set(({ volume }) => ({ volume: !volume })),
      toggleIndicator: (name) =>
        set(({ indicators }) => ({
          indicators: INDICATORS.filter((known) => indicators.includes(known) !== (known === name)),
        })),
    }),
    {
      name: 'chart',
      partialize: ({ interval, type, volume, indicators }) => ({ interval, type, volume, indicators }),
      merge: (kept, store) => ({ ...store, ...chartSettingsFrom(kept) }),
    },
  ),
);
