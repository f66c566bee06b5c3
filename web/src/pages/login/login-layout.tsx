/** The layout of pages before signing in: beside the product's picture on a wide screen, without it on a phone. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Logo } from '#design/ui/figures/logo.tsx';
import { NetworkBadge } from '#features/network/network-badge.tsx';
import { AppearanceMenu } from '#features/shell/appearance-menu.tsx';
import { Footer } from '#features/shell/footer.tsx';
import { LanguageMenu } from '#features/shell/language-menu.tsx';
import { SeasonLines } from '#pages/login/season-lines.tsx';

export interface LoginLayoutProps {
  readonly appName: string;
  readonly version: string;
  readonly title: string;
  readonly subtitle: string;
  /** Above the title: the progress through several steps. */
  readonly above?: ReactNode;
  /** For a long form: begins higher and is slightly wider. */
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

export function LoginLayout(props: LoginLayoutProps) {
  const { appName, version, title, subtitle, above, isLong = false, children } = props;
  const { t } = useTranslation();
  return (
    <div className="flex min-h-dvh flex-col lg:h-dvh">
      <div className="grid min-h-0 flex-1 lg:grid-cols-[minmax(0,1fr)_560px]">
        <Welcome appName={appName} />
        <div className="flex min-h-0 flex-col overflow-y-auto bg-surface px-4 py-3 sm:px-8 lg:py-6">
          <header className="flex items-center justify-end gap-1">
            <Link
              to="/"
              className="relative mr-auto flex rounded-md max-md:after:absolute max-md:after:-inset-3 lg:hidden"
            >
              <Logo name={appName} />
            </Link>
            <Link to="/" className={buttonVariants({ variant: 'ghost', className: 'max-md:h-11' })}>
              {t(($) => $.shell.nav.priceboard)}
            </Link>
            <AppearanceMenu />
            <LanguageMenu />
          </header>
          <main className="flex flex-1 flex-col">
            <div
              className={cn(
                'mx-auto mb-auto grid w-full gap-6 pb-10',
                isLong ? 'mt-[clamp(4px,1vh,24px)] max-w-[440px] gap-5' : 'mt-[clamp(24px,18vh,200px)] max-w-[376px]',
              )}
            >
              {above}
              <div>
                <h1 className="font-semibold text-24">{title}</h1>
                <p className="mt-1 text-14 text-fg-2">{subtitle}</p>
              </div>
              {children}
            </div>
            <footer className="grid justify-items-center gap-1 text-center text-12 text-fg-3">
              <p className="text-balance">{t(($) => $.pages.login.risk)}</p>
              <Link to="/verify" className="rounded-sm hover:text-foreground hover:underline max-md:py-3.5">
                {t(($) => $.pages.login.verify)}
              </Link>
            </footer>
          </main>
        </div>
      </div>
      <Footer version={version} status={<NetworkBadge />} />
    </div>
  );
}

function Welcome({ appName }: { appName: string }) {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={appName}
      className="relative hidden flex-col overflow-hidden border-border border-r bg-background px-10 py-8 lg:flex"
    >
      <SeasonLines className="absolute inset-x-0 top-[30%] h-[62%] w-full [mask-image:linear-gradient(90deg,transparent,#000_22%,#000_86%,transparent)]" />
      <Link to="/" className="relative flex self-start rounded-md">
        <Logo name={appName} />
      </Link>
      <p className="relative mt-14 whitespace-pre-line font-semibold text-36">{t(($) => $.pages.login.headline)}</p>
      <p className="relative mt-3 max-w-[460px] text-16 text-fg-2 leading-[26px]">{t(($) => $.pages.login.lead)}</p>
    </aside>
  );
}
