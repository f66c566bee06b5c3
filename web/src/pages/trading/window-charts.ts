/** How the charts of a window of its own are arranged: that is the window's, over a reload too. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { type ChartArrangement, keptCharts, ONE_CHART } from '#pages/trading/chart-arrangement.ts';
import { isRecord } from '#session/kept-value.ts';

interface WindowCharts {
  readonly charts: ChartArrangement;
  setCharts(charts: ChartArrangement): void;
}

export const useWindowCharts = create<WindowCharts>()(
  persist((set) => ({ charts: ONE_CHART, setCharts: (charts: ChartArrangement) => set({ charts }) }), {
    name: 'window-charts',
    storage: createJSONStorage(() => sessionStorage),
    merge: (kept, store) => ({ ...store, charts: keptCharts(isRecord(kept) ? kept.charts : undefined) }),
  }),
);
