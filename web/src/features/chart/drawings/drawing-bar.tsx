/** The toolbar of the selected drawing: style, extent, lock, copy and delete. */
import { EXTENDS, type Extend } from '@mua/core/values/moving-level';
import { Bell, BellRing, Calculator, Copy, Lock, LockOpen, Pencil, Trash2, Type } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import {
  canExtend,
  canWrite,
  type Drawing,
  extendOf,
  hasLine,
  LINE_STYLES,
  LINE_WIDTHS,
  type LineStyle,
  type LineWidth,
} from '#features/chart/drawings/drawing.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import type { AlertObstacle } from '#features/chart/surface/chart-alerts.ts';
import { PaletteChoice } from '#features/chart/surface/palette-choice.tsx';

export interface DrawingBarProps {
  readonly drawing: Drawing;
  readonly compact: boolean;
  readonly onChange: (drawing: Drawing) => void;
  /** Opens the sums of a plan; null where they are in sight. */
  readonly onPlan: (() => void) | null;
  /** Opens the alert on the line; null where there can't be one, or for a visitor. */
  readonly onAlert: (() => void) | null;
  readonly hasAlert: boolean;
  /** Why there can't be one on a line that could have one otherwise. */
  readonly noAlert: AlertObstacle | null;
  readonly onEdit: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

export function DrawingBar(props: DrawingBarProps) {
  const { drawing, compact, onChange, onPlan, onEdit, onDuplicate, onDelete } = props;
  const { t } = useTranslation();
  const prefer = useDrawingStore((store) => store.prefer);
  const { tool, slot, width = 'medium', style = 'solid', isLocked = false } = drawing;
  const extend = extendOf(drawing);
  const button = { size: 'icon-sm', className: compact ? 'size-11' : '' } as const;
  const toggleLock = () => {
    const { isLocked: _before, ...free } = drawing;
    onChange(isLocked ? free : { ...free, isLocked: true });
  };
  return (
    <>
      <PaletteChoice
        label={t(($) => $.chart.colourOf, { name: t(($) => $.chart.draw.tools[tool]) })}
        slot={slot}
        onSlot={(next) => {
          prefer({ slot: next });
          onChange({ ...drawing, slot: next });
        }}
      />
      {hasLine(tool) && (
        <>
          <LookMenu
            title={t(($) => $.chart.draw.look.width)}
            values={LINE_WIDTHS}
            value={width}
            nameOf={(value) => t(($) => $.chart.draw.look.widths[value])}
            signOf={(value) => <Stroke width={value} />}
            sign={<Strokes looks={LINE_WIDTHS.map((one) => ({ width: one }))} />}
            onValue={(next) => onChange({ ...drawing, width: next })}
            compact={compact}
          />
          <LookMenu
            title={t(($) => $.chart.draw.look.style)}
            values={LINE_STYLES}
            value={style}
            nameOf={(value) => t(($) => $.chart.draw.look.styles[value])}
            signOf={(value) => <Stroke style={value} />}
            sign={<Strokes looks={LINE_STYLES.map((one) => ({ style: one }))} />}
            onValue={(next) => onChange({ ...drawing, style: next })}
            compact={compact}
          />
        </>
      )}
      {canExtend(tool) && (
        <LookMenu
          title={t(($) => $.chart.draw.look.extend)}
          values={EXTENDS}
          value={extend}
          nameOf={(value) => t(($) => $.chart.draw.look.extends[value])}
          signOf={(value) => <Reach extend={value} />}
          onValue={(next) => onChange({ ...drawing, extend: next })}
          compact={compact}
        />
      )}
      {onPlan && (
        <IconButton {...button} label={t(($) => $.chartMore.position.open)} onClick={onPlan}>
          <Calculator aria-hidden />
        </IconButton>
      )}
      <AlertButton {...props} />
      {canWrite(tool) && (
        <IconButton
          {...button}
          label={t(($) => (tool === 'note' ? $.chart.draw.editNote : $.chart.draw.editText))}
          onClick={onEdit}
        >
          {tool === 'note' ? <Pencil aria-hidden /> : <Type aria-hidden />}
        </IconButton>
      )}
      <IconButton {...button} label={t(($) => $.chart.draw.duplicate)} onClick={onDuplicate}>
        <Copy aria-hidden />
      </IconButton>
      <IconButton
        {...button}
        aria-pressed={isLocked}
        className={cn(button.className, isLocked && 'text-primary-text')}
        label={t(($) => $.chart.draw.lock)}
        onClick={toggleLock}
      >
        {isLocked ? <Lock aria-hidden /> : <LockOpen aria-hidden />}
      </IconButton>
      <IconButton {...button} label={t(($) => $.shell.action.delete)} onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </>
  );
}

/** Where there can't be one, it may be focused all the same: its name says why. */
function AlertButton({ compact, onAlert, hasAlert, noAlert }: DrawingBarProps) {
  const { t } = useTranslation();
  const line = t(($) => $.chartMore.alert.line);
  if (!onAlert && !noAlert) return null;
  const label = noAlert
    ? `${line}: ${t(($) => $.chartMore.alert.obstacles[noAlert])}`
    : hasAlert
      ? t(($) => $.chartMore.alert.ofLine)
      : line;
  return (
    <IconButton
      size="icon-sm"
      className={cn(
        'aria-disabled:text-disabled aria-disabled:hover:bg-transparent',
        compact && 'size-11',
        hasAlert && 'text-primary-text',
      )}
      aria-disabled={noAlert !== null}
      label={label}
      onClick={() => onAlert?.()}
    >
      {hasAlert ? <BellRing aria-hidden /> : <Bell aria-hidden />}
    </IconButton>
  );
}

interface LookMenuProps<Value extends string> {
  readonly title: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly nameOf: (value: Value) => string;
  readonly signOf: (value: Value) => ReactNode;
  /** Icon of the menu itself; by default the chosen item's. */
  readonly sign?: ReactNode;
  readonly onValue: (value: Value) => void;
  readonly compact: boolean;
}

function LookMenu<Value extends string>(props: LookMenuProps<Value>) {
  const { title, values, value, nameOf, signOf, sign = signOf(value), onValue, compact } = props;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={`${title}: ${nameOf(value)}`}
        title={title}
        className={cn(
          'grid size-7 shrink-0 place-items-center rounded-md text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
          compact && 'size-11',
        )}
      >
        {sign}
      </DropdownMenuTrigger>
      <DropdownMenuContent align="center" className="min-w-36">
        <DropdownMenuRadioGroup
          value={value}
          onValueChange={(next) => {
            const chosen = values.find((known) => known === next);
            // What changes nothing is no step to undo.
            if (chosen && chosen !== value) onValue(chosen);
          }}
        >
          {values.map((known) => (
            <DropdownMenuRadioItem key={known} value={known}>
              {signOf(known)}
              {nameOf(known)}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

const STROKES: Readonly<Record<LineWidth, number>> = { thin: 1, medium: 2, bold: 3.5 };
const DASHES: Readonly<Record<LineStyle, string | undefined>> = { solid: undefined, dashed: '5 3', dotted: '1.5 2.5' };

interface Look {
  readonly width?: LineWidth;
  readonly style?: LineStyle;
}

function Stroke(look: Look) {
  return <Strokes looks={[look]} />;
}

/** Items in a column. */
function Strokes({ looks }: { readonly looks: readonly Look[] }) {
  const gap = 16 / (looks.length + 1);
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
      {looks.map(({ width = looks.length > 1 ? 'thin' : 'medium', style = 'solid' }, place) => (
        <path
          key={`${width} ${style}`}
          d={`M1 ${gap * (place + 1)}H15`}
          stroke="currentColor"
          strokeWidth={STROKES[width]}
          strokeDasharray={DASHES[style]}
        />
      ))}
    </svg>
  );
}

/** Points keep the positions of the drawing's own points. */
function Reach({ extend }: { readonly extend: Extend }) {
  const from = extend === 'line' ? 'M1 15' : 'M4 12';
  const to = extend === 'segment' ? 'L12 4' : 'L15 1';
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
      <path d={`${from}${to}`} stroke="currentColor" strokeWidth={1.5} />
      <circle cx={4} cy={12} r={1.75} fill="currentColor" />
      <circle cx={12} cy={4} r={1.75} fill="currentColor" />
    </svg>
  );
}
