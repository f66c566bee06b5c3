/**
 * The command palette, the shortcut list and the settings, each loaded when first opened by a key or from the header.
 */
import { Suspense, useEffect } from 'react';
import { AskedDialogs } from '#app/asked-dialogs.tsx';
import { AskedShortcuts } from '#app/asked-shortcuts.tsx';
import { late } from '#app/late.ts';
import { withAccountWords, withLaterWords } from '#i18n/i18n.ts';
import { useAuth } from '#session/auth-store.ts';
import { useKeptLists } from '#session/kept-lists-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';

const Palette = late(async () => ({
  default: (await withAccountWords(() => import('#app/product-palette.tsx'))).ProductPalette,
}));
const SettingsDialog = late(async () => ({
  default: (await withLaterWords(() => import('#features/settings/settings-dialog.tsx'))).SettingsDialog,
}));
const SignedInParts = late(async () => ({
  default: (await withLaterWords(() => import('#app/signed-in-parts.tsx'))).SignedInParts,
}));
const KeptListsOffer = late(async () => ({
  default: (await withLaterWords(() => import('#features/watchlists/kept-lists-offer.tsx'))).KeptListsOffer,
}));

export function ProductDialogs() {
  const isAuth = useAuth((state) => state.isAuth);
  const hasKept = useKeptLists(({ favourites, lists }) => favourites.length + lists.length > 0);
  const { dialog, close } = useOpenDialog();
  useEffect(startOfflineShell, []);
  return (
    <>
      <AskedShortcuts />
      <Suspense>
        {dialog === 'palette' && <Palette onClose={close} />}
        {dialog === 'settings' && <SettingsDialog version={__APP_VERSION__} onClose={close} />}
      </Suspense>
      <AskedDialogs />
      {/* What nobody asked for never holds up what somebody did. */}
      <Suspense>
        {isAuth && <SignedInParts />}
        {isAuth && hasKept && <KeptListsOffer />}
      </Suspense>
    </>
  );
}

/** Production builds only: in development, files change under the worker. In a mock build the worker is the mock's. */
function startOfflineShell(): void {
  if (!import.meta.env.PROD || import.meta.env.WITH_MOCK || !('serviceWorker' in navigator)) return;
  // Without a network there is none to install; the next visit tries again.
  void import('#app/service-worker.ts').then(
    ({ startServiceWorker }) => startServiceWorker(),
    () => undefined,
  );
}
