import { createFileRoute } from '@tanstack/react-router';
import { TradingPage } from '#pages/trading/trading-page.tsx';

export interface TradingSearch {
  /** The side that the ticket opens with: the board's Buy and Sell. */
  readonly side?: 'BUY' | 'SELL';
}

export const Route = createFileRoute('/_frame/trading/$code')({
  validateSearch: ({ side }: Record<string, unknown>): TradingSearch =>
    side === 'BUY' || side === 'SELL' ? { side } : {},
  component: TradingRoute,
});

function TradingRoute() {
  const { code } = Route.useParams();
  return <TradingPage code={code} />;
}
