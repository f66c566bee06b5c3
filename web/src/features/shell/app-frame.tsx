/** What surrounds every page but sign-in: header, the page, footer; on a phone the navigation below. */
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BottomNavigation } from '#features/shell/bottom-navigation.tsx';
import { Footer } from '#features/shell/footer.tsx';
import { Header, type HeaderProps } from '#features/shell/header.tsx';

export interface AppFrameProps extends HeaderProps {
  readonly version: string;
  /** Prices are made by a simulation: the footer says so. */
  readonly isSimulated?: boolean;
  /** What concerns the account on every page: it stands on the margin ladder. */
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
  const { t } = useTranslation();
  useEffect(blockSettingsShortcut, []);
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-1.5 font-medium text-primary-foreground focus-visible:translate-y-0"
      >
        {t(($) => $.shell.nav.skip)}
      </a>
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

/** Spec 2: Ctrl/Cmd+comma is blocked, because the browser's own settings would leave the desk. */
function blockSettingsShortcut(): () => void {
  const block = (event: KeyboardEvent) => {
    if (event.key === ',' && (event.ctrlKey || event.metaKey)) event.preventDefault();
  };
  window.addEventListener('keydown', block);
  return () => window.removeEventListener('keydown', block);
}
