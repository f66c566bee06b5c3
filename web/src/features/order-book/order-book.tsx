/** Độ sâu giá / Order book: ten levels a side around a pinned last price; the spread keeps its position. */
import type { Contract } from '@mua/contract/entities/contract';
import type { Lots, Side, Ticks } from '@mua/core/values';
import { Moon } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useOnDemand } from '#design/on-demand.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { BOOK_GRID, BookLevelRow, EmptyLevelRow } from '#features/order-book/book-level-row.tsx';
import { BOOK_LEVELS, type BookLevel, type BookRows, bookRows, type OwnLots } from '#features/order-book/book-rows.ts';
import { bookWords } from '#features/order-book/book-words.ts';
import { GroupButton, type GroupMenuProps } from '#features/order-book/group-button.tsx';
import { LastPriceRow } from '#features/order-book/last-price-row.tsx';
import { ShareBar } from '#features/order-book/share-bar.tsx';
import { useFittingLevels } from '#features/order-book/use-fitting-levels.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useDepth } from '#market/depth-store.ts';
import { useQuoteSession } from '#market/use-quote.ts';
import { useSessionText } from '#market/use-session-text.ts';
import { useFeedState } from '#network/connection-store.ts';

export interface OrderBookProps {
  readonly contract: Contract;
  readonly own: OwnLots;
  readonly onPrice: (ticks: Ticks) => void;
  readonly onLots: (lots: Lots) => void;
  /** Without its own header, if a tab already names it. */
  readonly headless?: boolean;
  /** At the right end of its header. */
  readonly actions?: ReactNode;
}

export function OrderBook({ contract, own, onPrice, onLots, headless = false, actions }: OrderBookProps) {
  const { t } = useTranslation();
  const depth = useDepth(contract.code);
  const session = useQuoteSession(contract.code) ?? contract.session.state;
  const isLive = useFeedState(contract.productType) === 'connected';
  const [groupTicks, setGroupTicks] = useState(1);
  const rows = useMemo(() => depth && bookRows(depth, { groupTicks, own }), [depth, groupTicks, own]);
  const title = t(($) => $.words.market.orderBook);
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col bg-surface">
      {!headless && (
        <header className="flex h-panel-head shrink-0 items-center border-border border-b pr-1.5 pl-3">
          <h2 className="truncate text-13">{title}</h2>
          <GroupMenu contract={contract} groupTicks={groupTicks} onGroup={setGroupTicks} />
          {actions}
        </header>
      )}
      <div
        className={cn(
          'h-6 shrink-0 items-center bg-surface text-11 text-fg-3 max-md:sticky max-md:top-0 max-md:z-1',
          BOOK_GRID,
        )}
      >
        <span>{t(($) => $.words.market.price)}</span>
        <span className="text-right">{t(($) => $.words.order.quantityShort)}</span>
        <span className="text-right">{t(($) => $.words.market.cumulative)}</span>
      </div>
      {session === 'CLOSED' || (rows !== null && isEmpty(rows)) ? (
        <QuietBook contract={contract} />
      ) : rows === null ? (
        <WaitingBook contract={contract} />
      ) : (
        <Levels contract={contract} rows={rows} onPrice={onPrice} onLots={onLots} />
      )}
      {isLive || depth === null ? (
        <ShareBar bidShare={session === 'CLOSED' ? null : (rows?.bidShare ?? null)} />
      ) : (
        <StillSince timeMs={depth.timeMs} />
      )}
    </section>
  );
}

interface LevelsProps {
  readonly contract: Contract;
  readonly rows: BookRows;
  readonly onPrice: (ticks: Ticks) => void;
  readonly onLots: (lots: Lots) => void;
}

type Column = 'price' | 'size';

