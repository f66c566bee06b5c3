/** The menu for how charts are arranged; its content is loaded when the button is about to be used. */
import { useOnDemand } from '#design/on-demand.ts';
import { withChartMoreWords } from '#i18n/i18n.ts';
import type { ChartLayoutsProps } from '#pages/trading/chart-layouts.tsx';
import { LayoutButton } from '#pages/trading/layout-button.tsx';

const load = async () => (await withChartMoreWords(() => import('#pages/trading/chart-layouts.tsx'))).ChartLayouts;

export function LayoutMenu(props: ChartLayoutsProps) {
  const [Layouts, reach] = useOnDemand(load);
  return Layouts ? <Layouts {...props} /> : <LayoutButton {...reach} />;
}
