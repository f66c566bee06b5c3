/** Shows figures as people read them: a sign, an arrow or a word always accompanies a colour (principle 2). */
import type { PriceGrid, Side, Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import type { Amount, WrittenProfit } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export type Direction = 'up' | 'down' | 'unchanged';

export function directionOf(change: number | bigint | null | undefined): Direction | null {
  if (change === null || change === undefined) return null;
  return change > 0 ? 'up' : change < 0 ? 'down' : 'unchanged';
}

export const DIRECTION_TEXT: Record<Direction, string> = { up: 'text-up', down: 'text-down', unchanged: 'text-ref' };

const SHAPES: Record<Direction, string> = {
  up: 'M4.5 1 8.6 8H.4Z',
  down: 'M4.5 8 .4 1h8.2Z',
  unchanged: 'M1 1h7v7H1Z',
};

/** Draws ▲ ▼ ■ as shapes, so that every system shows the same one in the same place. */
export function DirectionGlyph({ direction, className }: { direction: Direction; className?: string | undefined }) {
  const { t } = useTranslation();
  return (
    <svg
      role="img"
      aria-label={t(($) => $.shell.direction[direction])}
      viewBox="0 0 9 9"
      className={cn('inline-block size-[0.7em] shrink-0 fill-current align-[-0.02em]', className)}
    >
      <path d={SHAPES[direction]} />
    </svg>
  );
}

/** Shows buy or sell with its bar. */
export function SideText({
  side,
  children,
  className,
}: {
  side: Side;
  children?: React.ReactNode;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1.5 whitespace-nowrap font-medium',
        side === 'BUY' ? 'text-buy-text' : 'text-sell-text',
        className,
      )}
    >
      <span aria-hidden className="h-3 w-0.75 rounded-full bg-current" />
      {children ?? t(($) => $.words.side[side])}
    </span>
  );
}

export interface PriceProps {
  readonly ticks: Ticks | null | undefined;
  readonly grid: PriceGrid;
  /** Colours the price and puts the arrow before it; if omitted, the price is neutral. */
  readonly direction?: Direction | null;
  readonly glyph?: boolean;
  readonly className?: string | undefined;
}

export function Price({ ticks, grid, direction = null, glyph = false, className }: PriceProps) {
  const format = useFormat();
  const known = ticks !== null && ticks !== undefined;
  return (
    <span className={cn('whitespace-nowrap', known && direction ? DIRECTION_TEXT[direction] : null, className)}>
      {known && direction && glyph && <DirectionGlyph direction={direction} className="mr-1" />}
      {format.price(ticks, grid)}
    </span>
  );
}

/** Shows `+5'4 (+1.22%)`, or one of the two. */
export function QuoteChange({
  changeTicks,
  referenceTicks,
  grid,
  show = 'both',
  glyph = false,
  className,
}: {
  changeTicks: Ticks | null | undefined;
  referenceTicks: Ticks | null | undefined;
  grid: PriceGrid;
  show?: 'change' | 'percent' | 'both';
  glyph?: boolean;
  className?: string | undefined;
}) {
  const format = useFormat();
  const direction = directionOf(changeTicks);
  const change = format.priceChange(changeTicks, grid);
  const percent = format.quotePercent(changeTicks, referenceTicks);
  return (
    <span className={cn('whitespace-nowrap', direction ? DIRECTION_TEXT[direction] : 'text-fg-3', className)}>
      {direction && glyph && <DirectionGlyph direction={direction} className="mr-1" />}
      {show === 'change' ? change : show === 'percent' ? percent : `${change} (${percent})`}
    </span>
  );
}

export interface MoneyProps {
  readonly amount: Amount;
  /** Currency of the amount; dong unless named. */
  readonly currency?: string;
  readonly bare?: boolean;
  readonly className?: string | undefined;
}

const PROFIT_TEXT: Record<WrittenProfit['tone'], string | null> = { up: 'text-up', down: 'text-down', plain: null };

/** Shows a profit, always signed, and coloured by its sign. */
export function Profit({ amount, currency = 'VND', bare = false, className }: MoneyProps) {
  const format = useFormat();
  const { text, tone } = format.profit(amount, { currency, bare });
  return <span className={cn('whitespace-nowrap', PROFIT_TEXT[tone], className)}>{text}</span>;
}

/** Shows a return in percent, always signed, and coloured by its sign unless `isPlain`. */
export function Return({
  percent,
  bare = false,
  isPlain = false,
  className,
}: {
  percent: string | null | undefined;
  /** In points of percent. */
  bare?: boolean;
  isPlain?: boolean;
  className?: string | undefined;
}) {
  const format = useFormat();
  const { text, tone } = format.return(percent, { bare });
  return <span className={cn('whitespace-nowrap', !isPlain && PROFIT_TEXT[tone], className)}>{text}</span>;
}

export function Ratio({
  percent,
  decimals,
  className,
}: {
  percent: string | null | undefined;
  decimals?: number;
  className?: string | undefined;
}) {
  const format = useFormat();
  return <span className={cn('whitespace-nowrap', className)}>{format.ratio(percent, decimals)}</span>;
}

/** Shows *before → after*, above every button that moves money or margin (principle 6). */
export function BeforeAfter({
  before,
  after,
  className,
}: {
  before: React.ReactNode;
  after: React.ReactNode;
  className?: string | undefined;
}) {
  const { t } = useTranslation();
  return (
    // Screen-reader-only words are positioned inside this element: positioned by the page, they would scroll it.
    <span className={cn('relative whitespace-nowrap', className)}>
      <span className="text-right text-fg-3">{before}</span>
      <span className="sr-only">{` ${t(($) => $.words.becomes)} `}</span>
      <span aria-hidden className="px-1 text-fg-3">
        →
      </span>
      <span className="text-right font-medium">{after}</span>
    </span>
  );
}
