/** The range of the curve: short names on screen, full ones for a screen reader. */
import { useTranslation } from 'react-i18next';
import { RANGES, type Range } from '#accounts/period-profit.ts';
import { Segment } from '#design/ui/controls/segment.tsx';

export interface RangeChoiceProps {
  readonly value: Range;
  readonly onChange: (range: Range) => void;
}

export function RangeChoice({ value, onChange }: RangeChoiceProps) {
  const { t } = useTranslation();
  return (
    <Segment
      label={t(($) => $.property.range)}
      value={value}
      onValueChange={onChange}
      className="max-md:[&_button]:px-1.5"
      options={RANGES.map((range) => ({
        value: range,
        label: (
          <>
            <span aria-hidden>{t(($) => $.property.ranges[range])}</span>
            <span className="sr-only">{t(($) => $.property.rangeNames[range])}</span>
          </>
        ),
      }))}
    />
  );
}
