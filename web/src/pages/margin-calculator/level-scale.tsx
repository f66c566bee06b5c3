/** The prices between entry and forced liquidation as a bar: where one level ends and the next begins. */
import type { LevelReached } from '@mua/core/preview';
import type { Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { ShownCalculation } from '#pages/margin-calculator/shown-calculation.ts';

export const LEVEL_MARKS: Readonly<Record<LevelReached['level'], string>> = {
  CALL: 'bg-warning/45',
  CANCEL: 'bg-warning/80',
  COUNTDOWN: 'bg-down-candle/60',
  LIQUIDATION: 'bg-down-candle',
};

export interface LevelScaleProps {
  readonly levels: readonly LevelReached[];
  readonly shown: ShownCalculation;
}

/** Drawn from the worst price to a little beyond the entry; prices rise to the right, for a sale as well. */
export function LevelScale({ levels, shown: { contract, draft, read } }: LevelScaleProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const entry = read.priceTicks;
  const known = levels.flatMap(({ level, at }) => (at ? [{ level, ticks: at.ticks }] : []));
  if (entry === null || known.length === 0) return null;
  const price = (ticks: Ticks) => format.price(ticks, contract.decimalFormat);
  const shares = sharesOf(
    known.map(({ ticks }) => ticks),
    entry,
  );
  const isSale = draft.side === 'SELL';
  const edge = isSale ? 'right' : 'left';
  const label = t(($) => $.calculator.scale, {
    entry: price(entry),
    levels: known.map(({ level, ticks }) => `${t(($) => $.calculator.action[level])} ${price(ticks)}`).join('; '),
  });
  return (
    <div role="img" aria-label={label} className="relative mt-1 h-10">
      <div className={cn('absolute inset-x-0 bottom-1.5 flex h-2.5 gap-0.5', isSale && 'flex-row-reverse')}>
        {[...known].reverse().map(({ level }, place) => (
          <span
            key={level}
            className={cn('min-w-1 rounded-[2px]', LEVEL_MARKS[level])}
            style={{ width: `${(shares.widths[place] ?? 0) * 100}%` }}
          />
        ))}
        <span className="flex-1 rounded-[2px] bg-surface-4" />
      </div>
      <span
        className="absolute bottom-0 h-5.5 w-0.75 rounded-full bg-foreground"
        style={{ [edge]: `${shares.entry * 100}%` }}
      />
      <span
        className={cn(
          'absolute top-0 whitespace-nowrap font-semibold text-12',
          isSale ? 'translate-x-1/2' : '-translate-x-1/2',
        )}
        style={{ [edge]: `${shares.entry * 100}%` }}
      >
        {t(($) => $.calculator.entry, { price: price(entry) })}
      </span>
    </div>
  );
}

/** Room at both ends, as shares of the distance from the entry to the farthest level. */
const BEYOND_LEVEL = 0.08;
const BEYOND_ENTRY = 0.2;

/** The widths of the levels' parts of the bar, the worst first, and where the entry stands: shares of the whole. */
function sharesOf(levelTicks: readonly Ticks[], entry: Ticks): { readonly widths: number[]; readonly entry: number } {
  const distances = levelTicks.map((ticks) => Math.abs(entry - ticks));
  const farthest = Math.max(1, ...distances);
  const whole = farthest * (1 + BEYOND_LEVEL + BEYOND_ENTRY);
  const fromWorst = distances.map((distance) => farthest * (1 + BEYOND_LEVEL) - distance).reverse();
  const widths = fromWorst.map((end, place) => (end - (fromWorst[place - 1] ?? 0)) / whole);
  return { widths, entry: (farthest * (1 + BEYOND_LEVEL)) / whole };
}
