/** The frame of every page but sign-in: header, the page, footer; on a phone the navigation below. */
import { type ReactNode, useEffect } from 'react';
import { BottomNavigation } from '#features/shell/bottom-navigation.tsx';
import { Footer } from '#features/shell/footer.tsx';
import { Header, type HeaderProps } from '#features/shell/header.tsx';
import { SkipLinks } from '#features/shell/skip-links.tsx';

export interface AppFrameProps extends HeaderProps {
  readonly version: string;
  /** Prices come from a simulation, which the footer states. */
  readonly isSimulated?: boolean;
  /** A notice about the account on every page: it is below a margin level. */
  readonly alert?: ReactNode;
  readonly status?: ReactNode;
  /** Above the phone's navigation, where there is no footer. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
}

export function AppFrame({
  appName,
  version,
  isSimulated = false,
  centre,
  mailbox,
  account,
  alert,
  status,
  notice,
  children,
}: AppFrameProps) {
  useEffect(blockSettingsShortcut, []);
  return (
    <div className="relative flex h-dvh flex-col overflow-clip">
      <SkipLinks />
      <Header appName={appName} centre={centre} mailbox={mailbox} account={account} />
      {alert}
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
        {children}
      </main>
      <Footer version={version} isSimulated={isSimulated} status={status} className="hidden md:flex" />
      {notice}
      <BottomNavigation />
    </div>
  );
}

/** Ctrl/Cmd+comma is blocked, because the browser's own settings would leave the desk. */
function blockSettingsShortcut(): () => void {
  const block = (event: KeyboardEvent) => {
    if (event.key === ',' && (event.ctrlKey || event.metaKey)) event.preventDefault();
  };
  window.addEventListener('keydown', block);
  return () => window.removeEventListener('keydown', block);
}