function Levels({ contract, rows, onPrice, onLots }: LevelsProps) {
  const { t } = useTranslation();
  // Keyboard navigation starts at the best ask.
  const words = useMemo(() => bookWords(t), [t]);
  const [fit, levels] = useFittingLevels();
  const container = useRef<HTMLElement>(null);
  // A level that ends takes its buttons with it.
  const kept = useKeptFocus(container, { otherwise: (list) => list.querySelector<HTMLElement>('[tabindex="0"]') });
  const ref = useCallback(
    (element: HTMLElement | null) => {
      container.current = element;
      return fit(element);
    },
    [fit],
  );
  const [place, setPlace] = useState<{ row: number; column: Column }>({ row: BOOK_LEVELS - 1, column: 'price' });
  const tabRow = nearestRow(place.row, rows, levels);
  const rowAt = (side: Side, level: BookLevel | undefined, row: number) =>
    level ? (
      <BookLevelRow
        key={row}
        {...level}
        side={side}
        words={words}
        row={row}
        contract={contract}
        tabColumn={row === tabRow ? place.column : null}
        onPrice={onPrice}
        onLots={onLots}
      />
    ) : (
      <EmptyLevelRow key={row} />
    );
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    kept.onFocus(event);
    const { row, column } = event.target.dataset;
    if (row !== undefined) setPlace({ row: Number(row), column: column === 'size' ? 'size' : 'price' });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is sent; this is a walkable list of buttons.
    <div
      role="group"
      aria-label={t(($) => $.words.market.orderBook)}
      data-slot="book-levels"
      ref={ref}
      className="flex min-h-0 flex-1 flex-col overflow-hidden"
      onFocus={onFocus}
      onBlur={kept.onBlur}
      onKeyDown={walk}
    >
      {PLACES.slice(-levels).map((place) => rowAt('SELL', rows.asks[BOOK_LEVELS - 1 - place], place))}
      <LastPriceRow contract={contract} spreadTicks={rows.spreadTicks} />
      {PLACES.slice(0, levels).map((place) => rowAt('BUY', rows.bids[place], BOOK_LEVELS + place))}
    </div>
  );
}

/** The row in the tab order: the one left last, or the nearest that has a level now. */
function nearestRow(left: number, { bids, asks }: BookRows, levels: number): number {
  const first = BOOK_LEVELS - Math.min(asks.length, levels);
  const last = BOOK_LEVELS - 1 + Math.min(bids.length, levels);
  return Math.min(last, Math.max(first, left));
}

const PLACES = Array.from({ length: BOOK_LEVELS }, (_, place) => place);

/** Arrows move to the next existing level, and between price and size. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const from = event.target instanceof HTMLElement ? event.target.dataset : {};
  if (from.row === undefined) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0;
  const column = { ArrowLeft: 'price', ArrowRight: 'size' }[event.key] ?? from.column;
  if (step === 0 && column === from.column) return;
  event.preventDefault();
  for (let row = Number(from.row) + step; row >= 0 && row < BOOK_LEVELS * 2; row += step || BOOK_LEVELS * 2) {
    const next = event.currentTarget.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
    if (next) return next.focus();
  }
}

const loadGroupChoices = async () => (await import('#features/order-book/group-choices.tsx')).GroupChoices;

const GroupMenu = memo(function GroupMenu(props: GroupMenuProps) {
  const [Choices, reach] = useOnDemand(loadGroupChoices);
  return Choices ? <Choices {...props} /> : <GroupButton {...props} {...reach} />;
});

/** Without its feed a book is outdated, and says since when. */
function StillSince({ timeMs }: { timeMs: number }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <p className="mt-auto flex h-7 shrink-0 items-center border-border border-t px-3 text-11 text-warning">
      {t(($) => $.network.stalled, { time: format.time(timeMs) })}
    </p>
  );
}

function isEmpty({ bids, asks }: BookRows): boolean {
  return bids.length === 0 && asks.length === 0;
}

/** Explains an empty book: the market is closed or paused, or nobody has quoted yet. */
function QuietBook({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { rest, text } = useSessionText(contract);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <LastPriceRow contract={contract} spreadTicks={null} isQuiet />
      <EmptyState icon={Moon} title={rest === null ? t(($) => $.desk.book.empty) : text} />
    </div>
  );
}

function WaitingBook({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const [ref, levels] = useFittingLevels();
  const rows = PLACES.map((place) => (
    <div key={place} className={cn('h-book-row shrink-0 items-center', BOOK_GRID)}>
      <Skeleton className="w-10" />
      <Skeleton className="ml-auto w-6" />
      <Skeleton className="ml-auto w-8" />
    </div>
  ));
  return (
    <div
      ref={ref}
      data-slot="book-levels"
      role="status"
      aria-label={t(($) => $.shell.state.loading)}
      className="flex min-h-0 flex-1 flex-col overflow-hidden"
    >
      {rows.slice(0, levels)}
      <LastPriceRow contract={contract} spreadTicks={null} />
      {rows.slice(0, levels)}
    </div>
  );
}
