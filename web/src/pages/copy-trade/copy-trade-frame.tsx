/** Around the pages of copy trading: their title and the way between them. A strategy or a copy has a head of its own. */
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonVariants } from '#design/ui/controls/button.tsx';
import { usePageFocus } from '#design/use-page-focus.ts';
import { PapersNotice } from '#pages/account-overview/papers-notice.tsx';
import { useActiveUser } from '#signed-in/actor.ts';

export const COPY_TRADE = '/account-overview/copy-trade';

export function CopyTradeFrame({ children }: { readonly children: ReactNode }) {
  const pathname = useLocation({ select: (location) => location.pathname.replace(/\/$/, '') });
  const shown = useLocation({ select: ({ search }) => `${pathname} ${partOf(search)}` });
  const isSignedIn = useActiveUser() !== null;
  const sections = useSections();
  const isSection = sections.some(({ path }) => path === pathname);
  const page = useRef<HTMLDivElement>(null);
  usePageFocus(page, shown);
  return (
    <div className="flex min-h-0 flex-1 flex-col max-lg:low:flex-none">
      <PapersNotice />
      {isSignedIn && isSection && <SectionHead sections={sections} pathname={pathname} />}
      {/* Another page begins at its top. */}
      <div
        key={shown}
        ref={page}
        tabIndex={-1}
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none max-lg:low:overflow-visible"
      >
        {children}
      </div>
    </div>
  );
}

/** A week of a copy and the form of a strategy are pages of their own, below an address that they share. */
function partOf({ week, tab }: { readonly week?: unknown; readonly tab?: unknown }): string {
  return week !== undefined ? 'week' : tab === 'terms' ? 'terms' : '';
}

interface Section {
  readonly name: string;
  readonly path: string;
  readonly link: Pick<LinkProps, 'to' | 'params'>;
}

function useSections(): readonly Section[] {
  const { t } = useTranslation();
  const section = (name: string, page: string, link: Section['link']) => ({
    name,
    path: `${COPY_TRADE}/${page}`,
    link,
  });
  return [
    section(
      t(($) => $.strategies.nav.strategies),
      'strategies',
      {
        to: '/account-overview/copy-trade/strategies/{-$strategyId}',
        params: { strategyId: undefined },
      },
    ),
    section(
      t(($) => $.strategies.nav.trading),
      'trading',
      {
        to: '/account-overview/copy-trade/trading/{-$copyId}',
        params: { copyId: undefined },
      },
    ),
    section(
      t(($) => $.strategies.nav.events),
      'events',
      { to: '/account-overview/copy-trade/events' },
    ),
    section(
      t(($) => $.strategies.nav.profit),
      'profit',
      { to: '/account-overview/copy-trade/profit' },
    ),
    section(
      t(($) => $.strategies.nav.history),
      'history',
      { to: '/account-overview/copy-trade/history' },
    ),
    section(
      t(($) => $.strategies.nav.fees),
      'fees',
      { to: '/account-overview/copy-trade/fees' },
    ),
    section(
      t(($) => $.strategies.nav.management),
      'management',
      {
        to: '/account-overview/copy-trade/management/{-$strategyId}',
        params: { strategyId: undefined },
      },
    ),
  ];
}

function SectionHead({ sections, pathname }: { readonly sections: readonly Section[]; readonly pathname: string }) {
  const { t } = useTranslation();
  const nav = useRef<HTMLElement>(null);
  // A phone shows a part of the way only: the page that is open is in it.
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (pathname !== '' && nav.current && open)
      nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname]);
  return (
    <header className="shrink-0 border-border border-b bg-surface pt-3 max-lg:low:pt-1.5">
      <div className="flex items-center gap-3 px-4 md:px-5">
        <h1 className="min-w-0 flex-1 truncate text-20">{t(($) => $.shell.nav.copying)}</h1>
        <Link
          to="/account-overview/copy-trade/management/{-$strategyId}"
          params={{ strategyId: 'new' }}
          className={buttonVariants({ variant: 'outline', className: 'max-md:h-11' })}
          data-testid="strategy-new"
        >
          <Plus aria-hidden />
          {t(($) => $.leading.create)}
        </Link>
      </div>
      <nav
        ref={nav}
        aria-label={t(($) => $.strategies.nav.name)}
        className="mt-1 flex h-10 gap-1 overflow-x-auto px-2 [scrollbar-width:none] max-md:h-11 md:px-3"
      >
        {sections.map(({ name, path, link }) => (
          <Link
            key={path}
            {...link}
            aria-current={path === pathname ? 'page' : undefined}
            activeProps={{}}
            className="relative flex items-center whitespace-nowrap px-2 font-medium text-13 text-fg-2 outline-offset-[-3px] after:absolute after:inset-x-2 after:bottom-0 after:h-0.5 after:rounded-[1px] hover:text-foreground aria-[current=page]:text-foreground aria-[current=page]:after:bg-primary-text"
          >
            {name}
          </Link>
        ))}
      </nav>
    </header>
  );
}
