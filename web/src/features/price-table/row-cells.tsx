/**
 * The figures of a row, a cell per column. A cell is one plain box without clipping or layers: the clips and layers of
 * some hundred cells would be traversed for each paint, and a number too wide for its column is better read in full
 * across the gap before it than without its first digits.
 */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves its focus by rows, so cells and heads have none.
import type { Contract } from '@mua/contract/entities/contract';
import type { TFunction } from 'i18next';
import { memo, type ReactNode } from 'react';
import { cn } from '#design/class-names.ts';
import { tradeFlash } from '#design/trade-flash.ts';
import { type BoardColumn, type ColumnId, startsGroup } from '#features/price-table/board-columns.ts';
import { NoticeCell } from '#features/price-table/notice-cell.tsx';
import { PhysicalCell } from '#features/price-table/physical-column.tsx';
import {
  ChangeText,
  LotsText,
  MatchText,
  PercentText,
  PriceText,
  SettlementText,
} from '#features/price-table/quote-cells.tsx';
import { SessionCell } from '#features/price-table/session-cell.tsx';
import { TrendCell } from '#features/price-table/trend-cell.tsx';
import { formatExpiry, formatVolume } from '#i18n/format.ts';
import { usePriceState } from '#market/price-state.ts';
import { useTradeFlash } from '#market/use-trade-flash.ts';

/** Texts are passed from the row, because a hook per cell would slow down scrolling. */
const CELLS: Record<Exclude<ColumnId, 'matchPrice'>, (contract: Contract, t: TFunction) => ReactNode> = {
  expiry: ({ expiryMonth }) => <span className="text-fg-2">{formatExpiry(expiryMonth)}</span>,
  bidVolume: ({ code }) => <LotsText code={code} field="bidLots" />,
  bidPrice: (contract) => <PriceText contract={contract} field="bid" />,
  matchVolume: ({ code }) => <LotsText code={code} field="lastLots" />,
  change: (contract) => <ChangeText contract={contract} />,
  changePercent: (contract) => <PercentText contract={contract} />,
  askPrice: (contract) => <PriceText contract={contract} field="ask" />,
  askVolume: ({ code }) => <LotsText code={code} field="askLots" />,
  open: (contract) => <PriceText contract={contract} field="open" quiet />,
  high: (contract) => <PriceText contract={contract} field="high" quiet />,
  low: (contract) => <PriceText contract={contract} field="low" quiet />,
  settlement: (contract) => <SettlementText contract={contract} />,
  totalVolume: ({ code }) => <LotsText code={code} field="volume" />,
  openInterest: ({ openInterest }) => <span className="text-fg-2">{formatVolume(openInterest)}</span>,
  physical: (contract) => <PhysicalCell contract={contract} />,
  session: (contract, t) => <SessionCell contract={contract} t={t} />,
  trend: (contract) => <TrendCell contract={contract} />,
  firstNotice: (contract, t) => <NoticeCell contract={contract} t={t} />,
};

const LOTS: ReadonlySet<ColumnId> = new Set(['bidVolume', 'matchVolume', 'askVolume', 'totalVolume']);

export interface FigureCellsProps {
  readonly contract: Contract;
  readonly columns: readonly BoardColumn[];
  readonly isClosed: boolean;
  readonly t: TFunction;
}

/** Separate from the row, so that hovering renders no figure. */
export const FigureCells = memo(function FigureCells({ contract, columns, isClosed, t }: FigureCellsProps) {
  return columns.map(({ id, numeric }, index) => {
    const className = cn(
      numeric && 'text-right',
      startsGroup(columns, index) && 'pl-3.5',
      LOTS.has(id) && !isClosed && 'text-fg-2',
      // In a paused market every figure is outdated, except its close-out.
      isClosed && id !== 'firstNotice' && '[&_*]:text-fg-3',
    );
    return id === 'matchPrice' ? (
      <MatchCell key={id} contract={contract} className={className} />
    ) : (
      <Cell key={id} className={className}>
        {CELLS[id](contract, t)}
      </Cell>
    );
  });
});

export function Cell({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div role="gridcell" className={cn('whitespace-nowrap px-1.5 last:pr-3', className)}>
      {children}
    </div>
  );
}

/** As high as its row, so that the flash fills it. */
function MatchCell({ contract, className }: { contract: Contract; className: string }) {
  const flash = tradeFlash(useTradeFlash(contract.code), usePriceState(contract, 'last'));
  return (
    <Cell className={cn(className, 'flex items-center justify-end self-stretch', flash)}>
      <MatchText contract={contract} />
    </Cell>
  );
}
