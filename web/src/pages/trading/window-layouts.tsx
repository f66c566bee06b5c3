/** The loaded menu for how the charts of a window are arranged. */
import { LayoutGrid } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { ChartLayouts } from '#pages/trading/chart-layouts.tsx';
import { useWindowCharts } from '#pages/trading/window-charts.ts';

export function WindowLayouts() {
  const { t } = useTranslation();
  const { charts, setCharts } = useWindowCharts();
  const title = t(($) => $.windows.charts);
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <IconButton size="icon-sm" label={title} aria-haspopup="dialog">
          <LayoutGrid aria-hidden />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" className="w-72 p-3" aria-label={title}>
        <ChartLayouts charts={charts} onCharts={setCharts} />
      </PopoverContent>
    </Popover>
  );
}
