/** Those who copy a strategy, for its leader: who runs and who has ended, page by page. */
import type { CopyTrader } from '@mua/contract/entities/copy-trader';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { AccountNumber } from '#design/ui/figures/account-number.tsx';
import { Profit, Ratio } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { CopyStateBadge } from '#pages/copy-trade/copies/copy-parts.tsx';
import { useCursorPages } from '#pages/copy-trade/cursor-pages.ts';
import { COPIERS_PAGE, copiersQuery } from '#pages/copy-trade/leading/own-strategies.ts';
import { Pager } from '#pages/copy-trade/pager.tsx';

type Shown = 'ALL' | 'ACTIVE' | 'CLOSED';

export function CopierList({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const [shown, setShown] = useState<Shown>('ALL');
  const pages = useCursorPages(`${strategyId} ${shown}`);
  const query = useQuery(copiersQuery(userId, strategyId, shown === 'ALL' ? null : shown, pages.cursor));
  return (
    <>
      <div className="border-border border-b px-4 py-2 md:px-5">
        <Segment<Shown>
          label={t(($) => $.leading.shown)}
          value={shown}
          onValueChange={setShown}
          options={(['ALL', 'ACTIVE', 'CLOSED'] as const).map((value) => ({
            ...{ value, testId: `copiers-${value}` },
            label: t(($) => $.leading.filter[value]),
          }))}
        />
      </div>
      <Answered
        query={query}
        panel={t(($) => $.leading.copiersPanel)}
        waiting={<SkeletonRows rows={5} columns={['text', 'number', 'number']} />}
      >
        {({ items, total, nextCursor }) =>
          items.length === 0 ? (
            <EmptyState
              icon={Users}
              title={t(($) => (shown === 'ALL' ? $.leading.noCopiers : $.leading.noneOfThese))}
              hint={shown === 'ALL' ? t(($) => $.leading.noCopiersHint) : undefined}
            />
          ) : (
            <>
              <div className="overflow-x-auto">
                <Copiers copiers={items} />
              </div>
              <Pager
                pages={pages}
                pageSize={COPIERS_PAGE}
                total={total}
                totalText={t(($) => $.leading.total, { count: total, copiers: format.volume(total) })}
                nextCursor={nextCursor}
              />
            </>
          )
        }
      </Answered>
    </>
  );
}

function Copiers({ copiers }: { readonly copiers: readonly CopyTrader[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Table
      aria-label={t(($) => $.leading.copiers)}
      className="tabular-nums md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
    >
      <thead>
        <tr>
          <Th>{t(($) => $.copies.account)}</Th>
          <Th>{t(($) => $.copies.stateName)}</Th>
          <Th numeric>{t(($) => $.strategies.follow.ratio)}</Th>
          <Th numeric>{t(($) => $.copies.completed)}</Th>
          <Th numeric>{t(($) => $.strategies.winRate)}</Th>
          <Th numeric>{t(($) => $.copies.fees)}</Th>
          <Th numeric>{t(($) => $.copies.profit)}</Th>
          <Th>{t(($) => $.copies.time)}</Th>
        </tr>
      </thead>
      <tbody>
        {copiers.map((copier) => (
          <Tr key={copier.copyTraderId} data-testid="copier">
            <Td className="font-medium">
              <AccountNumber number={copier.accountId} />
            </Td>
            <Td>
              <CopyStateBadge state={copier.state} />
            </Td>
            <Td numeric>× {format.plain(copier.copyRatio)}</Td>
            <Td numeric>{format.volume(copier.completedTrades)}</Td>
            <Td numeric>
              <Ratio percent={copier.winRate} decimals={0} />
            </Td>
            <Td numeric>{format.vnd(copier.fees)}</Td>
            <Td numeric className="font-medium">
              <Profit amount={copier.profit} />
            </Td>
            <Td className="text-fg-2">
              {copier.closedDate === null
                ? t(($) => $.copies.fromDate, { from: format.date(copier.createdDate) })
                : `${format.date(copier.createdDate)} – ${format.date(copier.closedDate)}`}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
