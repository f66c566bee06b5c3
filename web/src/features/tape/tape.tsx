/** Khớp lệnh / Time & sales: the newest hundred trades, newest first. Colour and arrow show the aggressor. */
import type { Contract } from '@mua/contract/entities/contract';
import type { PublicTrade } from '@mua/contract/entities/public-trade';
import { listPublicTrades } from '@mua/contract/http/market';
import type { PriceGrid, Side } from '@mua/core/values';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useBookRowHeight } from '#design/book-row.ts';
import { cn } from '#design/class-names.ts';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { ErrorPanel } from '#design/ui/feedback/error-panel.tsx';
import { Skeleton } from '#design/ui/feedback/skeleton.tsx';
import { useVisibleLines } from '#design/use-visible-lines.ts';
import { mergeTape, TAPE_ROWS } from '#features/tape/merge-tape.ts';
import { useFormat } from '#i18n/use-format.ts';
import { PUBLIC } from '#market/contracts.ts';
import { type TradeTicks, useTape, withTrades } from '#market/trades-store.ts';
import { errorCodeOf } from '#signed-in/actor.ts';
import { call } from '#wire/call.ts';

export interface TapeProps {
  readonly contract: Contract;
  /** Without its own header, if a tab already names it. */
  readonly headless?: boolean;
}

const ROW = 'grid grid-cols-[52px_1fr_minmax(26px,auto)_10px] items-center gap-1 pr-2.5 pl-3';
const NO_TRADES: readonly PublicTrade[] = [];

export function tapeQuery(code: string) {
  return queryOptions({
    queryKey: [PUBLIC, 'tape', code] as const,
    queryFn: async ({ signal }) => {
      const query = { contractCode: code, limit: String(TAPE_ROWS) };
      return (await call(listPublicTrades, { query, signal })).items;
    },
    // The feed continues from here, so the fetched trades only serve the first paint of the next visit.
    staleTime: 0,
    gcTime: 60_000,
  });
}

export function Tape({ contract, headless = false }: TapeProps) {
  const { t } = useTranslation();
  const title = t(($) => $.words.market.tape);
  return (
    <section aria-label={title} className="flex min-h-0 flex-1 flex-col bg-surface">
      {!headless && (
        <header className="flex h-panel-head shrink-0 items-center border-border border-b px-3">
          <h2 className="truncate text-13">{title}</h2>
        </header>
      )}
      <div className={cn('h-6 shrink-0 text-11 text-fg-3', ROW)}>
        <span>{t(($) => $.words.market.time)}</span>
        <span className="text-right">{t(($) => $.words.market.price)}</span>
        <span className="text-right">{t(($) => $.words.order.quantityShort)}</span>
      </div>
      <Trades contract={contract} />
    </section>
  );
}

function Trades({ contract }: { contract: Contract }) {
  const { t } = useTranslation();
  const { code, decimalFormat: grid } = contract;
  const live = useTape(code);
  const { data = NO_TRADES, isPending, error, refetch } = useQuery(tapeQuery(code));
  const history = useMemo(() => withTrades([], [...data].reverse(), grid), [data, grid]);
  const trades = useMemo(() => mergeTape(live, history), [live, history]);
  const rowPx = useBookRowHeight();
  const heights = useMemo(() => trades.map(() => rowPx), [trades, rowPx]);
  const visible = useVisibleLines({ heights, headHeight: 0, keep: -1 });
  if (trades.length === 0) {
    if (isPending) return <WaitingTape />;
    if (error) return <ErrorPanel panel={t(($) => $.words.market.tape)} code={errorCodeOf(error)} onRetry={refetch} />;
    return <EmptyState title={t(($) => $.desk.tape.empty)} />;
  }
  return (
    <div
      ref={visible.ref}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys.
      tabIndex={0}
      role="log"
      aria-live="off"
      className="relative min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]"
    >
      <div style={{ height: visible.totalHeight }}>
        {/* Space above the view, outside the list, so that the browser can anchor a scrolled view. */}
        <div style={{ height: visible.lines[0]?.top }} />
        <ul>
          {visible.lines.map(({ index }) => {
            const trade = trades[index];
            return trade && <TapeRow key={trade.tradeId} {...trade} grid={grid} />;
          })}
        </ul>
      </div>
    </div>
  );
}

const TapeRow = memo(function TapeRow({ timeMs, priceTicks, lots, side, grid }: TradeTicks & { grid: PriceGrid }) {
  const { t } = useTranslation();
  const format = useFormat();
  const tone = side === 'BUY' ? 'text-buy-text' : 'text-sell-text';
  return (
    <li className={cn('h-book-row text-12 tabular-nums', ROW)}>
      <span className="text-11 text-fg-3">{format.time(timeMs)}</span>
      <span className={cn('text-right', tone)}>{format.price(priceTicks, grid)}</span>
      <span className="text-right font-medium">{format.volume(lots)}</span>
      <TakerGlyph side={side} className={tone} />
      <span className="sr-only">{t(($) => (side === 'BUY' ? $.desk.tape.buyer : $.desk.tape.seller))}</span>
    </li>
  );
});

/** The aggressor's side, as an arrow: who lifted the offer, who hit the bid. */
function TakerGlyph({ side, className }: { side: Side; className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 9 9" className={cn('size-1.75 fill-current', className)}>
      <path d={side === 'BUY' ? 'M4.5 1 8.6 8H.4Z' : 'M4.5 8 .4 1h8.2Z'} />
    </svg>
  );
}

const WAITING = Array.from({ length: 16 }, (_, row) => row);

function WaitingTape() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t(($) => $.shell.state.loading)} className="overflow-hidden">
      {WAITING.map((row) => (
        <div key={row} className={cn('h-book-row', ROW)}>
          <Skeleton className="w-11" />
          <Skeleton className="ml-auto w-9" />
          <Skeleton className="ml-auto w-4" />
        </div>
      ))}
    </div>
  );
}
