/** One contract on the board. The row itself renders when it is chosen or its session changes, never on a price. */
// biome-ignore-all lint/a11y/useSemanticElements: table elements can't hold rows that are placed one by one.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid moves its focus by rows, so cells and heads have none.
import type { Contract } from '@mua/contract/entities/contract';
import type { Side } from '@mua/core/values';
import type { TFunction } from 'i18next';
import { Star } from 'lucide-react';
import { type MouseEvent, memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQuoteSession } from '#data/use-quote.ts';
import { cn } from '#design/class-names.ts';
import { formatExpiry } from '#i18n/format.ts';
import { languageOf } from '#i18n/languages.ts';
import { type BoardColumn, type ColumnId, startsGroup } from './board-columns.ts';
import { NoticeCell } from './notice-cell.tsx';
import { ChangeText, LotsText, MatchText, PercentText, PriceText, SettlementText, TradeFlash } from './quote-cells.tsx';
import { SessionCell } from './session-cell.tsx';
import { TrendCell } from './trend-cell.tsx';

export interface RowActions {
  onSelect(code: string): void;
  onOpen(code: string, side?: Side): void;
  onToggleFavorite(code: string): void;
}

export interface PriceRowProps {
  readonly contract: Contract;
  readonly columns: readonly BoardColumn[];
  readonly rowIndex: number;
  readonly isSelected: boolean;
  readonly isFavorite: boolean;
  /** The row that the keyboard stands on. */
  readonly isActive: boolean;
  readonly actions: RowActions;
}

/** Words come from the row, because a hook for each cell is what scrolling would pay for. */
const CELLS: Record<ColumnId, (contract: Contract, t: TFunction) => ReactNode> = {
  expiry: ({ expiryMonth }) => <span className="text-fg-2">{formatExpiry(expiryMonth)}</span>,
  bidVolume: ({ code }) => <LotsText code={code} field="bidLots" />,
  bidPrice: (contract) => <PriceText {...cellOf(contract)} field="bid" />,
  matchPrice: (contract) => (
    <>
      <TradeFlash code={contract.code} />
      <span className="relative">
        <MatchText {...cellOf(contract)} />
      </span>
    </>
  ),
  matchVolume: ({ code }) => <LotsText code={code} field="lastLots" />,
  change: (contract) => <ChangeText {...cellOf(contract)} />,
  changePercent: ({ code }) => <PercentText code={code} />,
  askPrice: (contract) => <PriceText {...cellOf(contract)} field="ask" />,
  askVolume: ({ code }) => <LotsText code={code} field="askLots" />,
  open: (contract) => <PriceText {...cellOf(contract)} field="open" quiet />,
  high: (contract) => <PriceText {...cellOf(contract)} field="high" quiet />,
  low: (contract) => <PriceText {...cellOf(contract)} field="low" quiet />,
  settlement: (contract) => <SettlementText {...cellOf(contract)} />,
  totalVolume: ({ code }) => <LotsText code={code} field="volume" />,
  session: ({ code }, t) => <SessionCell code={code} t={t} />,
  trend: (contract) => <TrendCell contract={contract} />,
  firstNotice: (contract, t) => <NoticeCell contract={contract} t={t} />,
};

const LOTS: ReadonlySet<ColumnId> = new Set(['bidVolume', 'matchVolume', 'askVolume', 'totalVolume']);

export const PriceRow = memo(function PriceRow(props: PriceRowProps) {
  const { contract, columns, rowIndex, isSelected, isFavorite, isActive, actions } = props;
  const { code } = contract;
  const { t, i18n } = useTranslation();
  const [isNear, setNear] = useState(false);
  const isClosed = useQuoteSession(code) === 'CLOSED';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it handles the keys of whichever row is active.
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={isSelected}
      tabIndex={isActive ? 0 : -1}
      data-testid={`row-${code}`}
      data-code={code}
      onClick={() => actions.onSelect(code)}
      onDoubleClick={() => actions.onOpen(code)}
      onPointerEnter={() => setNear(true)}
      onPointerLeave={() => setNear(false)}
      className={cn(
        'group/row grid h-full cursor-default grid-cols-(--board-columns) border-border border-b outline-none hover:bg-surface-2',
        isSelected && 'bg-surface-2 shadow-[inset_2px_0_var(--primary-text)]',
        'focus-visible:bg-surface-2 focus-visible:shadow-[inset_0_1px_var(--ring),inset_0_-1px_var(--ring)]',
        isClosed && 'text-fg-3 [&_[data-quote]_*]:text-fg-3',
      )}
    >
      <Cell className="pr-0 pl-3">
        <FavoriteButton
          code={code}
          t={t}
          isOn={isFavorite}
          isReachable={isActive}
          onToggle={actions.onToggleFavorite}
        />
      </Cell>
      <Cell>
        <a
          href={`/trading/${code}`}
          tabIndex={isActive ? 0 : -1}
          onClick={(event) => openInPlace(event, () => actions.onOpen(code))}
          className="truncate rounded-[3px] font-medium hover:text-primary-text hover:underline"
        >
          {code}
        </a>
      </Cell>
      <Cell className={cn('overflow-visible', !isClosed && 'text-fg-2')}>
        <span className="truncate">{contract.commodityName[languageOf(i18n.resolvedLanguage)]}</span>
        {(isNear || isActive) && <SideButtons code={code} t={t} isReachable={isActive} onOpen={actions.onOpen} />}
      </Cell>
      <FigureCells contract={contract} columns={columns} isClosed={isClosed} t={t} />
    </div>
  );
});

