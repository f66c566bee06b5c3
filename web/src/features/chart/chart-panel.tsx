/**
 * The chart of one contract with its toolbar and legend. Key it by the contract's code: a chart never changes its
 * contract, so that no bar of the previous one appears under the next one's name.
 */
import type { Contract } from '@mua/contract/entities/contract';
import {
  lazy,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { type ToastCorner, useToastsIn } from '#design/toast-place.ts';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import type { ChartGroup } from '#features/chart/chart-group.ts';
import { ChartLegend } from '#features/chart/chart-legend.tsx';
import { ChartStateLayer, ChartWaiting } from '#features/chart/chart-state-layer.tsx';
import { ChartToolbar } from '#features/chart/chart-toolbar.tsx';
import { useComparison } from '#features/chart/compare/use-comparison.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { DrawingStrip } from '#features/chart/drawings/drawing-strip.tsx';
import { useDrawingTexts } from '#features/chart/drawings/use-drawing-texts.ts';
import { useDrawings } from '#features/chart/drawings/use-drawings.ts';
import type { PanelDialog } from '#features/chart/panel-dialogs.tsx';
import type { SeriesLineProps } from '#features/chart/series-line.tsx';
import type { SeriesMenuProps } from '#features/chart/series-menu.tsx';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import type { StudyName } from '#features/chart/settings/study-catalogue.ts';
import { useChartInterval, withInterval } from '#features/chart/settings/use-chart-interval.ts';
import { countedBars } from '#features/chart/surface/chart-alerts.ts';
import { readChartTheme } from '#features/chart/surface/chart-theme.ts';
import { CHART_KEYS_ID, takeSurfaceKey } from '#features/chart/surface-key.ts';
import type { ChartOrders } from '#features/chart/trading/chart-orders.ts';
import { LineLabels } from '#features/chart/trading/line-labels.tsx';
import { PriceMenu } from '#features/chart/trading/price-menu.tsx';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { type FullScreen, useFullScreen } from '#features/chart/use-full-screen.ts';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import { usePageScroll } from '#features/chart/use-page-scroll.ts';
import { usePicture } from '#features/chart/use-picture.ts';
import { type ShownSeries, useShownSeries } from '#features/chart/use-shown-series.ts';
import { withChartMoreWords } from '#i18n/i18n.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useQuoteField, useQuoteSession } from '#market/use-quote.ts';
import { useAppearance } from '#session/appearance-store.ts';
import { useResolvedTheme } from '#session/resolved-theme.ts';

// Dialogs load when they are first opened, and what is drawn with when the chart is there: the desk is before them.
const PanelDialogs = lazy(async () => ({
  default: (await withChartMoreWords(() => import('#features/chart/panel-dialogs.tsx'))).PanelDialogs,
}));
const DrawingControls = lazy(async () => ({
  default: (await withChartMoreWords(() => import('#features/chart/drawings/drawing-controls.tsx'))).DrawingControls,
}));

const ChartKeys = lazy(async () => ({ default: (await import('#features/chart/chart-keys.tsx')).ChartKeys }));
const OwnMarks = lazy(async () => ({ default: (await import('#features/chart/trading/own-marks.tsx')).OwnMarks }));
const BarsTable = lazy(async () => ({ default: (await import('#features/chart/bars-table.tsx')).BarsTable }));
const LazySeriesMenu = lazy(async () => ({
  default: (await withChartMoreWords(() => import('#features/chart/series-menu.tsx'))).SeriesMenu,
}));
const LazySeriesLine = lazy(async () => ({
  default: (await withChartMoreWords(() => import('#features/chart/series-line.tsx'))).SeriesLine,
}));

export interface ChartPanelProps {
  readonly contract: Contract;
  /**
   * The investor's own orders and position in this contract, to trade on the chart; if omitted, the chart only shows
   * the market.
   */
  readonly own?: ChartOrders;
  /** Phone layout: fewer intervals shown, larger targets. */
  readonly compact?: boolean;
  /** Its place among several charts. */
  readonly cell?: ChartCell;
}

/** One of several charts that have one toolbar and one strip of drawing tools, for the one that is active. */
export interface ChartCell {
  readonly group: ChartGroup;
  readonly isActive: boolean;
  /** Where toolbar and strip are; null before they are there. */
  readonly toolbar: HTMLElement | null;
  readonly strip: HTMLElement | null;
  /** All of them together. */
  readonly fullScreen: FullScreen;
}

export const ChartPanel = memo(function ChartPanel(props: ChartPanelProps) {
  const { contract, own, compact = false, cell } = props;
  const { host, chart, hasFailed, retry } = useTradingChart(contract, compact);
  const alone = useFullScreen();
  const [isFull, setFull] = cell?.fullScreen ?? alone;
  const { interval } = useChartInterval();
  const series = useChartSettings((settings) => settings.series);
  const isActive = useCell(chart, cell);
  const shown = useShownSeries(chart, contract);
  const traded = shown.tradedCode === contract.code ? own : undefined;
  const alerts = traded?.drawnAlerts;
  useChartInputs(chart, contract);
  useToastsIn(useToastCorner(isActive ? chart : null, host));
  const drawings = useDrawings(chart, contract, alerts?.drawn);
  const comparison = useComparison(chart, contract);
  const isStripClosed = useDrawingStore((store) => store.isStripClosed);
  const surface = useRef<HTMLDivElement>(null);
  const focusChart = useCallback(() => surface.current?.focus({ preventScroll: true }), []);
  const name = useIntervalName()(interval).full;
  const [dialog, { onClose, ...opens }] = usePanelDialog();
  const takePicture = usePicture(chart, contract, shown);

  return (
    <div
      className={cn(
        '@container flex min-h-0 flex-1 flex-col bg-surface',
        isFull && !cell ? 'fixed inset-0 z-40' : 'panel-layer',
      )}
    >
      <InFrame place={cell?.toolbar} isShown={isActive}>
        <ChartToolbar
          chart={chart}
          contract={contract}
          comparison={comparison}
          drawings={drawings}
          compact={compact}
          isFull={isFull}
          onFull={setFull}
          hasOrders={traded !== undefined}
          seriesMenu={chart && <SeriesMenu {...{ chart, contract }} />}
          onPicture={takePicture}
          {...opens}
          isStudiesOpen={dialog?.kind === 'studies'}
          onTaken={focusChart}
        />
      </InFrame>
      <div className="flex min-h-0 flex-1">
        {chart && !compact && !isStripClosed && (
          <InFrame place={cell?.strip} isShown={isActive}>
            <DrawingStrip chart={chart} drawings={drawings} onTaken={focusChart} />
          </InFrame>
        )}
        <div className="relative min-h-0 min-w-0 flex-1 overflow-hidden">
          <ChartSurface
            ref={surface}
            contract={contract}
            shown={shown}
            interval={name}
            chart={chart}
            onDigit={opens.onInterval}
          >
            <div ref={host} className="size-full data-[grab=true]:**:cursor-pointer!" />
          </ChartSurface>
          {/* The next stop of the Tab key after the chart. */}
          {chart && (
            <Suspense>
              <DrawingControls
                {...{ chart, contract, drawings, compact, alerts }}
                bars={countedBars(interval, series.isContinuous)}
                actor={traded ? traded.actor : undefined}
                onDone={focusChart}
              />
            </Suspense>
          )}
          {chart && (
            <ChartLegend
              {...{ chart, contract, compact, comparison }}
              interval={name}
              title={shown.title}
              onStudy={opens.onStudy}
            >
              {series.isContinuous && <SeriesLine chart={chart} contract={contract} />}
            </ChartLegend>
          )}
          {chart && traded && <OwnLayers {...{ chart, contract, surface, compact }} own={traded} />}
          {chart ? <ChartStateLayer chart={chart} /> : hasFailed ? null : <ChartWaiting />}
          {hasFailed && <ChartFailed onRetry={retry} />}
        </div>
      </div>
      <Suspense>{chart && <BarsTable {...{ chart, contract }} title={shown.title} interval={name} />}</Suspense>
      <Suspense>
        {chart && isActive && (
          <ChartKeys
            {...{ chart, drawings, isFull, ...opens }}
            onFull={setFull}
            onPicture={takePicture}
            onTaken={focusChart}
          />
        )}
      </Suspense>
      <Suspense>
        {chart && dialog && <PanelDialogs {...{ chart, contract, compact, alerts, dialog, onClose }} />}
      </Suspense>
    </div>
  );
});

/** The dialog that is open, and what opens each. */
function usePanelDialog() {
  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const opens = useMemo(
    () => ({
      onInterval: (typed: string) => setDialog({ kind: 'interval', typed }),
      onDate: () => setDialog({ kind: 'date' }),
      onStudy: (study: StudyName) => setDialog({ kind: 'study', study }),
      onSeries: () => setDialog({ kind: 'series' }),
      // As it closes, the settings of a study may be open already.
      onStudies: (isOpen: boolean) =>
        setDialog((now) => (isOpen ? { kind: 'studies' } : now?.kind === 'studies' ? null : now)),
      onClose: () => setDialog(null),
    }),
    [],
  );
  return [dialog, opens] as const;
}

/** Returns whether the frame around is this chart's. */
function useCell(chart: TradingChart | null, cell: ChartCell | undefined): boolean {
  const group = cell?.group;
  const isActive = cell?.isActive ?? true;
  useEffect(() => (chart ? group?.join(chart.time) : undefined), [chart, group]);
  // A tool that was taken is the active chart's: its points would go where nobody looks.
  useEffect(() => {
    if (!isActive) chart?.drawings.take(null);
  }, [chart, isActive]);
  return isActive;
}

interface InFrameProps {
  /** Null until it is there; undefined for a chart that has the whole frame. */
  readonly place: HTMLElement | null | undefined;
  readonly isShown: boolean;
  readonly children: ReactNode;
}

/** What belongs to the active one of several charts is around all of them. */
function InFrame({ place, isShown, children }: InFrameProps) {
  if (place === undefined) return children;
  return isShown && place ? createPortal(children, place) : null;
}

/** The library did not load. */
function ChartFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="absolute inset-0 grid bg-surface">
      <ErrorPanel panel={t(($) => $.desk.chart.title).toLocaleLowerCase()} onRetry={onRetry} className="m-auto" />
    </div>
  );
}

