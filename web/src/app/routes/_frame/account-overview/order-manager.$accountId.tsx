import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { MANAGER_TABS, type ManagerTab } from '#pages/account-overview/manager-tabs.ts';
import { OrderManagerPage } from '#pages/account-overview/order-manager-page.tsx';

export interface ManagerSearch {
  /** Defaults to orders. */
  readonly tab?: ManagerTab;
}

export const Route = createFileRoute('/_frame/account-overview/order-manager/$accountId')({
  validateSearch: ({ tab }: Record<string, unknown>): ManagerSearch => {
    const known = MANAGER_TABS.find((name) => name === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: OrderManagerRoute,
});

function OrderManagerRoute() {
  const { accountId } = Route.useParams();
  const { tab = 'orders' } = Route.useSearch();
  const navigate = useNavigate({ from: Route.fullPath });
  return (
    <OrderManagerPage
      accountId={accountId}
      tab={tab}
      onTab={(next) => void navigate({ search: { tab: next }, replace: true })}
    />
  );
}
