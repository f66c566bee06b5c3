/** Switches a figure between a chart and a table of the same numbers, for those who read, listen or copy. */
import { ChartLine, Table2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';

export type FigureView = 'chart' | 'table';

export interface ViewChoiceProps {
  readonly value: FigureView;
  readonly onChange: (view: FigureView) => void;
  /** Name of the figure, for those who do not see which one it stands beside. */
  readonly figure: string;
}

export function ViewChoice({ value, onChange, figure }: ViewChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segment
      label={`${t(($) => $.property.view)}: ${figure}`}
      value={value}
      onValueChange={onChange}
      options={[
        { value: 'chart', label: <Icon icon={ChartLine} name={t(($) => $.property.chart)} /> },
        { value: 'table', label: <Icon icon={Table2} name={t(($) => $.property.table)} /> },
      ]}
    />
  );
}

function Icon({ icon: Shape, name }: { icon: typeof ChartLine; name: string }) {
  return (
    <>
      <Shape aria-hidden className="size-3.5" />
      <span className="sr-only">{name}</span>
    </>
  );
}
