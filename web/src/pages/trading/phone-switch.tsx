/** Chooses which chart of the desk's arrangement a phone shows. */
import { useTranslation } from 'react-i18next';
import { Segment } from '#design/ui/controls/segment.tsx';
import { useIntervalName } from '#features/chart/use-interval-name.ts';
import type { ChartPlace } from '#pages/trading/chart-places.ts';

export interface PhoneSwitchProps {
  readonly places: readonly ChartPlace[];
  readonly at: number;
  /** The contract of the desk. */
  readonly code: string;
  readonly onChoose: (at: number) => void;
}

export function PhoneSwitch({ places, at, code: ofDesk, onChoose }: PhoneSwitchProps) {
  const { t } = useTranslation();
  const nameOf = useIntervalName();
  return (
    <div className="shrink-0 overflow-x-auto bg-surface px-2 py-1 [scrollbar-width:none]">
      <Segment
        label={t(($) => $.chartMore.grid.shown)}
        value={String(at)}
        onValueChange={(value) => onChoose(Number(value))}
        columns="fit"
        options={places.map(({ code, interval }, place) => ({
          value: String(place),
          label: `${code ?? ofDesk} · ${nameOf(interval).short}`,
          className: 'finger-sized h-9',
        }))}
      />
    </div>
  );
}
