/** Profit in the contract's own currency. */
import { Profit } from '#design/ui/figures/figures.tsx';
import type { PositionRow } from '#features/positions/use-open-positions.ts';

/** The column is in USD; another currency is named. */
export function ForeignProfit({ row: { figures } }: { row: PositionRow }) {
  const { profitMinor, currency } = figures;
  return <Profit amount={profitMinor} currency={currency} bare={currency === 'USD'} />;
}
