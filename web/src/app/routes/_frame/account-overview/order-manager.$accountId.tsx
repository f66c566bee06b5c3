import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { oneOf, readSearch } from '#app/read-search.ts';
import { MANAGER_TABS } from '#pages/account-overview/manager-tabs.ts';
import { OrderManagerPage } from '#pages/account-overview/order-manager-page.tsx';

export const Route = createFileRoute('/_frame/account-overview/order-manager/$accountId')({
  validateSearch: readSearch({ tab: oneOf(MANAGER_TABS) }),
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
