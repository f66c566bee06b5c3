/**
 * The spreads between neighbouring months: near less far, now and at the last settlements, what holding costs a year, and
 * the best prices where the spread itself is listed. One of them is looked at more closely: its last days, and the way to
 * trade it.
 */
import type { Spread } from '@mua/contract/entities/spread';
import type { Lots } from '@mua/core/values';
import { useQuery } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { Card } from '#design/ui/figures/card.tsx';
import { lotsText } from '#i18n/lots-text.ts';
import { useMarketFormat } from '#i18n/use-format.ts';
import { pairText } from '#market/listing-codes.ts';
import { spreadOf, spreadsQuery, useLateSpread } from '#market/spreads.ts';
import type { CurveProps } from '#pages/curve/curve-chart.tsx';
import { type MonthWriter, writerOf } from '#pages/curve/curve-unit.ts';
import type { ShownMonth } from '#pages/curve/live-curve.ts';
import { SpreadHistory } from '#pages/curve/spread-history.tsx';
import { TradeSpread } from '#pages/curve/trade-spread.tsx';
import { ticksFromWire } from '#wire/wire-ticks.ts';

interface Pair {
  readonly near: ShownMonth;
  readonly far: ShownMonth;
  /** Undefined where it is not listed. */
  readonly spread: Spread | undefined;
}

export function Neighbours({ months, unit }: Pick<CurveProps, 'months' | 'unit'>) {
  const { t } = useTranslation();
  const { data } = useQuery(spreadsQuery(months[0]?.contract.commodityCode ?? null));
  const [chosen, setChosen] = useState<string | null>(null);
  const pairs = pairsOf(months, data ?? []);
  const shown = pairs.find(({ near }) => near.contract.code === chosen) ?? pairs[0];
  if (!shown) return null;
  return (
    <Card className="grid content-start p-0" data-testid="neighbours">
      <header className="flex flex-wrap items-baseline gap-x-3 border-border border-b px-4 py-2.5">
        <h2 className="mr-auto font-semibold text-14">{t(($) => $.curve.neighbours)}</h2>
        <span className="text-12 text-fg-3">{t(($) => $.curve.nearLessFar)}</span>
      </header>
      <div className="grid grid-cols-[1fr_auto_auto_auto] gap-x-4 px-4 pt-2 text-12 text-fg-3" aria-hidden>
        <PairCells
          name={t(($) => $.curve.pair)}
          now={t(($) => $.curve.spread)}
          settled={t(($) => $.curve.settledSpread)}
          carry={t(($) => $.curve.carry)}
        />
      </div>
      <ul aria-label={t(($) => $.curve.neighbours)} className="grid tabular-nums">
        {pairs.map((pair) => (
          <PairRow
            key={pair.near.contract.code}
            {...{ pair, unit }}
            isChosen={pair === shown}
            onChoose={() => setChosen(pair.near.contract.code)}
          />
        ))}
      </ul>
      <SpreadHistory near={shown.near.contract} far={shown.far.contract} unit={unit} />
      {shown.spread && (
        <TradeSpread
          commodityCode={shown.spread.commodityCode}
          spreadCode={shown.spread.code}
          pair={pairText(shown.near.contract, shown.far.contract)}
        />
      )}
    </Card>
  );
}

function pairsOf(months: readonly ShownMonth[], spreads: readonly Spread[]): readonly Pair[] {
  return months.slice(0, -1).flatMap((near, index) => {
    const far = months[index + 1];
    return far ? [{ near, far, spread: spreadOf(spreads, near.contract, far.contract) }] : [];
  });
}

interface PairRowProps extends Pick<CurveProps, 'unit'> {
  readonly pair: Pair;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function PairRow({ pair, unit, isChosen, onChoose }: PairRowProps) {
  const format = useMarketFormat();
  const { near, far, spread } = pair;
  const { code } = near.contract;
  const writer = writerOf(format, unit, near.contract);
  const { spreadTicks = null, spreadChangeTicks = null } = near.next ?? {};
  const settled = spreadTicks === null || spreadChangeTicks === null ? null : spreadTicks - spreadChangeTicks;
  return (
    <li className="border-border border-t">
      <button
        type="button"
        aria-pressed={isChosen}
        data-testid={`pair-${code}`}
        onClick={onChoose}
        className={cn(
          'grid w-full grid-cols-[1fr_auto_auto_auto] items-baseline gap-x-4 px-4 py-1.5 text-left outline-offset-[-2px] hover:bg-surface-2 max-md:min-h-11',
          isChosen && 'bg-surface-2',
        )}
      >
        <PairCells
          name={<span className="font-medium">{pairText(near.contract, far.contract)}</span>}
          now={writer.price(spreadTicks)}
          settled={<span className="text-fg-2">{writer.price(settled)}</span>}
          carry={format.priceShare(near.next?.carryTenths ?? null)}
        />
        {spread?.quote && <SpreadBook {...{ spread, writer }} quote={spread.quote} />}
      </button>
    </li>
  );
}

interface SpreadBookProps {
  readonly spread: Spread;
  readonly quote: NonNullable<Spread['quote']>;
  readonly writer: MonthWriter;
}

/** Its own best prices with their lots; late ones say so. */
function SpreadBook({ spread, quote, writer }: SpreadBookProps) {
  const { t } = useTranslation();
  const format = useMarketFormat();
  const lateSeconds = useLateSpread(spread);
  const side = (price: string | null, lots: Lots | null) => {
    const written = writer.price(ticksFromWire(price, spread.decimalFormat));
    return lots === null ? written : `${written} (${lotsText({ t, format }, lots)})`;
  };
  return (
    <span className="col-span-full text-12 text-fg-3" data-testid={`spread-${spread.code}`}>
      {t(($) => $.curve.spreadBook, { bid: side(quote.bid, quote.bidLots), ask: side(quote.ask, quote.askLots) })}
      {lateSeconds !== null && (
        <span className="ml-2 text-warning">
          <Clock aria-hidden className="mr-1 inline size-3.5" />
          {t(($) => $.ticket.warning.oldPrice, { seconds: format.volume(lateSeconds) })}
        </span>
      )}
    </span>
  );
}

interface PairCellsProps {
  readonly name: React.ReactNode;
  readonly now: React.ReactNode;
  readonly settled: React.ReactNode;
  readonly carry: React.ReactNode;
}

/** Of the head and of each pair, so that both have the same columns. */
function PairCells({ name, now, settled, carry }: PairCellsProps) {
  return (
    <>
      <span>{name}</span>
      <span className="w-16 text-right">{now}</span>
      <span className="w-16 text-right">{settled}</span>
      <span className="w-16 text-right">{carry}</span>
    </>
  );
}
