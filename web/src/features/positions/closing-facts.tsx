/** At what price lots of a position would go, with what profit, at what fee, and what margin is needed then. */
import { type Lots, oppositeSide, type Ticks } from '@mua/core/values';
import { useTranslation } from 'react-i18next';
import { Fact } from '#design/ui/dialogs/dialog.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { closingFigures } from '#features/positions/closing-figures.ts';
import { ClosingSums } from '#features/positions/closing-sums.tsx';
import type { OwnedRow } from '#features/positions/use-open-positions.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { exitProfitVnd } from '#market/exit-profit.ts';
import { useQuoteField } from '#market/use-quote.ts';

export interface ClosingFactsProps extends OwnedRow {
  /** All of it where none are given. */
  readonly lots?: Lots;
  /** Left out at market; null while it can't be read. */
  readonly limitTicks?: Ticks | null;
  /** Whether as many lots again turn the position round. */
  readonly reverses?: boolean;
  /** Whether the contract's working orders go first. */
  readonly clearsOrders?: boolean;
}

export function ClosingFacts({ actor, row, lots, limitTicks, reverses, clearsOrders }: ClosingFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { position, contract, figures } = row;
  const opposite = useQuoteField(position.contractCode, figures.side === 'BUY' ? 'bid' : 'ask');
  const isLimit = limitTicks !== undefined;
  // A book without the other side says nothing: then the mark is the best guess.
  const ticks = isLimit ? limitTicks : (opposite ?? figures.markTicks);
  const closed = lots ?? figures.lots;
  const exit = ticks === null ? null : { side: oppositeSide(figures.side), lots: closed, ticks };
  const profitVnd = contract && exit && exitProfitVnd(exit, { contract, entryTicks: null, held: position });
  const sums = closingFigures(
    {
      side: figures.side,
      lots: reverses === true ? 2 * closed : closed,
      profitVnd: profitVnd ?? null,
      clearsOrders: clearsOrders === true,
    },
    { terms: contract?.terms ?? null, margin: row.margin },
  );
  return (
    <>
      <Fact term={isLimit ? t(($) => $.words.order.limitPrice) : t(($) => $.positions.estimatedPrice)}>
        {contract ? format.price(ticks, contract.decimalFormat) : MISSING}
      </Fact>
      <Fact term={t(($) => $.words.position.estimatedProfit)}>
        <Profit amount={profitVnd ?? null} />
      </Fact>
      <ClosingSums actor={actor} figures={sums} />
    </>
  );
}
