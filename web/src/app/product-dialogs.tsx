/**
 * What is reachable from everywhere by a key: the command palette, the cheat sheet, the settings. Comes after the first
 * price, and each dialog when it is first opened.
 */
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { withLaterWords } from '#i18n/i18n.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { useShortcut } from '#session/shortcuts.ts';

const Palette = lazy(async () => ({
  default: (await withLaterWords(() => import('./product-palette.tsx'))).ProductPalette,
}));
const CheatSheet = lazy(async () => ({
  default: (await withLaterWords(() => import('#features/shortcuts/cheat-sheet.tsx'))).CheatSheet,
}));
const SettingsDialog = lazy(async () => ({
  default: (await withLaterWords(() => import('#features/settings/settings-dialog.tsx'))).SettingsDialog,
}));

export function ProductDialogs() {
  const { dialog, close } = useOpenDialog();
  useProductKeys();
  useEffect(startOfflineShell, []);
  return (
    <Suspense>
      {dialog === 'palette' && <Palette onClose={close} />}
      {dialog === 'shortcuts' && <CheatSheet onClose={close} />}
      {dialog === 'settings' && <SettingsDialog onClose={close} />}
    </Suspense>
  );
}

/** Only as built: while developing, files change under a worker's feet. */
function startOfflineShell(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  void import('./service-worker.ts').then(({ startServiceWorker }) => startServiceWorker());
}

function useProductKeys(): void {
  const navigate = useNavigate();
  const open = useOpenDialog((state) => state.open);
  useShortcut('palette', () => open('palette'));
  useShortcut('cheatSheet', () => open('shortcuts'));
  useShortcut('privacy', () => usePrivacy.getState().toggle());
  useShortcut('toPriceboard', () => void navigate({ to: '/' }));
  useShortcut('toTrading', () => {
    const { code } = useLastContract.getState();
    if (code !== null) void navigate({ to: '/trading/$code', params: { code } });
  });
}
