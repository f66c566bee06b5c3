/** The menu of how charts are arranged: their shape, and what they have in common. */
import { Columns2, LayoutGrid, LayoutPanelLeft, type LucideIcon, Rows2, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { CHART_SHAPES, type ChartArrangement, type ChartShape } from '#pages/trading/chart-arrangement.ts';
import { LayoutButton } from '#pages/trading/layout-button.tsx';

const ICONS: Readonly<Record<ChartShape, LucideIcon>> = {
  one: Square,
  columns: Columns2,
  rows: Rows2,
  three: LayoutPanelLeft,
  four: LayoutGrid,
};

export interface ChartLayoutsProps {
  readonly charts: ChartArrangement;
  readonly onCharts: (charts: ChartArrangement) => void;
}

export function ChartLayouts({ charts, onCharts }: ChartLayoutsProps) {
  const { t } = useTranslation();
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <LayoutButton />
      </PopoverTrigger>
      <PopoverContent align="end" className="w-72 p-3" aria-label={t(($) => $.chart.layout)}>
        <Segment
          label={t(($) => $.chart.layout)}
          value={charts.shape}
          onValueChange={(shape) => onCharts({ ...charts, shape })}
          columns="fit"
          options={CHART_SHAPES.map((value) => {
            const Icon = ICONS[value];
            return {
              value,
              label: <Icon aria-hidden className="size-4" />,
              name: t(($) => $.chartMore.grid.shapes[value]),
            };
          })}
        />
        <p className="pt-2 text-12 text-fg-3">{t(($) => $.chartMore.grid.shapes[charts.shape])}</p>
        {charts.shape !== 'one' && (
          <div className="mt-2 border-border border-t pt-2">
            <p className="pb-1 text-12 text-fg-3">{t(($) => $.chartMore.grid.crosshair)}</p>
            <SwitchRow
              name={t(($) => $.chartMore.grid.sameInterval)}
              isOn={charts.isSameInterval}
              onChange={(isSameInterval) => onCharts({ ...charts, isSameInterval })}
            />
            <SwitchRow
              name={t(($) => $.chartMore.grid.sameTime)}
              isOn={charts.isSameTime}
              onChange={(isSameTime) => onCharts({ ...charts, isSameTime })}
            />
          </div>
        )}
      </PopoverContent>
    </Popover>
  );
}
