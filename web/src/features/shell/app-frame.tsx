/** What surrounds every page but sign-in: header, the page, footer; on a phone the navigation below. */
import type { ReactNode } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';
import { useTranslation } from 'react-i18next';
import { BottomNavigation } from './bottom-navigation.tsx';
import { Footer } from './footer.tsx';
import { Header, type HeaderProps } from './header.tsx';

export interface AppFrameProps extends HeaderProps {
  readonly version: string;
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

export function AppFrame({ appName, version, centre, account, status, children }: AppFrameProps) {
  const { t } = useTranslation();
  // Spec 2: the browser's own settings shortcut would leave the desk.
  useHotkeys('mod+comma', (event) => event.preventDefault(), { enableOnFormTags: true, enableOnContentEditable: true });
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-16 rounded-md bg-primary px-3 py-1.5 font-medium text-primary-foreground focus-visible:translate-y-0"
      >
        {t(($) => $.shell.nav.skip)}
      </a>
      <Header appName={appName} centre={centre} account={account} />
      <main id="main" tabIndex={-1} className="flex min-h-0 flex-1 flex-col overflow-y-auto outline-none">
        {children}
      </main>
      <Footer version={version} status={status} className="hidden md:flex" />
      <BottomNavigation />
    </div>
  );
}
