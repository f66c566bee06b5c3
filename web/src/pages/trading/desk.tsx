/** The desk on a wide screen: the strip, then chart, book and tape above the tables, and the ticket on the right. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, Ticks } from '@mua/core/values';
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Group, type LayoutChangedMeta, Panel, type PanelImperativeHandle, usePanelRef } from 'react-resizable-panels';
import { onNextFrame } from '#clock/frame.ts';
import { cn } from '#design/class-names.ts';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { ContractStrip } from '#features/contract-strip/contract-strip.tsx';
import { AlertBell } from '#features/price-alerts/alert-bell.tsx';
import { Tape } from '#features/tape/tape.tsx';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { BookAndTape } from '#pages/trading/book-and-tape.tsx';
import { BookPanel, LadderPanel } from '#pages/trading/book-panel.tsx';
import {
  DESK_PANELS,
  type DeskSizes,
  DRAWN_SIZES,
  PANEL_LIMITS,
  type DeskPanel as PanelName,
  SIZED_PANELS,
  type SizedPanel,
  useDeskLayout,
  WIDE_SIZES,
} from '#pages/trading/desk-layout.ts';
import { DeskPanel, Divider } from '#pages/trading/desk-panel.tsx';
import type { DeskShape } from '#pages/trading/desk-shape.ts';
import { WaitingFields, WaitingRows } from '#pages/trading/desk-waiting.tsx';
import { BottomTabs, DeskCharts, DeskLinks, SideColumn, TradingKeys } from '#pages/trading/late-parts.tsx';
import { SpokenPrice } from '#pages/trading/spoken-price.tsx';
import { TradeBar } from '#pages/trading/trade-bar.tsx';
import { WorkspaceMenu } from '#pages/trading/workspace-menu.tsx';

export interface DeskProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly shape: Exclude<DeskShape, 'phone'>;
}

/** Width of the area in which a divider can be grabbed, in pixels. */
const GRIP = { coarse: 24, fine: 8 };

/** Fits a chart and a list below it, each with its tools: in a lower window the desk scrolls below its strip. */
const LEAST_HEIGHT = 'min-h-105 flex-1';

/** The panels beside the chart that fit a window of this shape. */
const PANELS_OF: Readonly<Record<DeskProps['shape'], readonly PanelName[]>> = {
  tablet: ['book', 'bottom'],
  compact: ['book', 'side', 'bottom'],
  full: DESK_PANELS,
  wide: DESK_PANELS,
};