function SeriesMenu(props: SeriesMenuProps) {
  return (
    <Suspense>
      <LazySeriesMenu {...props} />
    </Suspense>
  );
}

function SeriesLine(props: SeriesLineProps) {
  return (
    <Suspense>
      <LazySeriesLine {...props} />
    </Suspense>
  );
}

interface OwnLayersProps extends SeriesMenuProps {
  readonly compact: boolean;
  readonly own: ChartOrders;
  readonly surface: RefObject<HTMLDivElement | null>;
}

/** The investor's orders, positions and fills, and what can be done at a price. */
function OwnLayers({ chart, contract, own, surface, compact }: OwnLayersProps) {
  return (
    <>
      <LineLabels chart={chart} contract={contract} own={own} surface={surface} compact={compact} />
      <PriceMenu chart={chart} contract={contract} own={own} surface={surface} />
      <Suspense>
        <OwnMarks chart={chart} contract={contract} own={own} />
      </Suspense>
    </>
  );
}

interface ChartSurfaceProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly contract: Contract;
  readonly shown: ShownSeries;
  /** As display text. */
  readonly interval: string;
  readonly chart: TradingChart | null;
  /** A number begins: another interval. */
  readonly onDigit: (digit: string) => void;
  readonly children: ReactNode;
}

