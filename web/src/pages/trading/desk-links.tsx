/**
 * What a desk has to do with the windows beside it: it shows the contract of its colour, takes what they hand on, and opens
 * them by keys.
 */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { useHandedOrders, useLink, useLinkedContract } from '#desk/linked-windows.ts';
import { openPanelWindow } from '#desk/panel-windows.ts';
import { WINDOW_PANELS, type WindowPanel } from '#desk/window-panel.ts';
import { LinkMenu } from '#pages/trading/link-menu.tsx';
import { type ShortcutName, useShortcut } from '#session/shortcuts.ts';

const WINDOW_KEYS = {
  chart: 'chartWindow',
  ladder: 'ladderWindow',
  book: 'bookWindow',
  board: 'boardWindow',
  lists: 'listsWindow',
} as const satisfies Readonly<Record<WindowPanel, ShortcutName>>;

export function DeskLinks({ code }: { code: string }) {
  const navigate = useNavigate();
  const show = useCallback(
    (next: string) => void navigate({ to: '/trading/$code', params: { code: next }, replace: true }),
    [navigate],
  );
  const linked = useLinkedContract(code, show, true);
  useHandedOrders(show);
  const isUsed = useLink((link) => link.isUsed);
  return (
    <>
      {WINDOW_PANELS.map((panel) => (
        <WindowKey key={panel} panel={panel} code={code} />
      ))}
      {isUsed && <LinkMenu linked={linked} />}
    </>
  );
}

function WindowKey({ panel, code }: { panel: WindowPanel; code: string }) {
  const { t } = useTranslation();
  useShortcut(WINDOW_KEYS[panel], () => {
    if (!openPanelWindow(panel, code)) toast.error(t(($) => $.windows.blocked));
  });
  return null;
}
