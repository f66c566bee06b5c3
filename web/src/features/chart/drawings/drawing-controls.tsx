/**
 * Shows the controls over the chart while drawing: the next step, the toolbar of the selected drawing, and the text
 * field of its text.
 */
import type { Contract } from '@mua/contract/entities/contract';
import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FrameValue, useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { focusSheet, Sheet, SheetContent, SheetDescription, SheetTitle } from '#design/ui/dialogs/sheet.tsx';
import { useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import type { ScaleState } from '#features/chart/axes/scale-mode.ts';
import { clicksOf, type Drawing, isPosition, NOTE_MAX } from '#features/chart/drawings/drawing.ts';
import { alertOn, subjectOn } from '#features/chart/drawings/drawing-alert.ts';
import { DrawingBar, type DrawingBarProps } from '#features/chart/drawings/drawing-bar.tsx';
import type { DrawingLayer } from '#features/chart/drawings/drawing-layer.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { PositionCard } from '#features/chart/drawings/position-card.tsx';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';
import { barsOfLines, type ChartAlerts, type CountedBars } from '#features/chart/surface/chart-alerts.ts';
import { PaletteChoice } from '#features/chart/surface/palette-choice.tsx';
import type { AccountActor } from '#signed-in/actor.ts';

export interface DrawingControlsProps {
  readonly chart: { readonly drawings: DrawingLayer; readonly scaleState: FrameValue<ScaleState> };
  readonly drawings: Drawings;
  readonly contract: Contract;
  /** Whose ticket a plan fills: null for a visitor's; omitted where there is no ticket. */
  readonly actor: AccountActor | null | undefined;
  /** Omitted where none are offered. */
  readonly alerts?: ChartAlerts | undefined;
  /** Whether the server can follow an alert over the bars of the chart. */
  readonly bars: CountedBars;
  readonly compact: boolean;
  /** Returns the keyboard focus to the chart. */
  readonly onDone: () => void;
}

export function DrawingControls(props: DrawingControlsProps) {
  const { t } = useTranslation();
  const { chart, contract, drawings, actor, alerts, compact, onDone } = props;
  const bars = barsOfLines(props.bars, useFrameValue(chart.scaleState).mode);
  const { tool, placed, selected, editing } = useFrameValue(chart.drawings.state);
  const [isPlanOpen, setPlanOpen] = useState(false);
  const plan = selected && !tool && !editing && actor !== undefined && isPosition(selected.tool) ? selected : null;
  const ofLine = selected && alerts ? alertOfLine(selected, alerts, { contract, bars }) : NO_ALERT;
  const drop = () => {
    chart.drawings.take(null);
    onDone();
  };
  return (
    <>
      <p role="status" className="sr-only">
        {tool && t(($) => $.chart.draw.keys, { tool: t(($) => $.chart.draw.tools[tool]) })}
        {selected && !tool && t(($) => $.chart.draw.selected, { tool: t(($) => $.chart.draw.tools[selected.tool]) })}
      </p>
      {tool && (
        <Floating compact={compact}>
          <span className="whitespace-nowrap px-2 text-12 text-fg-2">
            <span className="font-medium text-foreground">{t(($) => $.chart.draw.tools[tool])}</span>
            {clicksOf(tool) > 1 && ` · ${t(($) => $.chart.draw.point, { point: placed + 1, of: clicksOf(tool) })}`}
          </span>
          {!compact && <PaletteOfTool />}
          <IconButton
            size="icon-sm"
            className={compact ? 'size-11' : undefined}
            label={t(($) => $.chart.draw.drop)}
            onClick={drop}
          >
            <X aria-hidden />
          </IconButton>
        </Floating>
      )}
      {selected && !tool && !editing && (
        <BarWithKeys name={t(($) => $.chart.draw.tools[selected.tool])} {...{ chart, compact, onDone }}>
          <DrawingBar
            drawing={selected}
            compact={compact}
            onChange={drawings.put}
            onPlan={plan && compact ? () => setPlanOpen(true) : null}
            {...ofLine}
            onEdit={() => chart.drawings.edit(selected.id)}
            onDuplicate={() => chart.drawings.duplicate(selected)}
            onDelete={() => drawings.remove([selected.id])}
          />
        </BarWithKeys>
      )}
      {plan && !compact && (
        <section
          aria-label={t(($) => $.chart.draw.tools[plan.tool])}
          className={cn(
            'absolute top-10 bottom-2 z-10 h-fit max-h-full w-62 overflow-y-auto rounded-lg border border-border-strong bg-popover px-3 py-2 shadow-float',
            // Beside the plan, not over it.
            chart.drawings.isOnLeft(plan) ? 'right-20' : 'left-3',
          )}
        >
          <PositionCard
            key={plan.id}
            drawing={plan}
            {...{ contract, compact }}
            actor={actor ?? null}
            onChange={drawings.put}
            onFilled={() => {}}
          />
        </section>
      )}
      {plan && compact && (
        <Sheet open={isPlanOpen} onOpenChange={setPlanOpen}>
          <SheetContent className="gap-3 px-4 pb-4" onOpenAutoFocus={focusSheet}>
            <SheetTitle className="pt-2 font-semibold text-16">{t(($) => $.chart.draw.tools[plan.tool])}</SheetTitle>
            <SheetDescription className="sr-only">{t(($) => $.chartMore.position.about)}</SheetDescription>
            <PositionCard
              key={plan.id}
              drawing={plan}
              {...{ contract, compact }}
              actor={actor ?? null}
              onChange={drawings.put}
              onFilled={() => setPlanOpen(false)}
            />
          </SheetContent>
        </Sheet>
      )}
      {editing && (
        <Floating compact={compact}>
          <NoteField
            key={editing.id}
            note={editing}
            compact={compact}
            onWritten={(text) => {
              chart.drawings.write(text);
              onDone();
            }}
          />
        </Floating>
      )}
    </>
  );
}

type AlertOfLine = Pick<DrawingBarProps, 'onAlert' | 'hasAlert' | 'noAlert'>;
const NO_ALERT: AlertOfLine = { onAlert: null, hasAlert: false, noAlert: null };

/** The one that waits, a new one, or why a line that would have one over other bars has none. */
function alertOfLine(
  drawing: Drawing,
  alerts: ChartAlerts,
  { contract, bars }: Pick<DrawingControlsProps, 'contract' | 'bars'>,
): AlertOfLine {
  const charted = { contract, interval: bars.interval };
  const alert = alertOn(drawing, alerts.drawn, charted);
  const what = alert ?? subjectOn(drawing, charted);
  if (what) return { onAlert: () => alerts.onOpen(what), hasAlert: alert !== null, noAlert: null };
  const isOtherwise = subjectOn(drawing, { contract, interval: '1m' }) !== null;
  return { ...NO_ALERT, noAlert: isOtherwise ? bars.obstacle : null };
}

const KEYS_OF_DRAWING: ReadonlySet<string> = new Set(['Delete', 'Backspace', 'Escape', 'PageUp', 'PageDown']);

interface BarWithKeysProps extends Pick<DrawingControlsProps, 'chart' | 'compact' | 'onDone'> {
  /** Of the drawing. */
  readonly name: string;
  readonly children: React.ReactNode;
}

/** Whoever has pressed a button of the bar undoes, deletes and selects as on the chart; arrows choose in the bar. */
function BarWithKeys({ name, chart, compact, onDone, children }: BarWithKeysProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const toChart = () => {
    onDone();
    return null;
  };
  const keptFocus = useKeptFocus(box, { otherwise: toChart });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key, altKey, ctrlKey, metaKey } = event;
    // A menu of the bar is open elsewhere on the page, and has keys of its own.
    if (altKey || !(target instanceof Node) || !currentTarget.contains(target)) return;
    if (!(ctrlKey || metaKey || KEYS_OF_DRAWING.has(key)) || !chart.drawings.key(event)) return;
    event.stopPropagation();
    event.preventDefault();
  };
  return (
    <Floating compact={compact}>
      <fieldset ref={box} {...keptFocus} aria-label={name} onKeyDown={onKeyDown} className="contents">
        {children}
      </fieldset>
    </Floating>
  );
}

