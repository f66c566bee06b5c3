/** The actions that keys may call on a chart: on the one chart that is worked on. */
import { useTranslation } from 'react-i18next';
import { keyNames } from '#design/ui/controls/key-caps.tsx';
import type { ScaleObstacle } from '#features/chart/axes/scale-mode.ts';
import { TOOLS, type Tool } from '#features/chart/drawings/drawing.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { takeTool } from '#features/chart/drawings/take-tool.ts';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';
import { nextInterval } from '#features/chart/settings/chart-interval.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { useChartInterval } from '#features/chart/settings/use-chart-interval.ts';
import { CHART_KEYS_ID } from '#features/chart/surface-key.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { MISSING } from '#i18n/format.ts';
import { isMacKeyboard } from '#session/key-gate.ts';
import { keysOf, type ShortcutName, useShortcut, useShortcutPreference } from '#session/shortcuts.ts';

/** How far one press goes. */
const FURTHER_BARS = 30;
const ZOOM_IN = 1.15;

/** What the key of each tool is called. */
export const TOOL_KEYS = {
  trend: 'drawTrend',
  ray: 'drawRay',
  horizontal: 'drawHorizontal',
  vertical: 'drawVertical',
  average: 'drawAverage',
  channel: 'drawChannel',
  rectangle: 'drawRectangle',
  fibonacci: 'drawFibonacci',
  measure: 'drawMeasure',
  long: 'drawLong',
  short: 'drawShort',
  note: 'drawNote',
} as const satisfies Readonly<Record<Tool, ShortcutName>>;

export interface ChartKeysProps {
  readonly chart: TradingChart;
  readonly drawings: Pick<Drawings, 'undo' | 'redo'>;
  readonly isFull: boolean;
  readonly onFull: (isFull: boolean) => void;
  readonly onPicture: () => void;
  readonly onStudies: (isOpen: true) => void;
  readonly onDate: () => void;
  /** A drawing tool is active, so the chart has the keyboard focus. */
  readonly onTaken: () => void;
}

export function ChartKeys(props: ChartKeysProps) {
  const { chart, drawings, isFull, onFull, onPicture, onStudies, onDate, onTaken } = props;
  const toScale = useScaleKey(chart);
  const { interval, setInterval } = useChartInterval();
  useMoveKeys(chart);
  useShortcut('undoDrawing', () => drawings.undo?.());
  useShortcut('redoDrawing', () => drawings.redo?.());
  useShortcut('hideDrawings', () => {
    const { isHidden, prefer } = useDrawingStore.getState();
    prefer({ isHidden: !isHidden });
  });
  useShortcut('logScale', () => toScale('log'));
  useShortcut('percentScale', () => toScale('percent'));
  useShortcut('invertScale', () => useChartSettings.getState().toggleInverted());
  useShortcut('fitChart', () => {
    chart.resetScale();
    chart.toLatest();
  });
  useShortcut('shorterInterval', () => setInterval(nextInterval(interval, -1)));
  useShortcut('longerInterval', () => setInterval(nextInterval(interval, 1)));
  useShortcut('goToDate', onDate);
  useShortcut('openStudies', () => onStudies(true));
  useShortcut('chartPicture', onPicture);
  useShortcut('fullChart', () => onFull(!isFull));
  return (
    <>
      <KeysText />
      {TOOLS.map((tool) => (
        <ToolKey key={tool} tool={tool} onPress={() => takeTool(chart.drawings, tool, onTaken)} />
      ))}
    </>
  );
}

/** Describes the chart to screen readers. */
function KeysText() {
  const { t } = useTranslation();
  const chosen = useShortcutPreference(({ keys }) => keys);
  const textOf = (...names: readonly ShortcutName[]) =>
    names.map((name) => keyNames(keysOf(name, chosen), isMacKeyboard()).flat().join(' ') || MISSING).join(' / ');
  return (
    <p hidden id={CHART_KEYS_ID}>
      {t(($) => $.desk.chart.keys, {
        scroll: textOf('barOlder', 'barNewer'),
        zoom: textOf('zoomIn', 'zoomOut'),
        newest: textOf('newestBar'),
        drawings: textOf('drawingBefore', 'drawingAfter'),
      })}
    </p>
  );
}

function ToolKey({ tool, onPress }: { readonly tool: Tool; readonly onPress: () => void }) {
  useShortcut(TOOL_KEYS[tool], onPress);
  return null;
}

/** What is heard only while a chart has the focus. */
function useMoveKeys(chart: TradingChart): void {
  useShortcut('barOlder', () => chart.scroll(1));
  useShortcut('barNewer', () => chart.scroll(-1));
  useShortcut('furtherOlder', () => chart.scroll(FURTHER_BARS));
  useShortcut('furtherNewer', () => chart.scroll(-FURTHER_BARS));
  useShortcut('pageOlder', () => chart.scrollPages(1));
  useShortcut('pageNewer', () => chart.scrollPages(-1));
  useShortcut('oldestBar', () => chart.toOldest());
  useShortcut('newestBar', () => chart.toLatest());
  useShortcut('zoomIn', () => chart.zoom(ZOOM_IN));
  useShortcut('zoomOut', () => chart.zoom(1 / ZOOM_IN));
  useShortcut('drawingBefore', () => chart.drawings.selectNext(-1));
  useShortcut('drawingAfter', () => chart.drawings.selectNext(1));
}

/** The same key leads back to prices; where a scale can't be had, it says why, as the menu does. */
function useScaleKey(chart: TradingChart): (scale: 'log' | 'percent') => void {
  const { t } = useTranslation();
  const say = async (why: ScaleObstacle | 'comparing') => {
    const { toast } = await import('#design/ui/feedback/toaster.tsx');
    toast.info(t(($) => (why === 'comparing' ? $.chart.scale.comparing : $.chart.scale.obstacles[why])));
  };
  return (scale) => {
    const { scale: chosen, setScale, compareMode } = useChartSettings.getState();
    const isComparing = compareMode === 'percent' && chart.compare.readings.read().length > 0;
    const obstacle = isComparing ? 'comparing' : chart.scaleState.read().obstacles[scale];
    if (chosen === scale && !isComparing) setScale('price');
    else if (obstacle) void say(obstacle);
    else setScale(scale);
  };
}
