/** At what price lots of a position would go and with what profit: one is reckoned from the other, and both are shown. */
import type { OpenLot, OpenPosition } from '@mua/contract/entities/position';
import { useTranslation } from 'react-i18next';
import { profitAt } from '#data/live-marks.ts';
import { useQuoteField } from '#data/use-quote.ts';
import { Fact } from '#design/ui/dialog.tsx';
import { Profit } from '#design/ui/figures.tsx';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import type { PositionRow } from './use-open-positions.ts';

export interface ClosingFactsProps {
  readonly row: PositionRow;
  /** All of it where none are given. */
  readonly lots?: number;
  /** Left out at market; null while it can't be read. */
  readonly limitTicks?: number | null;
}

export function ClosingFacts({ row, lots, limitTicks }: ClosingFactsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { position, contract, figures } = row;
  const opposite = useQuoteField(position.contractCode, figures.side === 'BUY' ? 'bid' : 'ask');
  const isLimit = limitTicks !== undefined;
  // A book without the other side says nothing: then the mark is the best guess.
  const ticks = isLimit ? limitTicks : (opposite ?? figures.markTicks);
  const closed = contract && ticks !== null && profitAt(oldestLots(position, lots ?? figures.lots), contract, ticks);
  return (
    <>
      <Fact term={isLimit ? t(($) => $.words.order.limitPrice) : t(($) => $.positions.estimatedPrice)}>
        {contract ? format.price(ticks, contract.decimalFormat) : MISSING}
      </Fact>
      <Fact term={t(($) => $.words.position.estimatedProfit)}>
        <Profit amount={closed ? closed.vnd : null} />
      </Fact>
    </>
  );
}

/** They are closed first. */
function oldestLots({ netLots, openLots }: OpenPosition, lots: number): Parameters<typeof profitAt>[0] {
  let left = Math.min(lots, Math.abs(netLots));
  const oldest = { netLots: Math.sign(netLots) * left, openLots: [] as OpenLot[] };
  for (const lot of openLots) {
    const taken = Math.min(left, lot.lots);
    if (taken > 0) oldest.openLots.push({ ...lot, lots: taken });
    left -= taken;
  }
  return oldest;
}
