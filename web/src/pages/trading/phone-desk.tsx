/** The desk on a phone: one part at a time, the position in one line, Sell and Buy always within reach of the thumb. */
import type { Contract } from '@mua/contract/entities/contract';
import { oppositeSide } from '@mua/core/values';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onSwipe } from '#design/on-swipe.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Tab, TabContent, Tabs, TabsList } from '#design/ui/controls/tabs.tsx';
import { ErrorBoundary } from '#design/ui/feedback/error-boundary.tsx';
import { Profit, SideText } from '#design/ui/figures/figures.tsx';
import { LOW_QUERY, useMediaQuery } from '#design/use-media-query.ts';
import { showOrder, useHighlightedList } from '#desk/highlighted-row.ts';
import { ContractInformation } from '#features/contract-info/contract-information.tsx';
import { PhoneStrip } from '#features/contract-strip/contract-strip.tsx';
import { AccountFigures } from '#features/margin-levels/account-figures.tsx';
import { OrderBook } from '#features/order-book/order-book.tsx';
import { PhoneDepth } from '#features/order-book/phone-depth.tsx';
import { showOrderHistory } from '#features/order-list/use-order-rows.ts';
import { AlertBell } from '#features/price-alerts/alert-bell.tsx';
import { Tape } from '#features/tape/tape.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useListCounts } from '#pages/list-tabs.tsx';
import { useDeskLayout } from '#pages/trading/desk-layout.ts';
import { DeskPanel } from '#pages/trading/desk-panel.tsx';
import { WaitingRows } from '#pages/trading/desk-waiting.tsx';
import { ConditionalList, OrderLadder, OrderList, PhoneCharts, PositionList } from '#pages/trading/late-parts.tsx';
import {
  useDeskActor,
  useListSizes,
  useOwnLots,
  useOwnPosition,
  useOwnProfit,
} from '#pages/trading/own-order-lines.ts';
import { useShownPicks } from '#pages/trading/shown-picks.ts';
import { SpokenPrice } from '#pages/trading/spoken-price.tsx';
import { TradeBar } from '#pages/trading/trade-bar.tsx';
import { useShortcut } from '#session/shortcuts.ts';

interface PhoneDeskProps {
  readonly contract: Contract;
  readonly contracts: readonly Contract[];
}

/** Fits a chart with the best bid and ask, or a few rows: in a lower window the page scrolls. */
const PARTS = 'flex min-h-110 flex-1 flex-col';
/** In the order of their tabs, in which a swipe moves too. */
const TABS = ['chart', 'depth', 'trades', 'orders', 'positions', 'conditional'] as const;
type PhoneTab = (typeof TABS)[number];

const CONTENT = 'flex min-h-0 flex-1 flex-col outline-offset-[-2px] data-[state=inactive]:hidden';

export function PhoneDesk({ contract, contracts }: PhoneDeskProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState<PhoneTab>('chart');
  const onTouchStart = onSwipe((step) => setTab((now) => TABS[TABS.indexOf(now) + step] ?? now));
  const { code } = contract;
  const isLow = useMediaQuery(LOW_QUERY);
  const isLadder = useDeskLayout(({ book }) => book === 'ladder');
  useHighlightedList((list) => {
    if (list === 'orders') showOrderHistory();
    setTab(list === 'orders' ? 'orders' : 'conditional');
  });
  const part = (value: string, name: string, children: ReactNode) => (
    <TabContent value={value} className={CONTENT} onTouchStart={onTouchStart}>
      <DeskPanel name={name} code={code} waiting={<WaitingRows />}>
        {children}
      </DeskPanel>
    </TabContent>
  );
  const names = {
    chart: t(($) => $.desk.tab.chart),
    depth: t(($) => $.desk.tab.depth),
    trades: t(($) => $.desk.tab.trades),
    orders: t(($) => $.desk.tab.orders),
    positions: t(($) => $.desk.tab.positions),
    conditional: t(($) => $.desk.tab.conditional),
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <SpokenPrice contract={contract} />
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
        <ErrorBoundary panel={t(($) => $.words.market.contract).toLocaleLowerCase()} resetKey={contract.code}>
          <PhoneStrip
            contract={contract}
            contracts={contracts}
            actions={<AlertBell contract={contract} className="size-11" />}
          />
        </ErrorBoundary>
        <Tabs
          value={tab}
          onValueChange={(value) => setTab(TABS.find((one) => one === value) ?? 'chart')}
          className={PARTS}
        >
          <TabsList
            aria-label={t(($) => $.desk.panel.phone)}
            className="h-10 shrink-0 justify-between border-border border-y px-2"
          >
            <Tab value="chart">{names.chart}</Tab>
            <Tab value="depth">{names.depth}</Tab>
            <Tab value="trades">{names.trades}</Tab>
            <CountedTabs contract={contract} names={names} />
          </TabsList>
          {part(
            'chart',
            names.chart,
            <>
              <PhoneCharts key={code} contract={contract} contracts={contracts} />
              <OwnDepth contract={contract} onOpen={() => setTab('depth')} />
            </>,
          )}
          {part('depth', names.depth, <DepthPage contract={contract} />)}
          {part('trades', names.trades, <Tape key={code} contract={contract} headless />)}
          {part('orders', names.orders, <OrderList contractCode={contract.code} />)}
          {part(
            'positions',
            names.positions,
            <PositionList
              contractCode={contract.code}
              summary={<AccountFigures className="grid grid-cols-3 gap-x-3 gap-y-2" />}
            />,
          )}
          {part(
            'conditional',
            names.conditional,
            <ConditionalList contractCode={contract.code} onShowOrder={showOrder} />,
          )}
        </Tabs>
        {isLow && <PositionLine contract={contract} />}
      </div>
      <TradeBar contract={contract} isHidden={tab === 'depth' && isLadder}>
        {!isLow && <PositionLine contract={contract} />}
      </TradeBar>
    </div>
  );
}

