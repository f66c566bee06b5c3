/** Settled pairs, last settled first: rows on a desk, cards on a phone. */
import type { SettledPosition } from '@mua/contract/entities/position';
import { useInfiniteQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#data/actor.ts';
import { useContractsByCode } from '#data/contracts.ts';
import type { AccountActor } from '#data/orders.ts';
import { settledPositionsQuery } from '#data/positions.ts';
import { useNarrowScreen } from '#design/narrow-screen.ts';
import { Button } from '#design/ui/button.tsx';
import { CardFact } from '#design/ui/card-fact.tsx';
import { EmptyState } from '#design/ui/empty-state.tsx';
import { ErrorPanel } from '#design/ui/error-panel.tsx';
import { Profit, SideText } from '#design/ui/figures.tsx';
import { SkeletonRows } from '#design/ui/skeleton.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';

export interface SettledPositionsProps {
  readonly actor: AccountActor;
  readonly contractCode: string | undefined;
}

export function SettledPositions({ actor, contractCode }: SettledPositionsProps) {
  const { t } = useTranslation();
  const isNarrow = useNarrowScreen();
  const query = useInfiniteQuery(settledPositionsQuery(actor, contractCode));
  const pairs = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  if (query.isPending) return <SkeletonRows rows={3} columns={['text', 'text', 'number', 'number', 'number']} />;
  if (query.error && !query.data) {
    const retry = () => void query.refetch();
    return <ErrorPanel panel={t(($) => $.positions.panel)} code={errorCodeOf(query.error)} onRetry={retry} />;
  }
  if (pairs.length === 0) return <EmptyState icon={History} title={t(($) => $.empty.settled)} />;
  return (
    <>
      {isNarrow ? <SettledCards pairs={pairs} /> : <SettledTable pairs={pairs} />}
      {query.hasNextPage && (
        <div className="grid justify-center p-2">
          <Button
            size="sm"
            variant="outline"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t(($) => $.orders.more)}
          </Button>
        </div>
      )}
    </>
  );
}

type PairsProps = { readonly pairs: readonly SettledPosition[] };

function SettledTable({ pairs }: PairsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  return (
    <Table aria-label={t(($) => $.words.position.settle)} className="tabular-nums">
      <thead>
        <tr>
          <Th>{t(($) => $.words.market.contractCodeShort)}</Th>
          <Th>{t(($) => $.words.position.position)}</Th>
          <Th numeric>{t(($) => $.positions.buyPrice)}</Th>
          <Th>{t(($) => $.positions.buyTime)}</Th>
          <Th numeric>{t(($) => $.positions.sellPrice)}</Th>
          <Th>{t(($) => $.positions.sellTime)}</Th>
          <Th numeric>{t(($) => $.positions.profitUsd)}</Th>
          <Th numeric>{t(($) => $.positions.profitVnd)}</Th>
          <Th>{t(($) => $.positions.settleTime)}</Th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => {
          const grid = contracts.get(pair.contractCode)?.decimalFormat;
          return (
            <Tr key={pair.settledId} data-testid={`settled-${pair.settledId}`}>
              <Td className="font-medium">{pair.contractCode}</Td>
              <Td>
                <SettledSide pair={pair} />
              </Td>
              <Td numeric>{wirePrice(format, pair.buyPrice, grid)}</Td>
              <Td className="text-fg-2">{format.dateTime(pair.buyTime)}</Td>
              <Td numeric>{wirePrice(format, pair.sellPrice, grid)}</Td>
              <Td className="text-fg-2">{format.dateTime(pair.sellTime)}</Td>
              <Td numeric>
                <Profit amount={pair.actualProfit} currency={pair.currency} bare={pair.currency === 'USD'} />
              </Td>
              <Td numeric className="font-medium">
                <Profit amount={pair.actualProfitVnd} bare />
              </Td>
              <Td className="text-fg-2">{format.dateTime(pair.settleTime)}</Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function SettledCards({ pairs }: PairsProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const contracts = useContractsByCode();
  return (
    <ul aria-label={t(($) => $.words.position.settle)} className="tabular-nums">
      {pairs.map((pair) => {
        const grid = contracts.get(pair.contractCode)?.decimalFormat;
        return (
          <li
            key={pair.settledId}
            data-testid={`settled-${pair.settledId}`}
            className="grid gap-2 border-border border-b px-4 py-3"
          >
            <div className="flex items-center gap-2">
              <SettledSide pair={pair} />
              <span className="font-semibold">{pair.contractCode}</span>
              <span className="ml-auto font-medium">
                <Profit amount={pair.actualProfitVnd} />
              </span>
            </div>
            <dl className="grid grid-cols-3 gap-x-3 text-12">
              <CardFact name={t(($) => $.positions.buyPrice)}>{wirePrice(format, pair.buyPrice, grid)}</CardFact>
              <CardFact name={t(($) => $.positions.sellPrice)}>{wirePrice(format, pair.sellPrice, grid)}</CardFact>
              <CardFact name={t(($) => $.positions.settleTime)}>{format.dateTime(pair.settleTime)}</CardFact>
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

/** Of the position that was closed. */
function SettledSide({ pair }: { pair: SettledPosition }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <SideText side={pair.side}>
      {t(($) => $.words.side[pair.side])} {format.volume(pair.buyQuantity)}
    </SideText>
  );
}
