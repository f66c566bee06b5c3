import { createFileRoute } from '@tanstack/react-router';
import { positiveWhole, readSearch } from '#app/read-search.ts';
import { DepositPage } from '#pages/deposit/deposit-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/deposit')({
  // In whole dong: what a margin call or a refused order lacks.
  validateSearch: readSearch({ amount: positiveWhole }),
  component: () => <DepositPage amount={Route.useSearch().amount} />,
});
