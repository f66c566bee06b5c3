/** The loaded part of the desk's arrangement: panels to show, saved workspaces, and a reset to the default. */
import { Check, RotateCcw, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#design/ui/controls/button.tsx';
import { IconButton } from '#design/ui/controls/icon-button.tsx';
import { Input } from '#design/ui/controls/input.tsx';
import { SwitchRow } from '#design/ui/controls/switch-row.tsx';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { type FocusPlaces, useKeptFocus } from '#design/ui/overlays/kept-focus.ts';
import { Popover, PopoverContent, PopoverTrigger } from '#design/ui/overlays/popover.tsx';
import { openPanelWindow } from '#desk/panel-windows.ts';
import { WINDOW_PANELS, type WindowPanel } from '#desk/window-panel.ts';
import { errorText } from '#i18n/error-text.ts';
import { ChartLayouts } from '#pages/trading/chart-layouts.tsx';
import {
  type DeskPanel,
  DRAWN_LAYOUT,
  isWorkspaceName,
  layoutOf,
  MOST_WORKSPACES,
  useDeskLayout,
  WORKSPACE_NAME_LENGTH,
  type Workspace,
} from '#pages/trading/desk-layout.ts';
import { WorkspaceButton } from '#pages/trading/workspace-button.tsx';

export interface WorkspaceChoicesProps {
  /** The panels that fit this window beside the chart. */
  readonly panels: readonly DeskPanel[];
  /** The contract that a window opens with. */
  readonly code: string;
}

export function WorkspaceChoices({ panels, code }: WorkspaceChoicesProps) {
  const { t } = useTranslation();
  const { charts, hidden, workspaces, setCharts, setShown, arrange } = useDeskLayout();
  return (
    <Popover defaultOpen>
      <PopoverTrigger asChild>
        <WorkspaceButton />
      </PopoverTrigger>
      <PopoverContent align="end" className="w-72 p-3" aria-label={t(($) => $.workspaces.title)}>
        <h3 className="text-12 text-fg-3">{t(($) => $.workspaces.panels)}</h3>
        {panels.map((panel) => (
          <SwitchRow
            key={panel}
            name={t(($) => $.workspaces.panel[panel])}
            isOn={!hidden.includes(panel)}
            onChange={(isOn) => setShown(panel, isOn)}
          />
        ))}
        <h3 className="mt-2 border-border border-t pt-2.5 pb-1.5 text-12 text-fg-3">{t(($) => $.windows.charts)}</h3>
        <ChartLayouts charts={charts} onCharts={setCharts} />
        <WindowList code={code} />
        <h3 className="mt-2 border-border border-t pt-2.5 text-12 text-fg-3">{t(($) => $.workspaces.kept)}</h3>
        {workspaces.length === 0 && <p className="py-1 text-12 text-fg-3">{t(($) => $.workspaces.none)}</p>}
        <WorkspaceList workspaces={workspaces} />
        <KeepForm />
        <Button variant="ghost" size="sm" className="-ml-2 mt-2 text-fg-2" onClick={() => arrange(DRAWN_LAYOUT)}>
          <RotateCcw aria-hidden className="size-3.5" />
          {t(($) => $.workspaces.reset)}
        </Button>
      </PopoverContent>
    </Popover>
  );
}

function WindowList({ code }: Pick<WorkspaceChoicesProps, 'code'>) {
  const { t } = useTranslation();
  const open = (panel: WindowPanel) => {
    if (!openPanelWindow(panel, code)) toast.error(t(($) => $.windows.blocked));
  };
  return (
    <>
      <h3 className="mt-2 border-border border-t pt-2.5 pb-1.5 text-12 text-fg-3">{t(($) => $.windows.open)}</h3>
      <div className="flex flex-wrap gap-1.5">
        {WINDOW_PANELS.map((panel) => (
          <Button key={panel} variant="outline" size="sm" onClick={() => open(panel)}>
            {t(($) => $.windows.panel[panel])}
          </Button>
        ))}
      </div>
    </>
  );
}

function WorkspaceList({ workspaces }: { workspaces: readonly Workspace[] }) {
  const list = useRef<HTMLUListElement>(null);
  const kept = useKeptFocus(list, PLACES);
  return (
    <ul ref={list} {...kept}>
      {workspaces.map((workspace) => (
        <WorkspaceLine key={workspace.name} workspace={workspace} />
      ))}
    </ul>
  );
}

const PLACES: FocusPlaces = {
  rows: 'li',
  // The field that names the next workspace.
  otherwise: (list) => list.parentElement?.querySelector('input'),
};

function WorkspaceLine({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation();
  const { name } = workspace;
  const { arrange, forget } = useDeskLayout();
  const isCurrent = useDeskLayout((desk) => JSON.stringify(layoutOf(desk)) === JSON.stringify(layoutOf(workspace)));
  return (
    <li className="-mx-1.5 flex items-center rounded-sm hover:bg-surface-3">
      <button
        type="button"
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => arrange(workspace)}
        className="flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-sm px-1.5 text-left"
      >
        <span className="min-w-0 flex-1 truncate">{name}</span>
        {isCurrent && <Check aria-hidden className="size-3.5 text-primary-text" />}
      </button>
      <IconButton size="icon-sm" label={t(($) => $.workspaces.forget, { name })} onClick={() => forget(name)}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  );
}

function KeepForm() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const id = useId();
  const isName = isWorkspaceName(name.trim());
  const isUnreadable = name.trim() !== '' && !isName;
  const keep = (event: FormEvent) => {
    event.preventDefault();
    // The button is off without a name: what is refused is one too many. What was typed stays.
    if (useDeskLayout.getState().keep(name)) setName('');
    else toast.error(t(($) => $.workspaces.full, { most: MOST_WORKSPACES }));
  };
  return (
    <form onSubmit={keep} className="mt-1.5 flex flex-wrap gap-1.5">
      <label htmlFor={id} className="sr-only">
        {t(($) => $.workspaces.name)}
      </label>
      <Input
        id={id}
        value={name}
        maxLength={WORKSPACE_NAME_LENGTH}
        placeholder={t(($) => $.workspaces.name)}
        aria-invalid={isUnreadable ? true : undefined}
        aria-describedby={isUnreadable ? `${id}-fault` : undefined}
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="outline" disabled={!isName}>
        {t(($) => $.shell.action.save)}
      </Button>
      {isUnreadable && (
        <p id={`${id}-fault`} role="alert" className="w-full text-12 text-danger">
          {errorText(t, 'UnreadableText')}
        </p>
      )}
    </form>
  );
}
