/** The drawing tools as a strip beside the chart, or as a menu where there is no room for one. */
import { Eye, EyeOff, Lock, LockOpen, type LucideIcon, Magnet, PencilLine, Redo2, Trash2, Undo2 } from 'lucide-react';
import { Toolbar } from 'radix-ui';
import { type ComponentProps, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFrameValue } from '#clock/frame-value.ts';
import { cn } from '#design/class-names.ts';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { ConfirmDialog } from '#design/ui/dialogs/confirm-dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#design/ui/overlays/dropdown-menu.tsx';
import { TOOLS } from '#features/chart/drawings/drawing.ts';
import { useDrawingStore } from '#features/chart/drawings/drawing-store.ts';
import { type ToolTaker, takeTool } from '#features/chart/drawings/take-tool.ts';
import { TOOL_ICONS } from '#features/chart/drawings/tool-icons.ts';
import type { Drawings } from '#features/chart/drawings/use-drawings.ts';

export interface DrawingToolsProps {
  readonly chart: { readonly drawings: ToolTaker };
  readonly drawings: Drawings;
  /** A tool is active: the chart has the keyboard focus. */
  readonly onTaken: () => void;
}

interface Switch {
  readonly name: 'magnet' | 'lock' | 'hide';
  readonly Icon: LucideIcon;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}

function useSwitches(): readonly Switch[] {
  const { isMagnet, isLocked, isHidden, prefer } = useDrawingStore();
  return [
    { name: 'magnet', Icon: Magnet, isOn: isMagnet, onToggle: () => prefer({ isMagnet: !isMagnet }) },
    { name: 'lock', Icon: isLocked ? Lock : LockOpen, isOn: isLocked, onToggle: () => prefer({ isLocked: !isLocked }) },
    { name: 'hide', Icon: isHidden ? EyeOff : Eye, isOn: isHidden, onToggle: () => prefer({ isHidden: !isHidden }) },
  ];
}

interface Way {
  readonly name: 'undo' | 'redo';
  readonly Icon: LucideIcon;
  /** Null where there is nothing to go back or forward to. */
  readonly onGo: (() => void) | null;
}

function waysOf({ undo, redo }: Drawings): readonly Way[] {
  return [
    { name: 'undo', Icon: Undo2, onGo: undo },
    { name: 'redo', Icon: Redo2, onGo: redo },
  ];
}

export const DrawingStrip = memo(function DrawingStrip({ chart, drawings, onTaken }: DrawingToolsProps) {
  const { t } = useTranslation();
  const { tool: activeTool } = useFrameValue(chart.drawings.state);
  const switches = useSwitches();
  const [isAsking, setAsking] = useState(false);
  const isEmpty = drawings.all.length === 0;
  return (
    <Toolbar.Root
      orientation="vertical"
      aria-label={t(($) => $.chart.draw.title)}
      className="hidden w-9 shrink-0 flex-col items-center gap-px overflow-y-auto border-border border-r py-1 [scrollbar-width:none] @min-[640px]:flex"
    >
      {TOOLS.map((tool) => {
        const Icon = TOOL_ICONS[tool];
        return (
          <StripButton
            key={tool}
            aria-pressed={activeTool === tool}
            label={t(($) => $.chart.draw.tools[tool])}
            onClick={() => takeTool(chart.drawings, tool, onTaken)}
          >
            <Icon aria-hidden />
          </StripButton>
        );
      })}
      <hr className="my-1 w-5 shrink-0 border-border" />
      {switches.map(({ name, Icon, isOn, onToggle }) => (
        <StripButton key={name} aria-pressed={isOn} label={t(($) => $.chart.draw.switches[name])} onClick={onToggle}>
          <Icon aria-hidden />
        </StripButton>
      ))}
      {waysOf(drawings).map(({ name, Icon, onGo }) => (
        // Focusable with nothing left too: pressed again and again, it must not lose the focus.
        <StripButton
          key={name}
          aria-disabled={onGo === null}
          label={t(($) => $.chart.draw[name])}
          onClick={() => onGo?.()}
        >
          <Icon aria-hidden />
        </StripButton>
      ))}
      <StripButton
        // It stays focusable, because the confirmation returns the focus to it even when nothing is left.
        aria-disabled={isEmpty}
        label={t(($) => $.chart.draw.deleteAll)}
        onClick={() => !isEmpty && setAsking(true)}
      >
        <Trash2 aria-hidden />
      </StripButton>
      <DeleteAll isOpen={isAsking} onOpenChange={setAsking} drawings={drawings} />
    </Toolbar.Root>
  );
});

