/**
 * The frame of a window that shows one panel: whose orders they are, what the network does, and little else. It closes
 * when its investor signs out, in whichever window that was.
 */
import { type ReactNode, Suspense } from 'react';
import { AskedDialogs } from '#app/asked-dialogs.tsx';
import { AskedProofs } from '#app/asked-proofs.tsx';
import { AskedShortcuts } from '#app/asked-shortcuts.tsx';
import { HeaderAccount } from '#app/header-account.tsx';
import { late } from '#app/late.ts';
import { useClosedBySignOut } from '#app/use-closed-by-sign-out.ts';
import { useFeeds } from '#app/use-feeds.ts';
import { useSharedSelection } from '#app/use-shared-selection.ts';
import { useToastsAtFoot } from '#design/toast-place.ts';
import { NetworkBadge } from '#features/network/network-badge.tsx';
import { ExchangeDownNotice } from '#features/shell/exchange-down-notice.tsx';
import { OfflineNotice } from '#features/shell/offline-notice.tsx';
import { withLaterWords } from '#i18n/i18n.ts';
import { useAuth } from '#session/auth-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { useShortcut } from '#session/shortcuts.ts';

const OrderToasts = late(async () => ({
  default: (await withLaterWords(() => import('#features/order-toasts/order-toasts.tsx'))).OrderToasts,
}));

export function WindowFrame({ children }: { children: ReactNode }) {
  useFeeds();
  useShortcut('privacy', () => usePrivacy.getState().toggle());
  useShortcut('cheatSheet', () => useOpenDialog.getState().open('shortcuts'));
  useClosedBySignOut();
  useToastsAtFoot();
  useSharedSelection();
  const isAuth = useAuth((state) => state.isAuth);
  return (
    <div className="relative flex h-dvh flex-col overflow-clip">
      <OfflineNotice />
      <ExchangeDownNotice />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
        {children}
      </main>
      <footer className="flex min-h-10 shrink-0 flex-wrap items-center justify-between gap-2 border-border border-t bg-surface px-2 py-0.5">
        {isAuth && <HeaderAccount />}
        <span className="ml-auto flex">
          <NetworkBadge />
        </span>
      </footer>
      <AskedDialogs />
      <AskedProofs />
      <AskedShortcuts />
      {isAuth && (
        <Suspense>
          <OrderToasts isOwnOnly />
        </Suspense>
      )}
    </div>
  );
}
