/** One panel of the desk in a window of its own, without the product's header. */
import { createFileRoute, notFound } from '@tanstack/react-router';
import { readAskedOrder } from '#app/read-asked-order.ts';
import { WindowFrame } from '#app/window-frame.tsx';
import { isWindowPanel } from '#desk/window-panel.ts';
import { loadWindowsWords } from '#i18n/i18n.ts';
import { PanelPage } from '#pages/trading/panel-page.tsx';

export const Route = createFileRoute('/window/$panel/$code')({
  validateSearch: readAskedOrder,
  beforeLoad: ({ params }) => {
    if (!isWindowPanel(params.panel)) throw notFound();
  },
  loader: loadWindowsWords,
  component: PanelRoute,
});

function PanelRoute() {
  const { panel, code } = Route.useParams();
  const asked = Route.useSearch();
  if (!isWindowPanel(panel)) return null;
  return (
    <WindowFrame>
      <PanelPage panel={panel} code={code} asked={asked} />
    </WindowFrame>
  );
}