/** Centred above the time axis: away from the legend, the newest prices and their labels. */
function Floating({ compact, children }: { compact: boolean; children: React.ReactNode }) {
  return (
    <div
      className={cn('pointer-events-none absolute inset-x-3 bottom-9 z-10 flex justify-center', compact && 'bottom-10')}
    >
      <div className="pointer-events-auto flex flex-wrap items-center rounded-lg border border-border-strong bg-popover p-0.5 shadow-float">
        {children}
      </div>
    </div>
  );
}

function PaletteOfTool() {
  const { t } = useTranslation();
  const slot = useDrawingStore((store) => store.slot);
  const prefer = useDrawingStore((store) => store.prefer);
  return <PaletteChoice label={t(($) => $.chart.draw.colour)} slot={slot} onSlot={(next) => prefer({ slot: next })} />;
}

interface NoteFieldProps {
  readonly note: Drawing;
  readonly compact: boolean;
  /** Null leaves it unchanged. */
  readonly onWritten: (text: string | null) => void;
}

function NoteField({ note, compact, onWritten }: NoteFieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(note.text);
  const name = t(($) => (note.tool === 'note' ? $.chart.draw.note : $.chart.draw.text));
  return (
    <Input
      autoFocus
      size={compact ? 'xl' : 'md'}
      className="w-64"
      value={text}
      maxLength={NOTE_MAX}
      placeholder={name}
      aria-label={name}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onWritten(text)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onWritten(text);
        else if (event.key === 'Escape') {
          event.stopPropagation();
          onWritten(null);
        }
      }}
    />
  );
}
