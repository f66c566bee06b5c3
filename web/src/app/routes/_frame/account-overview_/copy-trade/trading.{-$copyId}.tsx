import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { CopyTrading, type CopyTradingSearch } from '#pages/copy-trade/copy-trading.tsx';

export const Route = createFileRoute('/_frame/account-overview_/copy-trade/trading/{-$copyId}')({
  validateSearch: (search: CopyTradingSearch) => search,
  component: TradingRoute,
});

function TradingRoute() {
  const navigate = useNavigate({ from: Route.fullPath });
  const change = (search: CopyTradingSearch) => void navigate({ search, replace: true });
  return <CopyTrading id={Route.useParams().copyId} search={Route.useSearch()} onSearch={change} />;
}
