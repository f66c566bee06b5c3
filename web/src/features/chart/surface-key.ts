/** What a chart that has the focus does with a key before any action: its drawings, then another interval by its number. */
import type { KeyboardEvent } from 'react';
import type { TradingChart } from '#features/chart/trading-chart.ts';

/** Of the text that says by which keys the chart is moved: the active one's, if there are several. */
export const CHART_KEYS_ID = 'chart-keys';

/** `onDigit` hears of a number that begins. */
export function takeSurfaceKey(event: KeyboardEvent, chart: TradingChart, onDigit: (digit: string) => void): void {
  if (event.altKey) return;
  if (chart.drawings.key(event)) {
    // The page around the chart has keys of its own (Esc leaves the full screen).
    event.stopPropagation();
    return event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
  event.preventDefault();
  onDigit(event.key);
}
