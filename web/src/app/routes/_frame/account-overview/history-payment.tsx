import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { oneOf, readSearch } from '#app/read-search.ts';
import { loadProofWords } from '#i18n/i18n.ts';
import { HistoryPaymentPage } from '#pages/history-payment/history-payment-page.tsx';
import { StatementsPage } from '#pages/statements/statements-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/history-payment')({
  loader: loadProofWords,
  // Every change of the cash where no tab is named; a statement's period is a day, a month or a year.
  validateSearch: readSearch({ tab: oneOf(['statements']), period: dayMonthOrYear }),
  component: HistoryRoute,
});

function HistoryRoute() {
  const { tab, period } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  if (tab !== 'statements') return <HistoryPaymentPage />;
  const choose = (next: string | undefined) =>
    void navigate({ search: { tab: 'statements', ...(next === undefined ? {} : { period: next }) }, replace: true });
  return <StatementsPage period={period} onPeriod={choose} />;
}

function dayMonthOrYear(value: unknown): string | undefined {
  const period = String(value);
  return /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(period) ? period : undefined;
}