interface FigureCellsProps {
  readonly contract: Contract;
  readonly columns: readonly BoardColumn[];
  readonly isClosed: boolean;
  readonly t: TFunction;
}

/** Apart from the row, so that the pointer passing over it renders no figure. */
const FigureCells = memo(function FigureCells({ contract, columns, isClosed, t }: FigureCellsProps) {
  return columns.map(({ id, numeric }, index) => (
    <Cell
      key={id}
      numeric={numeric}
      className={cn(startsGroup(columns, index) && 'pl-3.5', LOTS.has(id) && !isClosed && 'text-fg-2')}
    >
      {/* As wide as its cell, so that a figure that grows moves nothing. */}
      <span data-quote={isClosed || undefined} className={cn('w-full min-w-0', numeric && 'text-right')}>
        {CELLS[id](contract, t)}
      </span>
    </Cell>
  ));
});

/** An ordinary link for the keyboard, a new tab and the screen reader; a plain click stays in this page. */
export function openInPlace(event: MouseEvent, open: () => void): void {
  event.stopPropagation();
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  open();
}

function cellOf({ code, decimalFormat }: Contract) {
  return { code, grid: decimalFormat };
}

function Cell({
  numeric = false,
  className,
  children,
}: {
  numeric?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <div
      role="gridcell"
      className={cn(
        'relative flex min-w-0 items-center overflow-hidden whitespace-nowrap px-1.5 last:pr-3',
        numeric && 'justify-end',
        className,
      )}
    >
      {children}
    </div>
  );
}

export interface FavoriteButtonProps {
  readonly code: string;
  readonly t: TFunction;
  readonly isOn: boolean;
  readonly isReachable: boolean;
  readonly onToggle: (code: string) => void;
  readonly className?: string;
}

export function FavoriteButton({ code, t, isOn, isReachable, onToggle, className }: FavoriteButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      aria-label={isOn ? t(($) => $.board.unfavorite, { code }) : t(($) => $.board.favorite, { code })}
      tabIndex={isReachable ? 0 : -1}
      data-testid={`star-${code}`}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(code);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      className={cn(
        'grid place-items-center rounded-[3px] text-disabled hover:text-fg-2',
        isOn && 'text-primary-text',
        className,
      )}
    >
      <Star aria-hidden className={cn('size-3.5', isOn && 'fill-current')} />
    </button>
  );
}

interface SideButtonsProps {
  readonly code: string;
  readonly t: TFunction;
  readonly isReachable: boolean;
  readonly onOpen: RowActions['onOpen'];
}

/** Buy and sell lie over the end of the name while the pointer or the keyboard is on the row. */
function SideButtons({ code, t, isReachable, onOpen }: SideButtonsProps) {
  return (
    <span className="pointer-events-none absolute inset-y-0 right-0 flex items-center gap-1 bg-surface-2 pl-2 opacity-0 group-focus-within/row:pointer-events-auto group-focus-within/row:opacity-100 group-hover/row:pointer-events-auto group-hover/row:opacity-100">
      {(['BUY', 'SELL'] as const).map((side) => (
        <button
          key={side}
          type="button"
          tabIndex={isReachable ? 0 : -1}
          aria-label={t(($) => $.board.trade, { side: t(($) => $.words.side[side]), code })}
          data-testid={`${side.toLowerCase()}-${code}`}
          onClick={(event) => {
            event.stopPropagation();
            onOpen(code, side);
          }}
          className={cn(
            'h-[min(24px,calc(100%-4px))] rounded-sm px-2 font-medium text-12 text-on-side',
            side === 'BUY' ? 'bg-buy hover:bg-buy-hover' : 'bg-sell hover:bg-sell-hover',
          )}
        >
          {t(($) => $.words.side[side])}
        </button>
      ))}
    </span>
  );
}
