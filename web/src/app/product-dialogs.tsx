/** The command palette, the cheat sheet, the settings: each loaded when it is first opened, by a key or from the header. */
import { lazy, Suspense, useEffect } from 'react';
import { withLaterWords } from '#i18n/i18n.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

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
