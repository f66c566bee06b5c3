/**
 * The header, 48 px high: logo, navigation, then the account and the appearance. The account stays visible (principle
 * 5).
 */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cn } from '#design/class-names.ts';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { Logo } from '#design/ui/figures/logo.tsx';
import { AppearanceMenu } from '#features/shell/appearance-menu.tsx';
import { LanguageMenu } from '#features/shell/language-menu.tsx';
import { useDestinations } from '#features/shell/navigation.ts';
import { useAuth } from '#session/auth-store.ts';

export interface HeaderProps {
  readonly appName: string;
  /** Between navigation and account: search, market clock. */
  readonly centre?: ReactNode;
  /** Between them and the account: the bell of signed-in investors. */
  readonly mailbox?: ReactNode;
  /** The account switcher; if omitted, a visitor is offered to sign in. */
  readonly account?: ReactNode;
}

export function Header({ appName, centre, mailbox, account }: HeaderProps) {
  const { t } = useTranslation();
  const isAuth = useAuth((state) => state.isAuth);
  const destinations = useDestinations();
  return (
    <header className="flex h-header shrink-0 items-center gap-1 border-border border-b bg-surface pr-2 pl-4 md:pr-3">
      <Link to="/" className="relative flex rounded-md max-md:after:absolute max-md:after:-inset-3 md:mr-4">
        <Logo name={appName} isShortOnPhone={isAuth} />
      </Link>
      <nav aria-label={t(($) => $.shell.nav.main)} className="hidden shrink-0 gap-0.5 md:flex">
        {destinations.map(({ key, name, link, isOnlyWide }) => (
          <Link
            key={key}
            {...link}
            className={cn(
              'flex h-8 items-center whitespace-nowrap rounded-md px-2.5 font-medium text-fg-2 hover:bg-surface-2 hover:text-foreground data-[status=active]:bg-surface-3 data-[status=active]:text-foreground',
              isOnlyWide && 'max-lg:hidden',
            )}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className="flex min-w-0 flex-1 items-center justify-end gap-1">
        {centre}
        {mailbox}
        {account ??
          (!isAuth && (
            <>
              <Link to="/login" className={cn(buttonVariants({ variant: 'ghost' }), 'hidden md:inline-flex')}>
                {t(($) => $.shell.header.signIn)}
              </Link>
              <Link
                to="/sign-up"
                className={cn(
                  buttonVariants(),
                  'relative mr-1 max-md:h-9 max-md:after:absolute max-md:after:-inset-y-1 max-md:after:inset-x-0',
                )}
              >
                {t(($) => $.shell.action.signUp)}
              </Link>
            </>
          ))}
        {/* A phone has these in the settings, reachable from its navigation. */}
        <span className="hidden items-center gap-1 md:flex">
          <AppearanceMenu />
          <LanguageMenu />
        </span>
      </div>
    </header>
  );
}
