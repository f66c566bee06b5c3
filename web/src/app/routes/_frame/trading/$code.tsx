import { createFileRoute } from '@tanstack/react-router';
import { TradingPage } from '#pages/trading/trading-page.tsx';

export const Route = createFileRoute('/_frame/trading/$code')({ component: TradingRoute });

function TradingRoute() {
  const { code } = Route.useParams();
  return <TradingPage code={code} />;
}
