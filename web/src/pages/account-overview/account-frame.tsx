/** Around every account page: the way between them, at the side of a desk and above the page on a phone. */
import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  ArrowUpFromLine,
  BellRing,
  Contact,
  Copy,
  FileSignature,
  History,
  IdCard,
  Keyboard,
  Landmark,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  PackageCheck,
  ShieldCheck,
  WalletCards,
} from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#design/ui/feedback/badge.tsx';
import { usePageFocus } from '#design/use-page-focus.ts';
import { PapersNotice } from '#pages/account-overview/papers-notice.tsx';
import { useTradingAccount } from '#signed-in/accounts.ts';
import { usePapersToSign } from '#signed-in/papers.ts';

/** Says all of it itself. */
const SIGNING_PAGE = '/account-overview/digital-signature';

interface AccountLink {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'activeOptions'>;
  /** What waits there. */
  readonly waiting?: string | undefined;
}

export function AccountFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const links = useAccountLinks();
  const pathname = useLocation({ select: (location) => location.pathname });
  const page = useRef<HTMLDivElement>(null);
  const nav = useRef<HTMLElement>(null);
  useShownLink(nav, { pathname, count: links.length });
  usePageFocus(page, pathname);
  return (
    // A low window has no room for more than the page: there all of it scrolls, the way too.
    <div className="flex min-h-0 flex-1 max-lg:flex-col max-lg:low:flex-none">
      <nav
        ref={nav}
        aria-label={t(($) => $.accounts.nav)}
        className="flex shrink-0 gap-0.5 border-border bg-surface max-lg:overflow-x-auto max-lg:border-b max-lg:px-2 max-lg:py-1 max-lg:[scrollbar-width:none] lg:w-52 lg:flex-col lg:border-r lg:p-2"
      >
        {links.map(({ name, icon: Icon, link, waiting }) => (
          <Link
            key={name}
            {...link}
            className="flex h-9 items-center gap-2.5 whitespace-nowrap rounded-md px-2.5 text-fg-2 outline-offset-[-2px] hover:bg-surface-2 hover:text-foreground data-[status=active]:bg-surface-3 data-[status=active]:font-medium data-[status=active]:text-foreground max-md:not-low:h-11"
          >
            <Icon aria-hidden className="size-4 shrink-0" />
            {name}
            {waiting && (
              <Badge tone="warning" className="ml-auto">
                {waiting}
              </Badge>
            )}
          </Link>
        ))}
      </nav>
      {/* Another page begins at its top. */}
      <div
        key={pathname}
        ref={page}
        tabIndex={-1}
        className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto outline-none max-lg:low:overflow-visible"
      >
        {pathname !== SIGNING_PAGE && <PapersNotice />}
        {children}
      </div>
    </div>
  );
}

/** A phone shows a part of the way only: the page that is open is in it, also once the sub-account's links have come. */
function useShownLink(
  nav: RefObject<HTMLElement | null>,
  { pathname, count }: { readonly pathname: string; readonly count: number },
): void {
  useEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('a[data-status="active"]');
    // Read again for each page and each link.
    if (pathname !== '' && count > 0 && nav.current && open)
      nav.current.scrollLeft = open.offsetLeft - (nav.current.clientWidth - open.offsetWidth) / 2;
  }, [nav, pathname, count]);
}

/** Pages of a sub-account are those of the one that orders go from. */
function useAccountLinks(): readonly AccountLink[] {
  const { t } = useTranslation();
  const account = useTradingAccount();
  const toSign = usePapersToSign().length;
  const home: AccountLink = {
    name: t(($) => $.accounts.home),
    icon: LayoutDashboard,
    link: { to: '/account-overview', activeOptions: { exact: true } },
  };
  const ofInvestor: readonly AccountLink[] = [
    { name: t(($) => $.identification.nav), icon: IdCard, link: { to: '/account-overview/ekyc' } },
    {
      name: t(($) => $.security.contact.title),
      icon: Contact,
      link: { to: '/account-overview/contact-information' },
    },
    {
      name: t(($) => $.banks.title),
      icon: Landmark,
      link: { to: '/account-overview/bank-information' },
    },
    { name: t(($) => $.security.title), icon: ShieldCheck, link: { to: '/account-overview/security-account' } },
    {
      name: t(($) => $.contracts.title),
      icon: FileSignature,
      link: { to: SIGNING_PAGE },
      waiting: toSign > 0 ? t(($) => $.contracts.toSign, { count: toSign }) : undefined,
    },
  ];
  const toNews: AccountLink = {
    name: t(($) => $.settings.news.title),
    icon: BellRing,
    link: { to: '/account-overview/alerts' },
  };
  const ofDevice: AccountLink = {
    name: t(($) => $.shortcuts.title),
    icon: Keyboard,
    link: { to: '/account-overview/shortcuts' },
  };
  if (!account?.isActivated) return [home, ...ofInvestor, toNews, ofDevice];
  const params = { accountId: account.accountId };
  return [
    home,
    {
      name: t(($) => $.accounts.property),
      icon: WalletCards,
      link: { to: '/account-overview/property/$accountId', params },
    },
    {
      name: t(($) => $.accounts.orderManager),
      icon: ListOrdered,
      link: { to: '/account-overview/order-manager/$accountId', params },
    },
    { name: t(($) => $.shell.nav.copying), icon: Copy, link: { to: '/account-overview/copy-trade' } },
    { name: t(($) => $.deposits.title), icon: ArrowDownToLine, link: { to: '/account-overview/deposit' } },
    { name: t(($) => $.withdrawals.title), icon: ArrowUpFromLine, link: { to: '/account-overview/withdraw' } },
    { name: t(($) => $.money.history), icon: History, link: { to: '/account-overview/history-payment' } },
    {
      name: t(($) => $.packages.title),
      icon: PackageCheck,
      // Without a name said, it would be the one of the package that is open.
      link: { to: '/account-overview/service-package/{-$packageName}', params: { packageName: undefined } },
    },
    ...ofInvestor,
    toNews,
    ofDevice,
  ];
}
