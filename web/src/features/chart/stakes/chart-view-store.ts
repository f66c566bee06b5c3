/** Which of the investor's own the chart shows: chosen on this device for every contract alike. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const CHART_VIEWS = ['showsStakes', 'showsRungs', 'showsFills'] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

interface ChartViewStore extends Readonly<Record<ChartView, boolean>> {
  setShown(view: ChartView, isShown: boolean): void;
}

export const useChartView = create<ChartViewStore>()(
  persist(
    (set) => ({
      showsStakes: true,
      showsRungs: true,
      showsFills: true,
      setShown: (view, isShown) => set({ [view]: isShown }),
    }),
    {
      name: 'chart-view',
      partialize: ({ showsStakes, showsRungs, showsFills }) => ({ showsStakes, showsRungs, showsFills }),
    },
  ),
);
