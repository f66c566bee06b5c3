import { createFileRoute } from '@tanstack/react-router';
import { loadLaterWords } from '#i18n/i18n.ts';
import { TradingPage } from '#pages/trading/trading-page.tsx';

export interface TradingSearch {
  /** The side that the ticket opens with, from the board's Buy and Sell. */
  readonly side?: 'BUY' | 'SELL';
}

export const Route = createFileRoute('/_frame/trading/$code')({
  validateSearch: ({ side }: Record<string, unknown>): TradingSearch =>
    side === 'BUY' || side === 'SELL' ? { side } : {},
  loader: loadLaterWords,
  component: TradingRoute,
});

function TradingRoute() {
  const { code } = Route.useParams();
  return <TradingPage code={code} />;
}
