/** What the leader closed since the strategy runs: each round turn with its profit before fees. */
import type { StrategyRoundTurn } from '@mua/contract/entities/strategy-figures';
import { useQuery } from '@tanstack/react-query';
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { wirePrice } from '#i18n/wire-price.ts';
import { useContractsByCode } from '#market/contracts.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { useCursorPages } from '#pages/copy-trade/cursor-pages.ts';
import { Pager } from '#pages/copy-trade/pager.tsx';
import { SidedContract } from '#pages/copy-trade/sided-contract.tsx';
import { roundTurnsQuery, STRATEGY_PAGE } from '#pages/copy-trade/strategies/strategies.ts';

export function RoundTurnsTab({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const pages = useCursorPages(strategyId);
  const query = useQuery(roundTurnsQuery(userId, strategyId, pages.cursor));
  return (
    <Answered
      query={query}
      panel={t(($) => $.strategies.roundTurnsPanel)}
      waiting={<SkeletonRows rows={8} columns={['text', 'number', 'number', 'number']} />}
    >
      {({ items, total, nextCursor }) =>
        items.length === 0 ? (
          <EmptyState
            icon={ListChecks}
            title={t(($) => $.strategies.noRoundTurns)}
            hint={t(($) => $.strategies.noRoundTurnsHint)}
          />
        ) : (
          <>
            <div className="flex-1 overflow-x-auto">
              <RoundTurns roundTurns={items} />
            </div>
            <Pager
              pages={pages}
              pageSize={STRATEGY_PAGE}
              total={total}
              totalText={t(($) => $.strategies.totalTrades, { count: total, trades: format.volume(total) })}
              nextCursor={nextCursor}
            />
          </>
        )
      }
    </Answered>
  );
}

function RoundTurns({ roundTurns }: { readonly roundTurns: readonly StrategyRoundTurn[] }) {
  const { t } = useTranslation();
  return (
    <Table
      aria-label={t(($) => $.strategies.tabs.roundTurns)}
      className="tabular-nums md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
    >
      <thead>
        <tr>
          <Th className={WIDE}>{t(($) => $.strategies.closedAt)}</Th>
          <Th>{t(($) => $.words.market.contract)}</Th>
          <Th numeric className={WIDE}>
            {t(($) => $.strategies.openedAt)}
          </Th>
          <Th numeric className={WIDE}>
            {t(($) => $.strategies.openPrice)}
          </Th>
          <Th numeric className={WIDE}>
            {t(($) => $.strategies.closePrice)}
          </Th>
          <Th numeric>{t(($) => $.strategies.profitBeforeFees)}</Th>
        </tr>
      </thead>
      <tbody>
        {roundTurns.map((roundTurn, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one order may close in one moment, and never move.
          <RoundTurnRow key={`${roundTurn.closeTime} ${index}`} roundTurn={roundTurn} />
        ))}
      </tbody>
    </Table>
  );
}

/** A phone has prices and time below the contract, so that the profit is in sight. */
const WIDE = 'max-md:hidden';

function RoundTurnRow({ roundTurn }: { readonly roundTurn: StrategyRoundTurn }) {
  const { t } = useTranslation();
  const format = useFormat();
  const { contractCode, side, lots, openPrice, openTime, closePrice, closeTime, profit } = roundTurn;
  const grid = useContractsByCode().get(contractCode)?.decimalFormat;
  const [opened, closed] = [wirePrice(format, openPrice, grid), wirePrice(format, closePrice, grid)];
  return (
    <Tr className="max-md:[&>td]:py-2 max-md:[&>td]:align-top" data-testid="strategy-round-turn">
      <Td className={`text-fg-2 ${WIDE}`}>{format.dateTime(closeTime)}</Td>
      <Td>
        <SidedContract {...{ side, lots, contractCode }} />
        <span className="block text-12 text-fg-2 md:hidden">
          <span className="sr-only">{t(($) => $.strategies.openPrice)}</span> {opened} →{' '}
          <span className="sr-only">{t(($) => $.strategies.closePrice)}</span> {closed}
        </span>
        <span className="block text-12 text-fg-3 md:hidden">
          <span className="sr-only">{t(($) => $.strategies.closedAt)}</span> {format.dateTime(closeTime)}
        </span>
      </Td>
      <Td numeric className={`text-fg-2 ${WIDE}`}>
        {format.dateTime(openTime)}
      </Td>
      <Td numeric className={WIDE}>
        {opened}
      </Td>
      <Td numeric className={WIDE}>
        {closed}
      </Td>
      <Td numeric className="font-medium">
        <Profit amount={profit} />
      </Td>
    </Tr>
  );
}
