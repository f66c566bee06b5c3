/** Open positions as rows, their totals pinned below. */
import { useTranslation } from 'react-i18next';
import type { AccountActor } from '#data/orders.ts';
import { Price, Profit, SideText } from '#design/ui/figures.tsx';
import { Table, Td, Th, TotalsRow, Tr } from '#design/ui/table.tsx';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { CloseOutSessions } from './close-out-sessions.tsx';
import { ExplainedMargin, ExplainedProfit } from './explained-position.tsx';
import { PositionActions } from './position-actions.tsx';
import type { PositionSums } from './position-figures.ts';
import type { OpenPositions, PositionRow } from './use-open-positions.ts';

export interface OpenPositionsProps {
  readonly actor: AccountActor;
  readonly open: OpenPositions;
}

export function OpenPositionTable({ actor, open }: OpenPositionsProps) {
  const { t } = useTranslation();
  return (
    <Table aria-label={t(($) => $.words.position.position)} className="tabular-nums">
      <thead>
        <tr>
          <Th>{t(($) => $.words.market.contractCodeShort)}</Th>
          <Th>{t(($) => $.words.position.position)}</Th>
          <Th numeric>{t(($) => $.words.position.averagePriceShort)}</Th>
          <Th numeric>{t(($) => $.words.position.markPrice)}</Th>
          <Th numeric>{t(($) => $.positions.profitUsd)}</Th>
          <Th numeric>{t(($) => $.positions.profitVnd)}</Th>
          <Th numeric>{t(($) => $.positions.margin)}</Th>
          <Th>{t(($) => $.positions.closeOut)}</Th>
          <Th>
            <span className="sr-only">{t(($) => $.words.position.close)}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {open.rows.map((row) => (
          <OpenRow key={row.position.contractCode} actor={actor} row={row} />
        ))}
      </tbody>
      <tfoot>
        <Totals sums={open.sums} />
      </tfoot>
    </Table>
  );
}

function OpenRow({ actor, row }: { actor: AccountActor; row: PositionRow }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { position, contract, figures } = row;
  const grid = contract?.decimalFormat;
  return (
    <Tr data-testid={`position-${position.contractCode}`}>
      <Td className="font-medium">{position.contractCode}</Td>
      <Td>
        <SideText side={figures.side}>
          {t(($) => $.words.side[figures.side])} {format.volume(figures.lots)}
        </SideText>
      </Td>
      <Td numeric>{wirePrice(format, position.averagePrice, grid)}</Td>
      <Td numeric>{grid ? <Price ticks={figures.markTicks} grid={grid} /> : MISSING}</Td>
      <Td numeric>
        <ForeignProfit row={row} />
      </Td>
      <Td numeric className="font-medium">
        <ExplainedProfit row={row} bare />
      </Td>
      <Td numeric>
        <ExplainedMargin row={row} />
      </Td>
      <Td>
        <CloseOutSessions position={position} contract={contract} />
      </Td>
      <Td numeric>
        <PositionActions actor={actor} row={row} />
      </Td>
    </Tr>
  );
}

/** The column is of USD; another currency names itself. */
export function ForeignProfit({ row: { figures } }: { row: PositionRow }) {
  const { profitMinor, currency } = figures;
  return <Profit amount={profitMinor} currency={currency} bare={currency === 'USD'} />;
}

function Totals({ sums }: { sums: PositionSums }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <TotalsRow data-testid="position-totals">
      <Td>{t(($) => $.positions.total, { positions: format.volume(sums.positions) })}</Td>
      <Td>{t(($) => $.positions.lots, { lots: format.volume(sums.lots) })}</Td>
      <Td />
      <Td />
      <Td numeric>
        <Profit amount={sums.isProfitKnown ? sums.profitUsdMinor : null} currency="USD" bare />
      </Td>
      <Td numeric>
        <Profit amount={sums.isProfitKnown ? sums.profitVnd : null} bare />
      </Td>
      <Td numeric>{format.vnd(sums.marginVnd, { bare: true })}</Td>
      <Td />
      <Td />
    </TotalsRow>
  );
}
