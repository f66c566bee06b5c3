/** The keys of a chart that any part of the page may have the focus for: those of the one chart that is worked on. */
import { useTranslation } from 'react-i18next';
import type { ScaleObstacle } from '#features/chart/axes/scale-mode.ts';
import { TOOLS, type Tool } from '#features/chart/drawings/drawing.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { takeTool } from '#features/chart/drawings/take-tool.ts';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { type ShortcutName, useShortcut } from '#session/shortcuts.ts';

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
  /** A drawing tool is active, so the chart has the keyboard focus. */
  readonly onTaken: () => void;
}

export function ChartKeys({ chart, drawings, isFull, onFull, onPicture, onTaken }: ChartKeysProps) {
  const toScale = useScaleKey(chart);
  useShortcut('undoDrawing', () => drawings.undo?.());
  useShortcut('redoDrawing', () => drawings.redo?.());
  useShortcut('hideDrawings', () => {
    const { isHidden, prefer } = useDrawingStore.getState();
    prefer({ isHidden: !isHidden });
  });
  useShortcut('logScale', () => toScale('log'));
  useShortcut('percentScale', () => toScale('percent'));
  useShortcut('fitChart', () => {
    chart.resetScale();
    chart.toLatest();
  });
  useShortcut('chartPicture', onPicture);
  useShortcut('fullChart', () => onFull(!isFull));
  return TOOLS.map((tool) => (
    <ToolKey key={tool} tool={tool} onPress={() => takeTool(chart.drawings, tool, onTaken)} />
  ));
}

function ToolKey({ tool, onPress }: { readonly tool: Tool; readonly onPress: () => void }) {
  useShortcut(TOOL_KEYS[tool], onPress);
  return null;
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
