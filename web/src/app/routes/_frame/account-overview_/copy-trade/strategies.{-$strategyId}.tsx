import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CopyStrategies, type StrategiesSearch } from '#pages/copy-trade/copy-strategies.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/strategies/{-$strategyId}')({
  // Read by the page, which alone knows what is a filter: nothing of that belongs to a first load.
  validateSearch: (search: StrategiesSearch) => search,
  component: StrategiesRoute,
});

function StrategiesRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (search: StrategiesSearch) => void navigate({ search, replace: true });
  return <CopyStrategies id={Route.useParams().strategyId} search={Route.useSearch()} onSearch={change} />;
}
