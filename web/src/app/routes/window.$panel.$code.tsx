/** One panel of the desk in a window of its own, without the product's header. */
import type { Side } from '@mua/core/values';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { oneOf, readSearch } from '#app/read-search.ts';
import { WindowFrame } from '#app/window-frame.tsx';
import { isWindowPanel } from '#desk/window-panel.ts';
import { loadWindowsWords } from '#i18n/i18n.ts';
import { PanelPage } from '#pages/trading/panel-page.tsx';

export const Route = createFileRoute('/window/$panel/$code')({
  // The side that a ticket is asked for with.
  validateSearch: readSearch<{ side: Side }>({ side: oneOf(['BUY', 'SELL']) }),
  beforeLoad: ({ params }) => {
    if (!isWindowPanel(params.panel)) throw notFound();
  },
  loader: loadWindowsWords,
  component: PanelRoute,
});

function PanelRoute() {
  const { panel, code } = Route.useParams();
  const { side } = Route.useSearch();
  if (!isWindowPanel(panel)) return null;
  return (
    <WindowFrame>
      <PanelPage panel={panel} code={code} side={side} />
    </WindowFrame>
  );
}