export function Desk({ contract, contracts, shape }: DeskProps) {
  const { t } = useTranslation();
  const panels = usePanelSizes(shape);
  const { sizes, handles, onMoved, isShown } = panels;
  const side = usePanel('side', sizes, handles.side);
  const bottom = usePanel('bottom', sizes, handles.bottom);
  const ladder = usePanel('ladder', sizes, handles.ladder);
  const isLadder = useIsLadder(shape) && isShown('book');
  useTicketShown();
  const onGrow = () => {
    const panel = handles.bottom.current;
    if (!panel) return;
    const isGrown = pixels(panel) > sizes.bottom + GRIP.coarse;
    panel.resize(isGrown ? sizes.bottom : PANEL_LIMITS.bottom.max);
  };
  const main = (
    <Group
      key={`main ${shape}`}
      orientation="vertical"
      resizeTargetMinimumSize={GRIP}
      onLayoutChanged={onMoved('bottom')}
    >
      <Panel id="market" minSize={240}>
        <MarketPanels contract={contract} contracts={contracts} shape={shape} panels={panels} />
      </Panel>
      {isShown('bottom') && (
        <>
          <Divider isVertical panel={t(($) => $.desk.panel.bottom)} />
          <Panel {...bottom}>
            <DeskPanel
              name={t(($) => $.desk.panel.bottom)}
              code={contract.code}
              className="panel-layer"
              waiting={<WaitingRows />}
            >
              <BottomTabs contract={contract} contracts={contracts} isSplit={shape === 'wide'} onGrow={onGrow} />
            </DeskPanel>
          </Panel>
        </>
      )}
    </Group>
  );
  return (
    <div
      className={cn(
        'flex min-h-0 flex-1 flex-col gap-px',
        shape === 'wide' && 'in-data-[density=default]:[--book-row:24px]',
      )}
    >
      <SpokenPrice contract={contract} />
      <div className="flex min-h-0 flex-1 flex-col gap-px overflow-y-auto">
        <ErrorBoundary panel={t(($) => $.words.market.contract).toLocaleLowerCase()} resetKey={contract.code}>
          <ContractStrip
            contract={contract}
            contracts={contracts}
            actions={
              <>
                <Suspense>
                  <TradingKeys key={contract.code} contract={contract} />
                </Suspense>
                <AlertBell contract={contract} />
                <Suspense>
                  <DeskLinks code={contract.code} />
                </Suspense>
                <WorkspaceMenu panels={PANELS_OF[shape]} code={contract.code} />
              </>
            }
          />
        </ErrorBoundary>
        {shape === 'tablet' ? (
          <div className={LEAST_HEIGHT}>{main}</div>
        ) : (
          <div className={LEAST_HEIGHT}>
            <Group key={shape} resizeTargetMinimumSize={GRIP} onLayoutChanged={onMoved('ladder', 'side')}>
              <Panel id="main" minSize={480}>
                {main}
              </Panel>
              {isLadder && (
                <>
                  <Divider panel={t(($) => $.desk.ladder)} />
                  <Panel {...ladder}>
                    <DeskPanel name={t(($) => $.desk.ladder)} code={contract.code} className="panel-layer">
                      <LadderPanel contract={contract} />
                    </DeskPanel>
                  </Panel>
                </>
              )}
              {isShown('side') && (
                <>
                  <Divider panel={t(($) => $.ticket.title)} />
                  <Panel {...side}>
                    <Suspense fallback={<WaitingFields />}>
                      <SideColumn contract={contract} isInfoOpen={shape === 'wide'} />
                    </Suspense>
                  </Panel>
                </>
              )}
            </Group>
          </div>
        )}
      </div>
      {shape === 'tablet' && <TradeBar contract={contract} />}
    </div>
  );
}

interface MarketPanelsProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
  readonly shape: DeskProps['shape'];
  readonly panels: Panels;
}

function MarketPanels({ contract, contracts, shape, panels }: MarketPanelsProps) {
  const { t } = useTranslation();
  const { sizes, handles, onMoved, isShown } = panels;
  const { onPrice, onLots } = useTicketPicks(contract);
  const book = usePanel('book', sizes, handles.book);
  const tape = usePanel('tape', sizes, handles.tape);
  const { code } = contract;
  const bookName = t(($) => $.words.market.orderBook);
  const tapeName = t(($) => $.words.market.tape);
  const isShared = isBookShared(shape);
  const isLadder = useIsLadder(shape);
  const bookProps = { contract, onPrice, onLots };
  const panel = (name: string, children: ReactNode) => (
    <DeskPanel name={name} code={code} className="panel-layer">
      {children}
    </DeskPanel>
  );
  return (
    <Group resizeTargetMinimumSize={GRIP} onLayoutChanged={onMoved('book', 'tape')}>
      <Panel id="chart" minSize={280}>
        {/* Without a layer of its own: the chart has one, and leaves its panel to fill the screen. */}
        <DeskPanel name={t(($) => $.desk.chart.title)} code={code}>
          <DeskCharts contract={contract} contracts={contracts} />
        </DeskPanel>
      </Panel>
      {isShown('book') && !isLadder && (
        <>
          <Divider panel={bookName} />
          <Panel {...book}>
            {panel(bookName, isShared ? <BookAndTape {...bookProps} /> : <BookPanel {...bookProps} />)}
          </Panel>
        </>
      )}
      {!isShared && isShown('tape') && (
        <>
          <Divider panel={tapeName} />
          <Panel {...tape}>{panel(tapeName, <Tape key={code} contract={contract} />)}</Panel>
        </>
      )}
    </Group>
  );
}

