/** Open positions on a phone. */
import { useTranslation } from 'react-i18next';
import { CardFact } from '#design/ui/figures/card-fact.tsx';
import { Profit, SideText } from '#design/ui/figures/figures.tsx';
import { CloseOutSessions } from '#features/positions/close-out-sessions.tsx';
import { ExplainedMargin, ExplainedProfit } from '#features/positions/explained-position.tsx';
import { ForeignProfit } from '#features/positions/foreign-profit.tsx';
import { MarginLevelPrice } from '#features/positions/margin-level-price.tsx';
import { MARGIN_LEVELS, type MarginLevel } from '#features/positions/margin-level-prices.ts';
import type { OpenPositionsProps } from '#features/positions/open-position-table.tsx';
import { PositionActions } from '#features/positions/position-actions.tsx';
import type { Closing } from '#features/positions/use-closing.ts';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

export function OpenPositionCards({
  actor,
  open: { rows, sums, marginLevelPercents },
  closing,
  children,
}: OpenPositionsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="min-h-0 flex-1 overflow-auto tabular-nums">
      <ul aria-label={t(($) => $.words.position.position)}>
        {rows.map((row) => (
          <li key={row.position.contractCode}>
            <PositionCard actor={actor} row={row} closing={closing} percents={marginLevelPercents} />
          </li>
        ))}
      </ul>
      {rows.length > 1 && (
        <p className="flex justify-between gap-2 bg-surface-2 px-4 py-2 font-semibold" data-testid="position-totals">
          <span>
            {t(($) => $.positions.total, { positions: format.volume(sums.positions) })} ·{' '}
            {lotsText({ t, format }, sums.lots)}
          </span>
          <Profit amount={sums.isProfitKnown ? sums.profitVnd : null} />
        </p>
      )}
      {children}
    </div>
  );
}

interface PositionCardProps extends OwnedRow {
  readonly closing: Closing;
  readonly percents: Readonly<Record<MarginLevel, number>>;
}

function PositionCard({ actor, row, closing, percents }: PositionCardProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { position, contract, figures } = row;
  const grid = contract?.decimalFormat;
  return (
    <article data-testid={`position-${position.contractCode}`} className="grid gap-2 border-border border-b px-4 py-3">
      <header className="flex items-center gap-2">
        <SideText side={figures.side}>
          {t(($) => $.words.side[figures.side])} {format.volume(figures.lots)}
        </SideText>
        <span className="font-semibold">{position.contractCode}</span>
        <span className="ml-auto font-medium">
          <ExplainedProfit row={row} bare={false} />
        </span>
      </header>
      <dl className="grid grid-cols-3 gap-x-3 gap-y-1.5 text-12">
        <CardFact name={t(($) => $.words.position.averagePriceShort)}>
          {wirePrice(format, position.averagePrice, grid)}
        </CardFact>
        <CardFact name={t(($) => $.words.position.markPrice)}>
          {grid ? format.price(figures.markTicks, grid) : MISSING}
        </CardFact>
        <CardFact name={t(($) => $.positions.profitUsd)}>
          <ForeignProfit row={row} />
        </CardFact>
        <CardFact name={t(($) => $.positions.margin)}>
          <ExplainedMargin row={row} />
        </CardFact>
        <CardFact name={t(($) => $.positions.closeOut)}>
          <CloseOutSessions position={position} contract={contract} />
        </CardFact>
        {MARGIN_LEVELS.map((level) => (
          <CardFact
            key={level}
            name={t(($) => $.lists.marginLevelAt, { percent: format.ratio(String(percents[level]), 0) })}
          >
            <MarginLevelPrice
              ticks={row.marginLevels[level]}
              percent={percents[level]}
              markTicks={figures.markTicks}
              contract={contract}
              isLong={figures.side === 'BUY'}
            />
          </CardFact>
        ))}
      </dl>
      <div className="flex justify-end">
        <PositionActions actor={actor} row={row} closing={closing} />
      </div>
    </article>
  );
}
