/** At what price lots of a position would go and with what profit: one is reckoned from the other, and both are shown. */
import { type Lots, oppositeSide, type Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialog.tsx';
import { Profit } from '#design/ui/figures.tsx';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { useQuoteField } from '#market/use-quote.ts';

export interface ClosingFactsProps {
  readonly row: PositionRow;
  /** All of it where none are given. */
  readonly lots?: Lots;
  /** Left out at market; null while it can't be read. */
  readonly limitTicks?: Ticks | null;
}

export function ClosingFacts({ row, lots, limitTicks }: ClosingFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { position, contract, figures } = row;
  const opposite = useQuoteField(position.contractCode, figures.side === 'BUY' ? 'bid' : 'ask');
  const isLimit = limitTicks !== undefined;
  // A book without the other side says nothing: then the mark is the best guess.
  const ticks = isLimit ? limitTicks : (opposite ?? figures.markTicks);
  const exit = ticks === null ? null : { side: oppositeSide(figures.side), lots: lots ?? figures.lots, ticks };
  const profitVnd = contract && exit && exitProfitVnd(exit, { contract, entryTicks: null, held: position });
  return (
    <>
      <Fact term={isLimit ? t(($) => $.words.order.limitPrice) : t(($) => $.positions.estimatedPrice)}>
        {contract ? format.price(ticks, contract.decimalFormat) : MISSING}
      </Fact>
      <Fact term={t(($) => $.words.position.estimatedProfit)}>
        <Profit amount={profitVnd ?? null} />
      </Fact>
    </>
  );
}
