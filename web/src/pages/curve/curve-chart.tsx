/**
 * Draws the curve: today's prices as a line, those of before as a dashed one, and by when the front month is to be closed.
 * Lines stretch with the card, texts do not. Who can't see it has the table below, with the same figures.
 */
import type { Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Button } from '#design/ui/controls/button.tsx';
import { useMarketFormat } from '#i18n/use-format.ts';
import type { Earlier } from '#pages/curve/before.ts';
import { type CurveUnit, writerOf } from '#pages/curve/curve-unit.ts';
import type { ShownMonth } from '#pages/curve/live-curve.ts';

export interface CurveProps {
  /** The earliest first. */
  readonly months: readonly ShownMonth[];
  /** Of the commodity. */
  readonly name: string;
  readonly unit: CurveUnit;
  readonly earlier: Earlier;
}

/** Labels beside each other on a phone; of more months every second or third is named. */
const PHONE_LABELS = 6;

export function CurveChart({ months, name, unit, earlier }: CurveProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const marks = months.map(({ markTicks }) => markTicks);
  const place = placesOf(marks, earlier.prices);
  const every = Math.ceil(months.length / PHONE_LABELS);
  const hiding = (index: number) => index % every !== 0 && 'max-md:hidden';
  return (
    <figure className="m-0">
      <figcaption className="flex flex-wrap items-center gap-x-4 border-border border-b px-4 py-2.5">
        <h2 className="mr-auto font-semibold text-14">{t(($) => $.curve.byMonth)}</h2>
        <Key name={t(($) => $.curve.today)} className="border-primary-text" />
        <EarlierKey earlier={earlier} />
      </figcaption>
      {place === null ? (
        <p className="p-8 text-center text-fg-3">{t(($) => $.curve.noPrices)}</p>
      ) : (
        <div role="img" aria-label={t(($) => $.curve.drawn, { commodity: name })} className="px-8 pt-8 md:px-12">
          <div className="relative h-44 md:h-60">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute inset-0 size-full overflow-visible fill-none [&_polyline]:[vector-effect:non-scaling-stroke]"
            >
              <polyline
                points={pointsOf(earlier.prices, place)}
                data-testid="curve-before"
                className="stroke-fg-3"
                strokeDasharray="4 3"
              />
              <polyline points={pointsOf(marks, place)} className="stroke-primary-text" strokeWidth="2" />
            </svg>
            <FrontCloseOut months={months} left={place.x(0)} />
            {months.map(({ contract, markTicks }, index) =>
              markTicks === null ? null : (
                <span
                  key={contract.code}
                  className="absolute size-2 -translate-1/2 rounded-full bg-primary-text"
                  style={{ left: `${place.x(index)}%`, top: `${place.y(markTicks)}%` }}
                >
                  <span
                    className={cn(
                      'absolute bottom-3 left-1/2 -translate-x-1/2 font-medium text-12 tabular-nums',
                      hiding(index),
                    )}
                  >
                    {writerOf(format, unit, contract).price(markTicks)}
                  </span>
                </span>
              ),
            )}
          </div>
          <div className="relative mt-4 h-5 text-12 text-fg-3 tabular-nums max-md:hidden">
            {months.map(({ contract, next }, index) =>
              next && next.spreadTicks !== null ? (
                <span
                  key={contract.code}
                  className="absolute -translate-x-1/2"
                  style={{ left: `${(place.x(index) + place.x(index + 1)) / 2}%` }}
                >
                  {writerOf(format, unit, contract).change(0 - next.spreadTicks)}
                </span>
              ) : null,
            )}
          </div>
          <div className="relative h-7 text-12 text-fg-2 tabular-nums max-md:mt-3">
            {months.map(({ contract }, index) => (
              <span
                key={contract.code}
                className={cn('absolute -translate-x-1/2', hiding(index))}
                style={{ left: `${place.x(index)}%` }}
              >
                {format.expiry(contract.expiryMonth)}
              </span>
            ))}
          </div>
        </div>
      )}
    </figure>
  );
}

/** When holders of the front month have to be out of it. */
function FrontCloseOut({ months, left }: { readonly months: readonly ShownMonth[]; readonly left: number }) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const by = months[0]?.contract.closeOutAt.long ?? null;
  if (by === null || months.length < 2) return null;
  return (
    <span className="absolute -top-4 bottom-0 border-warning border-l border-dotted" style={{ left: `${left}%` }}>
      <span className="absolute -top-3 left-1.5 whitespace-nowrap text-11 text-warning">
        {t(($) => $.curve.closeOutBy, { date: format.date(by) })}
      </span>
    </span>
  );
}

/** What the dashed line is, and whether it can be drawn yet. */
function EarlierKey({ earlier: { before, isPending, retry } }: Pick<CurveProps, 'earlier'>) {
  const { t } = useTranslation();
  const name = t(($) => $.curve.before[before]);
  if (retry) {
    return (
      <span role="alert" className="flex flex-wrap items-center gap-2 text-12 text-warning">
        {t(($) => $.empty.panelError.title, { panel: name })}
        <Button size="sm" variant="outline" className="max-md:h-11" onClick={retry}>
          {t(($) => $.shell.action.retry)}
        </Button>
      </span>
    );
  }
  return (
    <span role="status" aria-busy={isPending}>
      <Key
        name={isPending ? `${name}: ${t(($) => $.shell.state.loading)}` : name}
        className="border-fg-3 border-dashed"
      />
    </span>
  );
}

function Key({ name, className }: { readonly name: string; readonly className: string }) {
  return (
    <span className="flex items-center gap-1.5 text-12 text-fg-2">
      <span aria-hidden className={cn('w-4 border-t-2', className)} />
      {name}
    </span>
  );
}

/** In the order of the months. */
type Prices = readonly (Ticks | null)[];

/** Percent of the drawing's width and height. */
interface Places {
  x(index: number): number;
  y(ticks: Ticks): number;
}

/** Null without any price. */
function placesOf(marks: Prices, earlier: Prices): Places | null {
  const all = [...marks, ...earlier].filter((ticks) => ticks !== null);
  if (all.length === 0) return null;
  const [lowest, highest] = [Math.min(...all), Math.max(...all)];
  const steps = marks.length - 1;
  return {
    x: (index) => (steps === 0 ? 50 : (index / steps) * 100),
    y: (ticks) => (highest === lowest ? 50 : ((highest - ticks) / (highest - lowest)) * 100),
  };
}

/** Goes straight over a month without a price. */
function pointsOf(prices: Prices, { x, y }: Places): string {
  return prices.flatMap((ticks, index) => (ticks === null ? [] : [`${x(index)},${y(ticks)}`])).join(' ');
}
