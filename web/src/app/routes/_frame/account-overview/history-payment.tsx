import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { HistoryPaymentPage } from '#pages/history-payment/history-payment-page.tsx';
import { StatementsPage } from '#pages/statements/statements-page.tsx';

export interface HistorySearch {
  /** Every change of the cash where it is left out. */
  readonly tab?: 'statements';
  /** Of a statement: a day, a month or a year. */
  readonly period?: string;
}

export const Route = createFileRoute('/_frame/account-overview/history-payment')({
  validateSearch: ({ tab, period }: Record<string, unknown>): HistorySearch => {
    if (tab !== 'statements') return {};
    // A year is read as a number.
    const text = String(period);
    return /^\d{4}(?:-\d\d(?:-\d\d)?)?$/.test(text) ? { tab, period: text } : { tab };
  },
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
