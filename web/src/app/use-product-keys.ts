/**
 * Handles the keys that work on every page (session/shortcuts.ts) from the first moment; the dialogs they open may load
 * later.
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { watchEarlyKeys } from '#app/early-keys.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { useShortcut } from '#session/shortcuts.ts';

export function useProductKeys(): void {
  const navigate = useNavigate();
  const open = useOpenDialog((state) => state.open);
  useEffect(watchEarlyKeys, []);
  useShortcut('palette', () => open('palette'));
  useShortcut('cheatSheet', () => open('shortcuts'));
  useShortcut('privacy', () => usePrivacy.getState().toggle());
  useShortcut('toPriceboard', () => void navigate({ to: '/' }));
  useShortcut('toAccount', () => void navigate({ to: '/account-overview' }));
  useShortcut('toTrading', () => {
    const { code } = useLastContract.getState();
    if (code !== null) void navigate({ to: '/trading/$code', params: { code } });
  });
}