/**
 * The element with keyboard focus. Its name includes the price, so it is rendered with every trade; what lies over it
 * is not.
 */
function ChartSurface({ ref, contract, shown, interval, chart, onDigit, children }: ChartSurfaceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { title: code, tradedCode } = shown;
  usePageScroll(ref);
  const price = format.price(useQuoteField(tradedCode ?? contract.code, 'last'), contract.decimalFormat);
  return (
    <div
      ref={ref}
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys below scroll and zoom it.
      tabIndex={0}
      aria-label={t(($) => $.desk.chart.summary, { code, interval, price })}
      data-keys="chart"
      aria-describedby={CHART_KEYS_ID}
      onKeyDown={(event) => chart && takeSurfaceKey(event, chart, onDigit)}
      // In a low window the page scrolls when dragged here (use-page-scroll.ts), which the library's own style would
      // prevent. The library stacks its canvases; anything over the chart must be above all of them.
      className="absolute inset-0 isolate outline-offset-[-2px] data-[move=true]:**:cursor-ns-resize! low:**:overscroll-y-auto!"
    >
      {children}
    </div>
  );
}

/** The library loads on demand; the chart it creates lives as long as the panel. */
function useTradingChart(contract: Contract, compact: boolean) {
  const host = useRef<HTMLDivElement>(null);
  const format = useFormat();
  const [made] = useState({ contract, format, compact });
  const { interval } = useChartInterval();
  const chosen = useRef(interval);
  chosen.current = interval;
  const [chart, setChart] = useState<TradingChart | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt is a reason to load again.
  useEffect(() => {
    let isGone = false;
    let created: TradingChart | undefined;
    import('#features/chart/trading-chart.ts').then(
      ({ TradingChart }) => {
        if (isGone || !host.current) return;
        const settings = withInterval(useChartSettings.getState(), chosen.current);
        created = new TradingChart(host.current, { ...made, theme: readChartTheme(), settings });
        setChart(created);
      },
      () => setFailed(!isGone),
    );
    return () => {
      isGone = true;
      created?.dispose();
      setChart(null);
    };
  }, [made, attempt]);
  const retry = () => {
    setFailed(false);
    setAttempt((before) => before + 1);
  };
  return { host, chart, hasFailed, retry };
}

/** Toasts appear left of the price axis and above the time axis, where nothing can be pressed. */
function useToastCorner(chart: TradingChart | null, host: RefObject<HTMLElement | null>): ToastCorner | null {
  return useMemo(() => {
    const edge = chart?.timeAxis;
    return edge && host.current ? { edge, around: host.current } : null;
  }, [chart, host]);
}

/** Everything that may change during the life of a chart. */
function useChartInputs(chart: TradingChart | null, contract: Contract): void {
  const format = useFormat();
  const ofAll = useChartSettings();
  const { interval } = useChartInterval();
  const settings = useMemo(() => withInterval(ofAll, interval), [ofAll, interval]);
  const theme = useResolvedTheme();
  const palette = useAppearance((state) => state.palette);
  const session = useQuoteSession(contract.code) ?? contract.session.state;
  useEffect(() => chart?.apply(settings), [chart, settings]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and palette are read back from the page's tokens.
  useEffect(() => chart?.setTheme(readChartTheme()), [chart, theme, palette]);
  const drawingTexts = useDrawingTexts(contract);
  useEffect(() => chart?.setFormat(format, drawingTexts), [chart, format, drawingTexts]);
  useEffect(() => chart?.setOpen(session === 'OPEN'), [chart, session]);
}
