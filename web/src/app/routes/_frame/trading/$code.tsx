import type { Side } from '@mua/core/values';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { oneOf, readSearch } from '#app/read-search.ts';
import { useWindowPanel } from '#desk/window-panel.ts';
import { loadLaterWords } from '#i18n/i18n.ts';
import { TradingPage } from '#pages/trading/trading-page.tsx';

export const Route = createFileRoute('/_frame/trading/$code')({
  // The side that the ticket opens with, from the board's Buy and Sell.
  validateSearch: readSearch<{ side: Side }>({ side: oneOf(['BUY', 'SELL']) }),
  beforeLoad: ({ params: { code }, search }) => {
    const { panel } = useWindowPanel.getState();
    if (panel !== null) throw redirect({ to: '/window/$panel/$code', params: { panel, code }, search });
  },
  loader: loadLaterWords,
  component: TradingRoute,
});

function TradingRoute() {
  const { code } = Route.useParams();
  return <TradingPage code={code} />;
}
