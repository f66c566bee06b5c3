/** Defines the columns of settled pairs with the total profit, and which ones a narrow panel drops first. */
import type { Contract } from '@mua/contract/entities/contract';
import type { SettledPosition } from '@mua/contract/entities/position';
import type { SettledPage } from '@mua/contract/http/positions';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Profit } from '#design/ui/figures/figures.tsx';
import { compareKnown, type ListColumn } from '#design/ui/table/list-columns.ts';
import { SettledSide } from '#features/positions/settled-side.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

export const FIRST_TO_GO = ['buyTime', 'sellTime', 'profitForeign', 'settleTime', 'buyPrice', 'sellPrice'];

export function useSettledColumns(
  contracts: ReadonlyMap<string, Contract>,
  sums: SettledPage['sums'] | null,
): readonly ListColumn<SettledPosition>[] {
  const { t } = useTranslation();
  const format = useFormat();
  return useMemo(() => {
    const by = <V extends string | number | bigint>(value: (pair: SettledPosition) => V | null) => {
      return (a: SettledPosition, b: SettledPosition) => compareKnown(value(a), value(b));
    };
    const price = (id: 'buyPrice' | 'sellPrice'): ListColumn<SettledPosition> => ({
      id,
      name: t(($) => $.positions[id]),
      width: 88,
      numeric: true,
      compare: by((pair) => Number(pair[id])),
      cell: (pair) => wirePrice(format, pair[id], contracts.get(pair.contractCode)?.decimalFormat),
    });
    const time = (id: 'buyTime' | 'sellTime' | 'settleTime'): ListColumn<SettledPosition> => ({
      id,
      name: t(($) => $.positions[id]),
      width: 148,
      compare: by((pair) => pair[id]),
      cellClass: () => 'text-fg-2',
      cell: (pair) => format.dateTime(pair[id]),
    });
    return [
      {
        id: 'contract',
        name: t(($) => $.words.market.contractCodeShort),
        width: 108,
        isFixed: true,
        compare: by(({ contractCode }) => contractCode),
        cellClass: () => 'font-medium',
        cell: ({ contractCode }) => contractCode,
      },
      {
        id: 'position',
        name: t(($) => $.words.position.position),
        width: 84,
        isFixed: true,
        compare: by(({ side }) => side),
        cell: (pair) => <SettledSide pair={pair} />,
      },
      price('buyPrice'),
      time('buyTime'),
      price('sellPrice'),
      time('sellTime'),
      {
        id: 'profitForeign',
        name: t(($) => $.positions.profitUsd),
        width: 100,
        numeric: true,
        compare: by(({ actualProfit }) => Number(actualProfit)),
        cell: ({ actualProfit, currency }) => (
          <Profit amount={actualProfit} currency={currency} bare={currency === 'USD'} />
        ),
        total: sums && <Profit amount={sums.actualProfitUsd} currency="USD" bare />,
      },
      {
        id: 'profitVnd',
        name: t(($) => $.positions.profitVnd),
        width: 116,
        numeric: true,
        isFixed: true,
        compare: by(({ actualProfitVnd }) => BigInt(actualProfitVnd)),
        cellClass: () => 'font-medium',
        cell: ({ actualProfitVnd }) => <Profit amount={actualProfitVnd} bare />,
        total: sums && <Profit amount={sums.actualProfitVnd} bare />,
      },
      time('settleTime'),
    ];
  }, [t, format, contracts, sums]);
}
