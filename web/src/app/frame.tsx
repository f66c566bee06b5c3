/** The app frame with everything that hangs in it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { clientConfig } from '#data/client-config.ts';
import { extraInfoQuery } from '#data/system.ts';
import { AppFrame } from '#features/shell/app-frame.tsx';
import { NetworkBadge, NetworkNotice } from '#features/shell/network-badge.tsx';
import { useAuth } from '#session/auth-store.ts';
import { HeaderAccount } from './header-account.tsx';
import { HeaderClock } from './header-clock.tsx';
import { useFeeds } from './use-feeds.ts';

/** After the first paint, and only for somebody who has orders to hear of. */
const OrderToasts = lazy(async () => ({
  default: (await import('#features/order-toasts/order-toasts.tsx')).OrderToasts,
}));

export function Frame({ children }: { children: ReactNode }) {
  useFeeds();
  const isAuth = useAuth((state) => state.isAuth);
  const { data: info } = useQuery(extraInfoQuery());
  return (
    <AppFrame
      appName={clientConfig().appName}
      version={__APP_VERSION__}
      isSimulated={info?.venue === 'simulated'}
      centre={<HeaderClock />}
      account={isAuth ? <HeaderAccount /> : undefined}
      status={<NetworkBadge />}
      notice={<NetworkNotice />}
    >
      {children}
      {isAuth && (
        <Suspense>
          <OrderToasts />
        </Suspense>
      )}
    </AppFrame>
  );
}
