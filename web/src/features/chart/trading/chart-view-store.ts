/** Which of the investor's orders and positions the chart shows, stored on this device for every contract alike. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export const CHART_VIEWS = ['showsOrders', 'showsMarginLevels', 'showsFills'] as const;
export type ChartView = (typeof CHART_VIEWS)[number];

interface ChartViewStore extends Readonly<Record<ChartView, boolean>> {
  setShown(view: ChartView, isShown: boolean): void;
}

export const useChartView = create<ChartViewStore>()(
  persist(
    (set) => ({
      showsOrders: true,
      showsMarginLevels: true,
      showsFills: true,
      setShown: (view, isShown) => set({ [view]: isShown }),
    }),
    {
      name: 'chart-view',
      partialize: ({ showsOrders, showsMarginLevels, showsFills }) => ({ showsOrders, showsMarginLevels, showsFills }),
    },
  ),
);