type ListName = 'orders' | 'positions' | 'conditional';

/** A component of its own, so that a change in the number of orders does not render the page. */
function CountedTabs({ contract, names }: { contract: Contract; names: Readonly<Record<ListName, string>> }) {
  const counts = useListCounts(useListSizes(contract));
  return (
    <>
      <Tab value="orders" count={counts.orders}>
        {names.orders}
      </Tab>
      <Tab value="positions" count={counts.positions}>
        {names.positions}
      </Tab>
      <Tab value="conditional" count={counts.conditionals}>
        {names.conditional}
      </Tab>
    </>
  );
}

/** The best bid and ask, below the chart. */
function OwnDepth({ contract, onOpen }: { contract: Contract; onOpen: () => void }) {
  return <PhoneDepth contract={contract} own={useOwnLots(contract)} onOpen={onOpen} />;
}

/**
 * All ten levels in rows large enough to tap, with the contract's facts below: the page scrolls, the book does not. It
 * opens scrolled to the spread.
 */
function DepthPage({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const own = useOwnLots(contract);
  const { onPrice, onLots } = useShownPicks(contract);
  const { book, setBook } = useDeskLayout();
  useShortcut('bookOrLadder', () => setBook(book === 'ladder' ? 'book' : 'ladder'));
  const choice = (
    <Segment
      label={t(($) => $.desk.tab.depth)}
      value={book}
      onValueChange={setBook}
      columns={2}
      className="m-2 shrink-0"
      options={[
        { value: 'book', label: t(($) => $.words.market.orderBook) },
        { value: 'ladder', label: t(($) => $.desk.ladder) },
      ]}
    />
  );
  return (
    // Nine rows of the ladder, fewer on a low screen: beside them a finger scrolls the whole, on them the prices.
    <div className="flex min-h-0 flex-1 flex-col [--book-row:44px] [--ladder-least:min(396px,45dvh)]">
      {choice}
      {book === 'ladder' ? (
        <OrderLadder key={contract.code} contract={contract} />
      ) : (
        <div ref={showSpread} className="min-h-0 flex-1 overflow-y-auto">
          <div className="flex flex-col has-data-[slot=book-levels]:h-[calc(var(--book-row)*20+90px)]">
            <OrderBook key={contract.code} contract={contract} own={own} onPrice={onPrice} onLots={onLots} headless />
          </div>
          <h2 className="border-border border-t px-3 pt-2 text-13">{t(($) => $.words.market.contractInformation)}</h2>
          <ContractInformation contract={contract} />
        </div>
      )}
    </div>
  );
}

/** Scrolls the spread to the middle. */
function showSpread(page: HTMLElement | null): void {
  const spread = page?.querySelector('[data-slot="last-price"]')?.getBoundingClientRect();
  if (!page || !spread) return;
  const view = page.getBoundingClientRect();
  page.scrollTop += spread.top + spread.height / 2 - (view.top + view.height / 2);
}

function PositionLine({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const format = useFormat();
  const actor = useDeskActor();
  const position = useOwnPosition(contract);
  const profitVnd = useOwnProfit(contract, position);
  if (!actor || !position) return null;
  const side = position.netLots > 0 ? 'BUY' : 'SELL';
  const lots = Math.abs(position.netLots);
  const close = () =>
    useTicketDraft.getState().fill({
      contractCode: contract.code,
      owner: actor,
      side: oppositeSide(side),
      orderType: 'MARKET',
      lots,
    });
  return (
    <section
      aria-label={t(($) => $.desk.position.line)}
      className="flex shrink-0 items-center gap-3 border-border border-t bg-surface px-4 py-1 tabular-nums"
    >
      <SideText side={side}>
        {t(($) => $.words.side[side])} {format.volume(lots)}
      </SideText>
      <span className="text-fg-2">
        {t(($) => $.desk.position.average)}{' '}
        <span className="font-medium text-foreground">
          {wirePrice(format, position.averagePrice, contract.decimalFormat)}
        </span>
      </span>
      <Profit amount={profitVnd} className="ml-auto font-medium" />
      <Button variant="outline" className="h-11" onClick={close}>
        {t(($) => $.desk.position.close)}
      </Button>
    </section>
  );
}