/** The tools are a single tab stop; arrows move between them. */
function StripButton(props: ComponentProps<typeof IconButton>) {
  return (
    <Toolbar.Button asChild>
      <IconButton
        size="icon-sm"
        side="right"
        className="size-6.5 shrink-0 aria-disabled:text-disabled aria-disabled:hover:bg-transparent aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
        {...props}
      />
    </Toolbar.Button>
  );
}

export function DrawingMenu({
  chart,
  drawings,
  onTaken,
  compact,
  className,
}: DrawingToolsProps & { readonly compact: boolean; readonly className?: string }) {
  const { t } = useTranslation();
  const { tool: activeTool } = useFrameValue(chart.drawings.state);
  const switches = useSwitches();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger
          aria-label={t(($) => $.chart.draw.title)}
          title={t(($) => $.chart.draw.title)}
          className={cn(
            'grid size-7 place-items-center rounded-md text-fg-2 hover:bg-surface-3 data-[state=open]:bg-surface-3',
            compact && 'size-11',
            activeTool && 'bg-primary-soft text-primary-text',
            className,
          )}
        >
          <PencilLine aria-hidden className="size-4" />
        </DropdownMenuTrigger>
        <DropdownMenuContent
          align="end"
          // The chart gets the keyboard focus as soon as a tool is active.
          onCloseAutoFocus={(event) => chart.drawings.state.read().tool && event.preventDefault()}
        >
          {TOOLS.map((tool) => {
            const Icon = TOOL_ICONS[tool];
            return (
              <DropdownMenuItem key={tool} onSelect={() => takeTool(chart.drawings, tool, onTaken)}>
                <Icon aria-hidden />
                {t(($) => $.chart.draw.tools[tool])}
              </DropdownMenuItem>
            );
          })}
          <DropdownMenuSeparator />
          {switches.map(({ name, Icon, isOn, onToggle }) => (
            <DropdownMenuItem
              key={name}
              role="menuitemcheckbox"
              aria-checked={isOn}
              className={cn(isOn && 'text-primary-text')}
              onSelect={onToggle}
            >
              <Icon aria-hidden />
              {t(($) => $.chart.draw.switches[name])}
            </DropdownMenuItem>
          ))}
          <DropdownMenuSeparator />
          {waysOf(drawings).map(({ name, Icon, onGo }) => (
            <DropdownMenuItem
              key={name}
              disabled={onGo === null}
              // Several steps are gone back one after the other.
              onSelect={(event) => {
                event.preventDefault();
                onGo?.();
              }}
            >
              <Icon aria-hidden />
              {t(($) => $.chart.draw[name])}
            </DropdownMenuItem>
          ))}
          <DropdownMenuItem danger disabled={drawings.all.length === 0} onSelect={() => setAsking(true)}>
            <Trash2 aria-hidden />
            {t(($) => $.chart.draw.deleteAll)}
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
      <DeleteAll isOpen={isAsking} onOpenChange={setAsking} drawings={drawings} />
    </>
  );
}

interface DeleteAllProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly drawings: Drawings;
}

function DeleteAll({ drawings, ...dialog }: DeleteAllProps) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      {...dialog}
      title={t(($) => $.chart.draw.deleteAllTitle, { count: drawings.all.length })}
      body={t(($) => $.chart.draw.deleteAllBody)}
      action={t(($) => $.chart.draw.deleteAll)}
      onConfirm={drawings.removeAll}
    />
  );
}
