import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { BankPage } from '#pages/bank-information/bank-page.tsx';
import { BANK_TABS, type BankTab } from '#pages/bank-information/bank-tabs.ts';

export interface BankSearch {
  /** The investor's own where it is left out. */
  readonly tab?: BankTab;
}

export const Route = createFileRoute('/_frame/account-overview/bank-information')({
  validateSearch: ({ tab }: Record<string, unknown>): BankSearch => {
    const known = BANK_TABS.find((name) => name === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: BankRoute,
});

function BankRoute() {
  const { tab = 'registered' } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return <BankPage tab={tab} onTab={(next) => void navigate({ search: { tab: next }, replace: true })} />;
}
