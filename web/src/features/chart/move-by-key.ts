/** The keys of a chart that has the focus: drawings first, then another interval by its number, then moving. */
import type { KeyboardEvent } from 'react';
import type { TradingChart } from '#features/chart/trading-chart.ts';

const ZOOM_IN = 1.15;

/** `onDigit` hears of a number that begins. */
export function moveByKey(event: KeyboardEvent, chart: TradingChart, onDigit: (digit: string) => void): void {
  if (event.altKey) return;
  if (chart.drawings.key(event)) {
    // The page around the chart has keys of its own (Esc leaves the full screen).
    event.stopPropagation();
    return event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey) return;
  if (/^[1-9]$/.test(event.key)) {
    event.preventDefault();
    onDigit(event.key);
  } else if (moved(event, chart)) event.preventDefault();
}

function moved({ key, shiftKey }: KeyboardEvent, chart: TradingChart): boolean {
  const step = shiftKey ? 30 : 5;
  switch (key) {
    case 'ArrowLeft':
      chart.scroll(step);
      return true;
    case 'ArrowRight':
      chart.scroll(-step);
      return true;
    case '+':
    case '=':
      chart.zoom(ZOOM_IN);
      return true;
    case '-':
      chart.zoom(1 / ZOOM_IN);
      return true;
    case 'End':
      chart.toLatest();
      return true;
    default:
      return false;
  }
}
