/** The weekly reports of a copy, the newest first; each opens to its sums. */
import type { WeeklyCopierReport } from '@mua/contract/entities/weekly-copier-report';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#design/ui/feedback/empty-state.tsx';
import { SkeletonRows } from '#design/ui/feedback/skeleton.tsx';
import { Profit } from '#design/ui/figures/figures.tsx';
import { Table, Td, Th, Tr } from '#design/ui/table/table.tsx';
import { useFormat } from '#i18n/use-format.ts';
import { Answered } from '#pages/copy-trade/answered.tsx';
import { copyWeeksQuery } from '#pages/copy-trade/copies/copies.ts';
import type { OfCopyProps } from '#pages/copy-trade/copies/copy-props.ts';
import { weekText } from '#pages/copy-trade/copies/week-text.ts';
import { MoreButton } from '#pages/copy-trade/more-button.tsx';

export function CopyWeeks({ userId, copy }: OfCopyProps) {
  const { t } = useTranslation();
  const query = useInfiniteQuery(copyWeeksQuery(userId, copy.copyTraderId));
  return (
    <Answered
      query={query}
      panel={t(($) => $.copies.weeksPanel)}
      waiting={<SkeletonRows rows={4} columns={['text', 'number', 'number']} />}
    >
      {({ pages }) => {
        const weeks = pages.flatMap(({ items }) => items);
        if (weeks.length === 0)
          return (
            <EmptyState icon={CalendarDays} title={t(($) => $.copies.noWeeks)} hint={t(($) => $.copies.noWeeksHint)} />
          );
        return (
          <>
            <div className="overflow-x-auto">
              <Weeks weeks={weeks} />
            </div>
            <MoreButton query={query} />
          </>
        );
      }}
    </Answered>
  );
}

function Weeks({ weeks }: { readonly weeks: readonly WeeklyCopierReport[] }) {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <Table
      aria-label={t(($) => $.copies.tabs.weeks)}
      className="tabular-nums md:[&_td:first-child]:pl-5 md:[&_td:last-child]:pr-5 md:[&_th:first-child]:pl-5 md:[&_th:last-child]:pr-5"
    >
      <thead>
        <tr>
          <Th>{t(($) => $.copies.week)}</Th>
          <Th numeric>{t(($) => $.copies.figure.profitInCycle)}</Th>
          <Th numeric>{t(($) => $.copies.figure.performanceFee)}</Th>
          <Th numeric className="max-md:hidden">
            {t(($) => $.copies.figure.newHighEquity)}
          </Th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ copyTraderId: copyId, startTime, endTime, profitInCycle, performanceFee, newHighEquity }) => (
          <Tr key={startTime} data-testid="copy-week">
            <Td>
              <Link
                to="/account-overview/copy-trade/trading/{-$copyId}"
                params={{ copyId }}
                search={{ week: startTime }}
                className="rounded-sm font-medium text-primary-text hover:underline max-md:inline-flex max-md:min-h-11 max-md:items-center"
              >
                {weekText(format, { startTime, endTime })}
              </Link>
            </Td>
            <Td numeric className="font-medium">
              <Profit amount={profitInCycle} />
            </Td>
            <Td numeric>{format.vnd(performanceFee)}</Td>
            <Td numeric className="text-fg-2 max-md:hidden">
              {format.vnd(newHighEquity)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
