/** The settings of one indicator, applied at once to the chart beside them; a sheet on a phone. */
import type { Contract } from '@mua/contract/entities/contract';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { Checkbox } from '#design/ui/controls/checkbox.tsx';
import { Label } from '#design/ui/controls/label.tsx';
import { Stepper } from '#design/ui/controls/stepper.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '#design/ui/dialogs/dialog.tsx';
import { Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { useChartSettings } from '#features/chart/settings/chart-settings.ts';
import { CATALOGUE, type StudyName, type StudyParam } from '#features/chart/settings/study-catalogue.ts';
import { freeSlot, freshSetting, takenBeside } from '#features/chart/settings/study-colours.ts';
import { fitted, type LineSetting, settingOf } from '#features/chart/settings/study-settings.ts';
import { AverageAlert } from '#features/chart/studies/average-alert.tsx';
import { useLineTitle, useStudyTitle } from '#features/chart/studies/use-line-title.ts';
import type { ChartAlerts } from '#features/chart/surface/chart-alerts.ts';
import { PaletteChoice } from '#features/chart/surface/palette-choice.tsx';

export interface StudyDialogProps {
  readonly name: StudyName;
  readonly compact: boolean;
  readonly contract: Contract;
  /** Omitted where none are offered. */
  readonly alerts?: ChartAlerts | undefined;
  readonly onClose: () => void;
}

export function StudyDialog(props: StudyDialogProps) {
  const { name, compact, onClose } = props;
  const { t } = useTranslation();
  const title = useStudyTitle()(name);
  const about = t(($) => $.chartMore.studies.kept);
  const onOpenChange = (open: boolean) => !open && onClose();
  const { resetStudy } = useChartSettings();
  const isInitial = useChartSettings(
    (chart) => JSON.stringify(settingOf(chart.studies, name)) === JSON.stringify(freshSetting(name, chart)),
  );
  const reset = (
    <Button variant="outline" size={compact ? 'lg' : 'md'} disabled={isInitial} onClick={() => resetStudy(name)}>
      {t(($) => $.chartMore.studies.reset)}
    </Button>
  );
  const done = (
    <Button size={compact ? 'lg' : 'md'} onClick={onClose}>
      {t(($) => $.chart.done)}
    </Button>
  );
  if (compact) {
    return (
      <Sheet open onOpenChange={onOpenChange}>
        <SheetContent className="gap-3 px-4 pb-4">
          <SheetTitle className="pt-2 font-semibold text-16">{title}</SheetTitle>
          <SheetDescription className="text-12 text-fg-2">{about}</SheetDescription>
          <StudyForm {...props} />
          <div className="grid grid-cols-2 gap-2 pt-1">
            {reset}
            {done}
          </div>
        </SheetContent>
      </Sheet>
    );
  }
  return (
    <Dialog open onOpenChange={onOpenChange}>
      <DialogContent className="w-96">
        <DialogTitle>{title}</DialogTitle>
        <DialogDescription className="text-12">{about}</DialogDescription>
        <StudyForm {...props} />
        <DialogFooter className="justify-between">
          {reset}
          {done}
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}

function StudyForm({ name, compact, contract, alerts, onClose }: StudyDialogProps) {
  const { studies, indicators, setStudy } = useChartSettings();
  const { params, lines, isLinePerParam = false } = CATALOGUE[name];
  const setting = settingOf(studies, name);
  const setParam = (place: number, value: number) =>
    setStudy(name, { ...setting, params: setting.params.map((old, at) => (at === place ? value : old)) });
  /** A line that becomes visible gets an unused hue. */
  const setLine = (place: number, line: LineSetting) => {
    const isNew = line.isShown && setting.lines[place]?.isShown === false;
    const mine = setting.lines.flatMap(({ slot, isShown }) => (isShown ? [slot] : []));
    const others = takenBeside(name, { indicators, studies });
    const taken = { ...others, near: [...others.near, ...mine] };
    const next = isNew && isLinePerParam ? { ...line, slot: freeSlot(taken, line.slot) } : line;
    setStudy(name, { ...setting, lines: setting.lines.map((old, at) => (at === place ? next : old)) });
  };
  const lineRow = (place: number, children?: React.ReactNode) => {
    const line = setting.lines[place];
    return (
      line && (
        <LineRow key={`line ${place}`} name={name} place={place} line={line} onLine={(next) => setLine(place, next)}>
          {children}
        </LineRow>
      )
    );
  };
  const paramField = (param: StudyParam, place: number) => (
    <ParamField
      key={`param ${place}`}
      param={param}
      number={isLinePerParam ? place + 1 : null}
      value={setting.params[place] ?? param.initial}
      onValue={(value) => setParam(place, value)}
      compact={compact}
    />
  );
  if (isLinePerParam) {
    return (
      <div className="grid gap-2">
        {params.map((param, place) =>
          lineRow(
            place,
            <>
              {paramField(param, place)}
              <AverageAlert
                {...{ name, contract, alerts }}
                period={setting.params[place] ?? param.initial}
                isShown={setting.lines[place]?.isShown ?? false}
                onOpened={onClose}
              />
            </>,
          ),
        )}
      </div>
    );
  }
  return (
    <div className="grid gap-2">
      {params.map(paramField)}
      {lines.length > 0 && params.length > 0 && <hr className="border-border" />}
      {lines.map((_line, place) => lineRow(place))}
    </div>
  );
}

interface LineRowProps {
  readonly name: StudyName;
  readonly place: number;
  readonly line: LineSetting;
  readonly onLine: (line: LineSetting) => void;
  readonly children?: React.ReactNode;
}

function LineRow({ name, place, line, onLine, children }: LineRowProps) {
  const { t } = useTranslation();
  const lineTitle = useLineTitle();
  const id = useId();
  const { lines, isLinePerParam = false } = CATALOGUE[name];
  const title = isLinePerParam
    ? t(($) => $.chartMore.studies.line, { number: place + 1 })
    : lineTitle(lines[place]?.title ?? '');
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="flex min-h-8 min-w-20 flex-1 items-center gap-2 max-md:min-h-11">
        <Checkbox
          id={id}
          checked={line.isShown}
          onCheckedChange={(isShown) => onLine({ ...line, isShown: isShown === true })}
        />
        <Label htmlFor={id} className="text-13">
          {title}
        </Label>
      </span>
      {children}
      <PaletteChoice
        label={t(($) => $.chart.colourOf, { name: title })}
        slot={line.slot}
        disabled={!line.isShown}
        onSlot={(slot) => onLine({ ...line, slot })}
      />
    </div>
  );
}

interface ParamFieldProps {
  readonly param: StudyParam;
  /** Number of its line, shown beside it; null if the parameter belongs to no single line. */
  readonly number: number | null;
  readonly value: number;
  readonly onValue: (value: number) => void;
  readonly compact: boolean;
}

function ParamField({ param, number, value, onValue, compact }: ParamFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max, decimals = 0 } = param;
  const read = typed === null || !/^\d+([.,]\d+)?$/.test(typed) ? null : Number(typed.replace(',', '.'));
  const isWrong = typed !== null && (read === null || read !== fitted(read, param));
  const label = t(($) => $.chartMore.studies.params[param.key]);
  const limits = t(($) => $.chartMore.studies.limits, { min, max });
  const field = (
    <Stepper
      id={id}
      size={compact ? 'xl' : 'md'}
      className={number === null ? 'w-32' : 'w-28'}
      inputMode={decimals > 0 ? 'decimal' : 'numeric'}
      value={typed ?? String(value)}
      title={limits}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? `${id}-limits` : undefined}
      {...(number === null ? {} : { 'aria-label': `${label} ${number}` })}
      onValueChange={(text) => {
        setTyped(text);
        const next = /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : null;
        if (next !== null && next === fitted(next, param)) onValue(next);
      }}
      onBlur={() => setTyped(null)}
      onStep={(steps) => {
        setTyped(null);
        onValue(fitted(value + steps / 10 ** decimals, param));
      }}
      canDecrease={value > min}
      canIncrease={value < max}
    />
  );
  const wrong = isWrong && (
    <p id={`${id}-limits`} role="alert" className="w-full text-right text-11 text-danger">
      {limits}
    </p>
  );
  if (number !== null) {
    return (
      <>
        {field}
        {wrong}
      </>
    );
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <Label htmlFor={id} className="text-13">
        {label}
      </Label>
      {field}
      {wrong}
    </div>
  );
}
