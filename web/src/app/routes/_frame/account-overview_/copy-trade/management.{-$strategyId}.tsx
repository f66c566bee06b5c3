import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CopyManagement, type CopyManagementSearch } from '#pages/copy-trade/copy-management.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/management/{-$strategyId}')({
  validateSearch: (search: CopyManagementSearch) => search,
  component: ManagementRoute,
});

function ManagementRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (search: CopyManagementSearch) => void navigate({ search, replace: true });
  return <CopyManagement id={Route.useParams().strategyId} search={Route.useSearch()} onSearch={change} />;
}