/** Book, tape and ladder are tabs of one panel. */
function isBookShared(shape: DeskProps['shape']): boolean {
  return shape === 'compact' || shape === 'tablet';
}

/** The ladder has a panel of its own, and the book none. */
function useIsLadder(shape: DeskProps['shape']): boolean {
  const isChosen = useDeskLayout(({ book }) => book === 'ladder');
  return isChosen && !isBookShared(shape);
}

/** A click on a price or a size in the book fills the ticket. */
function useTicketPicks(contract: Contract) {
  const { decimalFormat: grid } = contract;
  const onPrice = useCallback((ticks: Ticks) => useTicketDraft.getState().setPriceTicks(ticks, grid), [grid]);
  const onLots = useCallback((lots: Lots) => useTicketDraft.getState().setLots(lots), []);
  return { onPrice, onLots };
}

type Handles = Readonly<Record<SizedPanel, ReturnType<typeof usePanelRef>>>;
/** Returns a group's handler that stores the sizes of panels resized by hand. */
type OnMoved = (...panels: readonly SizedPanel[]) => (layout: unknown, meta: LayoutChangedMeta) => void;

/** Shows the ticket, even if it is hidden, when its draft is filled elsewhere (closing a position, ordering again). */
function useTicketShown(): void {
  const isFocusRequested = useTicketDraft((draft) => draft.isFocusRequested);
  useEffect(() => {
    if (isFocusRequested) useDeskLayout.getState().setShown('side', true);
  }, [isFocusRequested]);
}

interface Panels {
  readonly sizes: DeskSizes;
  readonly handles: Handles;
  readonly onMoved: OnMoved;
  readonly isShown: (panel: PanelName) => boolean;
}

/** The initial sizes, how resized panels are stored, and which panels are shown. */
function usePanelSizes(shape: DeskProps['shape']): Panels {
  const handles: Handles = {
    book: usePanelRef(),
    tape: usePanelRef(),
    side: usePanelRef(),
    bottom: usePanelRef(),
    ladder: usePanelRef(),
  };
  const hidden = useDeskLayout((layout) => layout.hidden);
  const arrangement = useDeskLayout((layout) => layout.arrangement);
  // A size being dragged must not return as a new default meanwhile; a workspace brings new ones.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sizes are read again for another arrangement.
  const sizes = useMemo(
    (): DeskSizes => ({ ...(shape === 'wide' ? WIDE_SIZES : DRAWN_SIZES), ...useDeskLayout.getState().moved }),
    [shape, arrangement],
  );
  const arranged = useRef(arrangement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: mounted panels take a workspace's sizes once.
  useEffect(() => {
    if (arranged.current === arrangement) return;
    arranged.current = arrangement;
    // The group knows a panel that has just reappeared from the next frame on.
    onNextFrame(() => {
      for (const panel of SIZED_PANELS) handles[panel].current?.resize(sizes[panel]);
    });
  }, [arrangement]);
  const onMoved: OnMoved =
    (...panels) =>
    (_layout, meta) => {
      if (!meta.isUserInteraction) return;
      const now = panels.flatMap((name) => {
        const panel = handles[name].current;
        return panel ? [[name, pixels(panel)]] : [];
      });
      useDeskLayout.getState().resize(Object.fromEntries(now));
    };
  return { sizes, handles, onMoved, isShown: (panel) => !hidden.includes(panel) };
}

function pixels(handle: PanelImperativeHandle): number {
  return handle.getSize().inPixels;
}

function usePanel(name: SizedPanel, sizes: DeskSizes, panelRef: ReturnType<typeof usePanelRef>) {
  const { min, max } = PANEL_LIMITS[name];
  const groupResizeBehavior = 'preserve-pixel-size' as const;
  return { id: name, panelRef, defaultSize: sizes[name], minSize: min, maxSize: max, groupResizeBehavior };
}
