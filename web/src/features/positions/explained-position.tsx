/** Profit and margin of a position, each with its calculation. */
import { explainProfit, explainRequired } from '@mua/core/preview';
import { useTranslation } from 'react-i18next';
import { ExplainedFigure } from '#design/ui/figures/explained-figure.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { holdingOf } from '#market/live-marks.ts';

/** `bare` if the column's header names the currency. */
export function ExplainedProfit({ row: { position, contract, figures }, bare }: { row: PositionRow; bare: boolean }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { markTicks } = figures;
  const profit = <Profit amount={figures.profitVnd} bare={bare} />;
  const holding = holdingOf(position, contract);
  if (!contract || !holding || markTicks === null) return profit;
  return (
    <ExplainedFigure
      name={t(($) => $.words.position.estimatedProfit)}
      explain={() => explainProfit(holding.position, markTicks, holding.terms)}
      grid={contract.decimalFormat}
      currency={position.currency}
      texts={{ averagePrice: wirePrice(format, position.averagePrice, contract.decimalFormat) }}
    >
      {profit}
    </ExplainedFigure>
  );
}

export function ExplainedMargin({ row: { margin } }: { row: PositionRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  if (!margin) return format.vnd(null);
  return (
    <ExplainedFigure
      name={t(($) => $.positions.margin)}
      explain={() => explainRequired(margin, BigInt(margin.marginPerLot))}
    >
      {format.vnd(margin.requiredMargin, { bare: true })}
    </ExplainedFigure>
  );
}
