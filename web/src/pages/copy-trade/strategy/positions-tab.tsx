/** What the leader holds now. */
import type { StrategyPosition } from '@mua/contract/entities/strategy-figures';
import type { UseQueryResult } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { SidedContract } from '#pages/copy-trade/sided-contract.tsx';

export function PositionsTab({ query }: { readonly query: UseQueryResult<StrategyPosition[]> }) {
  const { t } = useTranslation();
  return (
    <Answered
      query={query}
      panel={t(($) => $.strategies.positionsPanel)}
      waiting={<SkeletonRows rows={3} columns={['text', 'number', 'number', 'number']} />}
    >
      {(positions) =>
        positions.length === 0 ? (
          <EmptyState icon={Layers} title={t(($) => $.strategies.noPositions)} />
        ) : (
          <Positions positions={positions} />
        )
      }
    </Answered>
  );
}

function Positions({ positions }: { readonly positions: readonly StrategyPosition[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  return (
    <div className="overflow-x-auto">
      <Table
        aria-label={t(($) => $.strategies.tabs.positions)}
        className="tabular-nums md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
      >
        <thead>
          <tr>
            <Th>{t(($) => $.words.market.contract)}</Th>
            <Th numeric>{t(($) => $.words.position.averagePriceShort)}</Th>
            <Th numeric>{t(($) => $.words.position.markPrice)}</Th>
            <Th numeric>{t(($) => $.words.position.estimatedProfit)}</Th>
            <Th numeric className="max-md:hidden">
              {t(($) => $.strategies.heldSince)}
            </Th>
          </tr>
        </thead>
        <tbody>
          {positions.map(({ contractCode, side, lots, averagePrice, marketPrice, estimatedProfit, since }) => {
            const grid = contracts.get(contractCode)?.decimalFormat;
            return (
              <Tr key={contractCode} data-testid="strategy-position">
                <Td>
                  <SidedContract {...{ side, lots, contractCode }} />
                </Td>
                <Td numeric>{wirePrice(format, averagePrice, grid)}</Td>
                <Td numeric>{wirePrice(format, marketPrice, grid)}</Td>
                <Td numeric className="font-medium">
                  <Profit amount={estimatedProfit} />
                </Td>
                <Td numeric className="text-fg-2 max-md:hidden">
                  {format.dateTime(since)}
                </Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
