/** The weekly reports of all followers, for their leader: where each performance fee came from. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { weekText } from '#pages/copy-trade/copies/week-text.ts';
import { strategyWeeksQuery } from '#pages/copy-trade/leading/own-strategies.ts';
import { MoreButton } from '#pages/copy-trade/more-button.tsx';

export function CopierWeeks({ userId, strategyId }: { readonly userId: string; readonly strategyId: string }) {
  const { t } = useTranslation();
  const format = useFormat();
  const query = useInfiniteQuery(strategyWeeksQuery(userId, strategyId));
  return (
    <Answered
      query={query}
      panel={t(($) => $.copies.weeksPanel)}
      waiting={<SkeletonRows rows={5} columns={['text', 'number', 'number']} />}
    >
      {({ pages }) => {
        const weeks = pages.flatMap(({ items }) => items);
        if (weeks.length === 0)
          return (
            <EmptyState icon={CalendarDays} title={t(($) => $.copies.noWeeks)} hint={t(($) => $.leading.noWeeksHint)} />
          );
        return (
          <>
            <div className="overflow-x-auto">
              <Table
                aria-label={t(($) => $.leading.tabs.weeks)}
                className="tabular-nums md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
              >
                <thead>
                  <tr>
                    <Th>{t(($) => $.copies.week)}</Th>
                    <Th numeric>{t(($) => $.copies.figure.profitInCycle)}</Th>
                    <Th numeric>{t(($) => $.copies.figure.profitToFee)}</Th>
                    <Th numeric>{t(($) => $.copies.figure.performanceFee)}</Th>
                    <Th numeric>{t(($) => $.copies.figure.newHighEquity)}</Th>
                  </tr>
                </thead>
                <tbody>
                  {weeks.map((week) => (
                    <Tr key={`${week.copyTraderId} ${week.startTime}`} data-testid="copier-week">
                      <Td>{weekText(format, week)}</Td>
                      <Td numeric>
                        <Profit amount={week.profitInCycle} />
                      </Td>
                      <Td numeric>{format.vnd(week.profitToFee)}</Td>
                      <Td numeric className="font-medium">
                        {format.vnd(week.performanceFee)}
                      </Td>
                      <Td numeric className="text-fg-2">
                        {format.vnd(week.newHighEquity)}
                      </Td>
                    </Tr>
                  ))}
                </tbody>
              </Table>
            </div>
            <MoreButton query={query} />
          </>
        );
      }}
    </Answered>
  );
}
