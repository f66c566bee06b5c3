/** The app frame and everything mounted in it. */
import { type ReactNode, Suspense } from 'react';
import { AskedProofs } from '#app/asked-proofs.tsx';
import { HeaderAccount } from '#app/header-account.tsx';
import { HeaderClock } from '#app/header-clock.tsx';
import { late } from '#app/late.ts';
import { useFeeds } from '#app/use-feeds.ts';
import { useProductKeys } from '#app/use-product-keys.ts';
import { useSharedSelection } from '#app/use-shared-selection.ts';
import { MailboxBell } from '#features/mailbox/mailbox-bell.tsx';
import { NetworkBadge } from '#features/network/network-badge.tsx';
import { NetworkNotice } from '#features/network/network-notice.tsx';
import { AppFrame } from '#features/shell/app-frame.tsx';
import { ExchangeDownNotice } from '#features/shell/exchange-down-notice.tsx';
import { HeaderSearch } from '#features/shell/header-search.tsx';
import { OfflineNotice } from '#features/shell/offline-notice.tsx';
import { withLaterWords } from '#i18n/i18n.ts';
import { useAfterFirstPrice } from '#market/first-price.ts';
import { useIsSimulated } from '#market/system.ts';
import { useAuth } from '#session/auth-store.ts';
import { useActiveInvestor } from '#signed-in/accounts.ts';
import { useActiveUser } from '#signed-in/actor.ts';
import { clientConfig } from '#wire/client-config.ts';

/** Loaded after the first paint, and only for investors who have orders to be notified of. */
const OrderToasts = late(async () => ({
  default: (await withLaterWords(() => import('#features/order-toasts/order-toasts.tsx'))).OrderToasts,
}));

/** Opened by a key or from the header; not needed for the first price. */
const ProductDialogs = late(async () => ({ default: (await import('#app/product-dialogs.tsx')).ProductDialogs }));

/** Most accounts have not reached a margin level, and its texts are not needed for the first price. */
const MarginAlert = late(async () => ({
  default: (await withLaterWords(() => import('#features/margin-levels/margin-alert.tsx'))).MarginAlert,
}));

/** Shown to investors who may not trade yet. */
const StatusNotice = late(async () => ({
  default: (await withLaterWords(() => import('#features/shell/status-notice.tsx'))).StatusNotice,
}));

export function Frame({ children }: { children: ReactNode }) {
  useFeeds();
  useProductKeys();
  useSharedSelection();
  const isAuth = useAuth((state) => state.isAuth);
  const isAfterFirstPrice = useAfterFirstPrice();
  return (
    <AppFrame
      appName={clientConfig().appName}
      version={__APP_VERSION__}
      isSimulated={useIsSimulated()}
      centre={
        <>
          <HeaderSearch />
          <HeaderClock />
        </>
      }
      mailbox={isAuth ? <MailboxBell /> : undefined}
      account={isAuth ? <HeaderAccount /> : undefined}
      alert={
        <>
          <OfflineNotice />
          <ExchangeDownNotice />
          <OwnStatus />
          {isAuth && (
            <Suspense>
              <MarginAlert />
            </Suspense>
          )}
        </>
      }
      status={<NetworkBadge />}
      notice={<NetworkNotice />}
    >
      {children}
      {isAfterFirstPrice && (
        <Suspense>
          <ProductDialogs />
        </Suspense>
      )}
      <AskedProofs />
      {isAuth && (
        <Suspense>
          <OrderToasts />
        </Suspense>
      )}
    </AppFrame>
  );
}

function OwnStatus() {
  const userId = useActiveUser();
  const me = useActiveInvestor();
  if (userId === null || !me || me.status === 'ACTIVE') return null;
  return (
    <Suspense>
      <StatusNotice key={userId} userId={userId} />
    </Suspense>
  );
}
