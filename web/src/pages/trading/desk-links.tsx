/**
 * What a desk has to do with the windows beside it: it shows the contract of its colour, takes what they hand on, and opens
 * the ladder's by a key.
 */
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '#design/ui/feedback/toaster.tsx';
import { useHandedOrders, useLink, useLinkedContract } from '#desk/linked-windows.ts';
import { openPanelWindow } from '#desk/panel-windows.ts';
import { LinkMenu } from '#pages/trading/link-menu.tsx';
import { useShortcut } from '#session/shortcuts.ts';

export function DeskLinks({ code }: { code: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const show = useCallback(
    (next: string) => void navigate({ to: '/trading/$code', params: { code: next }, replace: true }),
    [navigate],
  );
  useLinkedContract(code, show, true);
  useHandedOrders(show);
  useShortcut('ladderWindow', () => {
    if (!openPanelWindow('ladder', code)) toast.error(t(($) => $.windows.blocked));
  });
  const isUsed = useLink((link) => link.isUsed);
  return isUsed ? <LinkMenu /> : null;
}
