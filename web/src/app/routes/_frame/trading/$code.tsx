import { createFileRoute, redirect } from '@tanstack/react-router';
import { readAskedOrder } from '#app/read-asked-order.ts';
import { useWindowPanel } from '#desk/window-panel.ts';
import { loadLaterWords } from '#i18n/i18n.ts';
import { TradingPage } from '#pages/trading/trading-page.tsx';

export const Route = createFileRoute('/_frame/trading/$code')({
  validateSearch: readAskedOrder,
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
