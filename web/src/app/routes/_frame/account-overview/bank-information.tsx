import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { oneOf, readSearch } from '#app/read-search.ts';
import { BankPage } from '#pages/bank-information/bank-page.tsx';
import { BANK_TABS } from '#pages/bank-information/bank-tabs.ts';

export const Route = createFileRoute('/_frame/account-overview/bank-information')({
  validateSearch: readSearch({ tab: oneOf(BANK_TABS) }),
  component: BankRoute,
});

function BankRoute() {
  const { tab = 'registered' } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <BankPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />;
}
