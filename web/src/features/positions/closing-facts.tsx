/**
 * Shows the expected price for closing lots of a position, with the profit, the fee, and the required margin
 * afterwards.
 */
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
import { ownTerms, useSubscription } from '#signed-in/service-packages.ts';

export interface ClosingFactsProps extends OwnedRow {
  /** The whole position if omitted. */
  readonly lots?: Lots;
  /** Omitted at market; null while it can't be parsed. */
  readonly limitTicks?: Ticks | null;
  /** Whether the order also reverses the position with the same number of lots. */
  readonly reverses?: boolean;
  /** Whether the contract's working orders are cancelled first. */
  readonly clearsOrders?: boolean;
}

export function ClosingFacts({ actor, row, lots, limitTicks, reverses, clearsOrders }: ClosingFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const subscription = useSubscription(actor);
  const { position, contract, figures } = row;
  const opposite = useQuoteField(position.contractCode, figures.side === 'BUY' ? 'bid' : 'ask');
  const isLimit = limitTicks !== undefined;
  // If the book lacks the other side, the mark is the best estimate.
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
    { terms: ownTerms(contract?.terms ?? null, subscription), margin: row.margin },
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
