/** Chooses what the chart shows: its contract alone, or the front months of its commodity joined, and how. */

import type { Contract } from '@mua/contract/entities/contract';
import { ROLL_ADJUSTMENTS, ROLL_DAYS_MOST, ROLL_RULES } from '@mua/contract/entities/roll-rule';
import { tradeDateAt } from '@mua/core/values';
import { Link2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import { Label } from '#design/ui/controls/label.tsx';
import { Segment } from '#design/ui/controls/segment.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { focusSheet, Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import type { Roll } from '#features/chart/bars/series.ts';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { isRollDays } from '#features/chart/settings/series-choice.ts';
import type { TradingChart } from '#features/chart/trading-chart.ts';
import { MISSING } from '#i18n/format.ts';
import { useFormat } from '#i18n/use-format.ts';

export interface SeriesMenuProps {
  readonly chart: TradingChart;
  readonly contract: Contract;
}

export function SeriesMenu(props: SeriesMenuProps) {
  const { t } = useTranslation();
  const { isContinuous } = useChartSettings((settings) => settings.series);
  const title = t(($) => $.chart.series);
  return (
    <Popover>
      <PopoverTrigger
        aria-label={title}
        title={title}
        className={cn(
          'grid h-6.5 min-w-7 place-items-center rounded-sm px-1.5 text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          isContinuous && 'text-primary-text',
        )}
      >
        <Link2 aria-hidden className="size-4" />
      </PopoverTrigger>
      <PopoverContent align="start" className="grid w-80 gap-3 p-3" aria-label={title}>
        <p className="text-12 text-fg-2">{t(($) => $.chartMore.series.about)}</p>
        <SeriesForm {...props} compact={false} />
      </PopoverContent>
    </Popover>
  );
}

/** On a phone, opened from another menu. */
export function SeriesSheet({ onClose, ...props }: SeriesMenuProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="gap-3 px-4 pb-4" onOpenAutoFocus={focusSheet}>
        <SheetTitle className="pt-2 font-semibold text-16">{t(($) => $.chart.series)}</SheetTitle>
        <SheetDescription className="text-12 text-fg-2">{t(($) => $.chartMore.series.about)}</SheetDescription>
        <SeriesForm {...props} compact />
      </SheetContent>
    </Sheet>
  );
}

const SHOWN = ['contract', 'continuous'] as const;

function SeriesForm({ chart, contract, compact }: SeriesMenuProps & { readonly compact: boolean }) {
  const { t } = useTranslation();
  const { series, setSeries } = useChartSettings();
  const { isContinuous, roll, adjustment } = series;
  const nameOf = { contract: contract.code, continuous: t(($) => $.chartMore.series.continuous) };
  return (
    <>
      <Segment
        label={t(($) => $.chart.series)}
        value={isContinuous ? 'continuous' : 'contract'}
        onValueChange={(shown) => setSeries({ ...series, isContinuous: shown === 'continuous' })}
        columns="fit"
        options={SHOWN.map((value) => ({ value, label: nameOf[value] }))}
      />
      {isContinuous && (
        <>
          <Titled title={t(($) => $.chartMore.series.roll)}>
            <Segment
              label={t(($) => $.chartMore.series.roll)}
              value={roll}
              onValueChange={(next) => setSeries({ ...series, roll: next })}
              columns="fit"
              options={ROLL_RULES.map((value) => ({ value, label: t(($) => $.chartMore.series.rolls[value]) }))}
            />
          </Titled>
          {roll === 'days' && <RollDays compact={compact} />}
          <p className="text-11 text-fg-3">{t(($) => $.chartMore.series.rollsBy[roll])}</p>
          <Titled title={t(($) => $.chartMore.series.adjustment)}>
            <Segment
              label={t(($) => $.chartMore.series.adjustment)}
              value={adjustment}
              onValueChange={(next) => setSeries({ ...series, adjustment: next })}
              columns="fit"
              options={ROLL_ADJUSTMENTS.map((value) => ({
                value,
                label: t(($) => $.chartMore.series.adjustments[value]),
              }))}
            />
          </Titled>
          <p className="text-11 text-fg-3">{t(($) => $.chartMore.series.adjustedBy[adjustment])}</p>
          <Rolls chart={chart} contract={contract} />
          <Facts chart={chart} contract={contract} />
        </>
      )}
    </>
  );
}

