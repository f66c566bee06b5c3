/**
 * Sets klinecharts up once for the page with what this chart adds. The only file that loads the library, and itself
 * loaded on demand: it touches `window` when it loads and is larger than the rest of the desk.
 */
import * as kline from 'klinecharts';
import { dayLinesTemplate } from '#features/chart/axes/day-lines.ts';
import { rollMarksTemplate } from '#features/chart/axes/roll-marks.ts';
import { compareTemplate } from '#features/chart/compare/compare-layer.ts';
import { spreadAxis, spreadTemplate } from '#features/chart/compare/spread-pane.ts';
import { drawingsTemplate } from '#features/chart/drawings/drawing-figures.ts';
import { registerStudies } from '#features/chart/studies/chart-studies.ts';
import { studyMarksTemplate } from '#features/chart/studies/study-marks.ts';
import { ownFillsTemplate } from '#features/chart/trading/fills.ts';
import { marginLevelsTemplate } from '#features/chart/trading/margin-levels.ts';
import { ownLinesTemplate } from '#features/chart/trading/order-line-overlay.ts';

const LOCALE = 'vi-VN';

kline.registerOverlay(drawingsTemplate);
kline.registerOverlay(ownLinesTemplate);
kline.registerOverlay(marginLevelsTemplate);
kline.registerOverlay(ownFillsTemplate);
kline.registerOverlay(studyMarksTemplate);
kline.registerIndicator(compareTemplate);
kline.registerIndicator(spreadTemplate);
kline.registerYAxis(spreadAxis);
kline.registerIndicator(dayLinesTemplate);
kline.registerIndicator(rollMarksTemplate);
registerStudies(kline);
registerVietnamese();

/** The library's own texts are never shown; it only needs to know the name. */
function registerVietnamese(): void {
  const keys = 'time|open|high|low|close|volume|change|turnover|second|minute|hour|day|week|month|year'.split('|');
  const words = 'Thời gian|Mở|Cao|Thấp|Đóng|KL|Thay đổi|Giá trị|giây|phút|giờ|ngày|tuần|tháng|năm'.split('|');
  const entries = keys.map((key, index) => [key, words[index] ?? key]);
  kline.registerLocale(LOCALE, Object.fromEntries(entries) as kline.Locales);
}

export function createChart(
  container: HTMLElement,
  {
    styles,
    formatter,
  }: { readonly styles: kline.DeepPartial<kline.Styles>; readonly formatter: Partial<kline.Formatter> },
): kline.Chart {
  const chart = kline.init(container, {
    locale: LOCALE,
    timezone: 'Asia/Ho_Chi_Minh',
    styles,
    // We format prices ourselves, without grouping.
    thousandsSeparator: { sign: '' },
    decimalFold: { threshold: 20 },
    // These would listen on the whole page.
    hotkey: { enabled: false },
    zoomAnchor: { main: 'cursor', xAxis: 'last_bar' },
    formatter,
  });
  if (!chart) throw new Error('the chart found no canvas');
  // The library puts itself first in the tab order; the keyboard is handled by the panel around it.
  for (const child of container.children) {
    if (!(child instanceof HTMLElement)) continue;
    child.tabIndex = -1;
    keepSizes(child);
  }
  return chart;
}

/**
 * Avoids layout reads. With each paint the library measures each pane, its parts and the whole page, which the same
 * prices have just changed, so the browser lays everything out once more per frame. The sizes are those the library
 * itself has set.
 */
function keepSizes(panes: HTMLElement): void {
  const keep = () => {
    for (const pane of panes.children) {
      answerFromStyle(pane, 'clientHeight', 'height');
      for (const part of pane.children) {
        answerFromStyle(part, 'clientHeight', 'height');
        answerFromStyle(part, 'clientWidth', 'width');
      }
    }
  };
  keep();
  new MutationObserver(keep).observe(panes, { childList: true, subtree: true });
}

function answerFromStyle(element: Element, name: 'clientWidth' | 'clientHeight', side: 'width' | 'height'): void {
  if (!(element instanceof HTMLElement) || Object.hasOwn(element, name)) return;
  Object.defineProperty(element, name, { get: () => Number.parseFloat(element.style[side]) || 0 });
}

export function removeChart(container: HTMLElement): void {
  kline.dispose(container);
}

/** Font of the small figures on axes and lines. */
export function figureWidth(text: string, family: string): number {
  return kline.utils.calcTextWidth(text, 11, 500, family);
}

/** The library keeps axes by name for the whole page. */
export function registerPriceAxis(axis: kline.YAxisTemplate): void {
  kline.registerYAxis(axis);
}
