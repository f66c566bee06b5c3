/** Defines the columns of the open positions with their totals, and which ones a narrow panel drops first. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Price, Profit, SideText } from '#design/ui/figures/figures.tsx';
import { compareKnown, type ListColumn } from '#design/ui/table/list-columns.ts';
import { CloseOutSessions } from '#features/positions/close-out-sessions.tsx';
import { ClosingInputs } from '#features/positions/closing-inputs.tsx';
import { ExplainedMargin, ExplainedProfit } from '#features/positions/explained-position.tsx';
import { ForeignProfit } from '#features/positions/foreign-profit.tsx';
import { MarginLevelPrice } from '#features/positions/margin-level-price.tsx';
import { MARGIN_LEVELS, type MarginLevel } from '#features/positions/margin-level-prices.ts';
import type { PositionSums } from '#features/positions/position-figures.ts';
import type { Closing } from '#features/positions/use-closing.ts';
import type { PositionRow } from '#features/positions/use-open-positions.ts';
import { MISSING } from '#i18n/format.ts';
import { lotsText } from '#i18n/lots-text.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

const FIRST_TO_GO = [
  ...['countdown', 'cancel', 'closing', 'profitForeign', 'average', 'closeOut', 'margin', 'call', 'mark'],
];

/** The width of the buttons behind the columns, and which columns a narrow panel hides first. */
export const BESIDE_ACTIONS = {
  usual: { width: 120, firstToGo: FIRST_TO_GO },
  // What the button takes is given by the profit in USD, which is there in dong too: the inputs for closing stay. In a
  // narrower panel the price of a margin call, which the chart draws, goes before that of the position.
  withRoll: {
    width: 200,
    firstToGo: ['profitForeign', 'countdown', 'cancel', 'closing', 'call', 'average', 'closeOut', 'margin', 'mark'],
  },
};

export interface PositionColumnsOptions {
  readonly sums: PositionSums | null;
  readonly percents: Readonly<Record<MarginLevel, number>>;
  readonly closing: Closing | null;
}

export function usePositionColumns({ sums, percents, closing }: PositionColumnsOptions) {
  const { t } = useTranslation();
  const format = useFormat();
  const { call, cancel, countdown } = percents;
  return useMemo((): readonly ListColumn<PositionRow>[] => {
    const by = <V extends string | number | bigint>(value: (row: PositionRow) => V | null) => {
      return (a: PositionRow, b: PositionRow) => compareKnown(value(a), value(b));
    };
    const levels = { call, cancel, countdown };
    const column = (level: MarginLevel): ListColumn<PositionRow> => ({
      id: level,
      name: t(($) => $.lists.marginLevelAt, { percent: format.ratio(String(levels[level]), 0) }),
      width: 108,
      numeric: true,
      isExtra: level !== 'call',
      compare: by(({ marginLevels, figures }) =>
        marginLevels[level] === null || figures.markTicks === null
          ? null
          : Math.abs(marginLevels[level] - figures.markTicks),
      ),
      cell: ({ marginLevels, figures, contract }) => (
        <MarginLevelPrice
          ticks={marginLevels[level]}
          percent={levels[level]}
          markTicks={figures.markTicks}
          contract={contract}
          isLong={figures.side === 'BUY'}
        />
      ),
    });
    return [
      {
        id: 'contract',
        name: t(($) => $.words.market.contractCodeShort),
        width: 76,
        isFixed: true,
        compare: by(({ position }) => position.contractCode),
        cellClass: () => 'font-medium',
        cell: ({ position }) => position.contractCode,
      },
      {
        id: 'position',
        name: t(($) => $.words.position.position),
        width: 68,
        isFixed: true,
        compare: by(({ position }) => position.netLots),
        cell: ({ figures }) => (
          <SideText side={figures.side}>
            {t(($) => $.words.side[figures.side])} {format.volume(figures.lots)}
          </SideText>
        ),
        total: sums && lotsText({ t, format }, sums.lots),
      },
      {
        id: 'average',
        name: t(($) => $.words.position.averagePrice),
        head: t(($) => $.words.position.averagePriceShort),
        width: 72,
        numeric: true,
        compare: by(({ position }) => Number(position.averagePrice)),
        cell: ({ position, contract }) => wirePrice(format, position.averagePrice, contract?.decimalFormat),
      },
      {
        id: 'mark',
        name: t(($) => $.words.position.markPrice),
        head: t(($) => $.lists.markHead),
        width: 62,
        numeric: true,
        compare: by(({ figures }) => figures.markTicks),
        cell: ({ figures, contract }) =>
          contract ? <Price ticks={figures.markTicks} grid={contract.decimalFormat} /> : MISSING,
      },
      {
        id: 'profitForeign',
        name: t(($) => $.positions.profitUsd),
        width: 100,
        numeric: true,
        compare: by(({ figures }) => figures.profitMinor),
        cell: (row) => <ForeignProfit row={row} />,
        total: sums && <Profit amount={sums.isProfitKnown ? sums.profitUsdMinor : null} currency="USD" bare />,
      },
      {
        id: 'profitVnd',
        name: t(($) => $.positions.profitVnd),
        width: 103,
        numeric: true,
        isFixed: true,
        compare: by(({ figures }) => figures.profitVnd),
        cellClass: () => 'font-medium',
        cell: (row) => <ExplainedProfit row={row} bare />,
        total: sums && <Profit amount={sums.isProfitKnown ? sums.profitVnd : null} bare />,
      },
      {
        id: 'margin',
        name: t(($) => $.positions.margin),
        width: 102,
        numeric: true,
        compare: by(({ figures }) => figures.marginVnd),
        cell: (row) => <ExplainedMargin row={row} />,
        total: sums && format.vnd(sums.marginVnd, { bare: true }),
      },
      ...MARGIN_LEVELS.map(column),
      {
        id: 'closeOut',
        name: t(($) => $.positions.closeOut),
        head: t(($) => $.lists.deadline),
        width: 72,
        compare: by(({ position }) => position.closeOutAt),
        cell: ({ position, contract }) => <CloseOutSessions position={position} contract={contract} isShort />,
      },
      {
        id: 'closing',
        name: t(($) => $.lists.closing),
        width: 148,
        numeric: true,
        cell: (row) =>
          closing && (
            <ClosingInputs
              row={row}
              typed={closing.typedOf(row)}
              onType={(typed) => closing.type(row, typed)}
              onAsk={() => closing.ask(row)}
            />
          ),
      },
    ];
  }, [t, format, call, cancel, countdown, sums, closing]);
}
