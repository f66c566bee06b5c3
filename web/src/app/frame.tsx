/** The app frame with everything that hangs in it. */
import type { ReactNode } from 'react';
import { clientConfig } from '#data/client-config.ts';
import { AppFrame } from '#features/shell/app-frame.tsx';

export function Frame({ children }: { children: ReactNode }) {
  return (
    <AppFrame appName={clientConfig().appName} version={__APP_VERSION__}>
      {children}
    </AppFrame>
  );
}