function Titled({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden className="text-12 text-fg-2">
        {title}
      </span>
      {children}
    </div>
  );
}

function RollDays({ compact }: { readonly compact: boolean }) {
  const { t } = useTranslation();
  const id = useId();
  const { series, setSeries } = useChartSettings();
  const { rollDays } = series;
  const [typed, setTyped] = useState<string | null>(null);
  const take = (days: number) => isRollDays(days) && setSeries({ ...series, rollDays: days });
  const isWrong = typed !== null && !(/^\d+$/.test(typed) && isRollDays(Number(typed)));
  const limits = t(($) => $.chartMore.studies.limits, { min: 0, max: ROLL_DAYS_MOST });
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <Label htmlFor={id} className="text-13">
        {t(($) => $.chartMore.series.days)}
      </Label>
      <Stepper
        id={id}
        size={compact ? 'xl' : 'md'}
        className="w-32"
        inputMode="numeric"
        value={typed ?? String(rollDays)}
        title={limits}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-limits` : undefined}
        onValueChange={(text) => {
          setTyped(text);
          if (/^\d+$/.test(text)) take(Number(text));
        }}
        onBlur={() => setTyped(null)}
        onStep={(steps) => {
          setTyped(null);
          take(rollDays + steps);
        }}
        canDecrease={rollDays > 0}
        canIncrease={rollDays < ROLL_DAYS_MOST}
      />
      {isWrong && (
        <p id={`${id}-limits`} role="alert" className="w-full text-right text-11 text-danger">
          {limits}
        </p>
      )}
    </div>
  );
}

/** What the line under the legend says where there is room for it. */
function Facts({ chart, contract }: SeriesMenuProps) {
  const { t } = useTranslation();
  const series = useFrameValue(chart.series);
  if (!series) return null;
  const { front, begins } = series;
  return (
    <p className="text-11 text-fg-3">
      {front === contract.code
        ? t(($) => $.chartMore.series.standsFor, { code: front })
        : `${t(($) => $.chartMore.series.standsForOther)} ${front}`}
      {begins && `; ${t(($) => $.chartMore.series.begins[begins.reason], { code: begins.contractCode })}`}
    </p>
  );
}

const ROLLS_SHOWN = 6;

/** The newest rolls of the loaded bars, with what the change of months was worth. */
function Rolls({ chart, contract }: SeriesMenuProps) {
  const { t } = useTranslation();
  const series = useFrameValue(chart.series);
  const rolls = series?.rolls.slice(-ROLLS_SHOWN).toReversed() ?? [];
  if (rolls.length === 0) return null;
  return (
    <table className="w-full text-12 tabular-nums">
      <caption className="pb-1 text-left text-fg-2">{t(($) => $.chartMore.series.newest)}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t(($) => $.words.market.time)}</th>
          <th scope="col">{t(($) => $.chartMore.series.months)}</th>
          <th scope="col">{t(($) => $.chartMore.series.gap)}</th>
        </tr>
      </thead>
      <tbody>
        {rolls.map((roll) => (
          <RollRow key={roll.atMs} roll={roll} contract={contract} />
        ))}
      </tbody>
    </table>
  );
}

function RollRow({ roll, contract }: { readonly roll: Roll; readonly contract: Contract }) {
  const format = useFormat();
  const { atMs, from, to, gapTicks } = roll;
  return (
    <tr>
      <td className="py-0.5 text-fg-3">{format.civilDate(tradeDateAt(atMs))}</td>
      <td className="py-0.5">
        {from} → {to}
      </td>
      <td className="py-0.5 text-right">
        {gapTicks === null ? MISSING : format.priceChange(gapTicks, contract.decimalFormat)}
      </td>
    </tr>
  );
}
