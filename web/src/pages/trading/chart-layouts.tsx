/** How charts are arranged: their shape, and what they have in common. */
import { Columns2, LayoutGrid, LayoutPanelLeft, type LucideIcon, Rows2, Square } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { CHART_SHAPES, type ChartArrangement, type ChartShape } from '#pages/trading/chart-arrangement.ts';

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
    <>
      <Segment
        label={t(($) => $.windows.charts)}
        value={charts.shape}
        onValueChange={(shape) => onCharts({ ...charts, shape })}
        columns="fit"
        options={CHART_SHAPES.map((value) => {
          const Icon = ICONS[value];
          return { value, label: <Icon aria-hidden className="size-4" />, name: t(($) => $.windows.shapes[value]) };
        })}
      />
      {charts.shape !== 'one' && (
        <div className="pt-1">
          <SwitchRow
            name={t(($) => $.windows.sameInterval)}
            isOn={charts.isSameInterval}
            onChange={(isSameInterval) => onCharts({ ...charts, isSameInterval })}
          />
          <SwitchRow
            name={t(($) => $.windows.sameTime)}
            isOn={charts.isSameTime}
            onChange={(isSameTime) => onCharts({ ...charts, isSameTime })}
          />
        </div>
      )}
    </>
  );
}
