/**
 * Links of the header and the phone's bottom bar. "Trading" appears once a contract has been viewed, the margin
 * calculator for visitors, and the account pages for signed-in investors.
 */
import { type LinkProps, useLocation } from '@tanstack/react-router';
import { Calculator, CandlestickChart, Copy, List, type LucideIcon, WalletCards } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '#session/auth-store.ts';
import { useLastContract } from '#session/last-contract-store.ts';

export interface Destination {
  readonly key: string;
  readonly name: string;
  /** Where five of them share the width of a phone; the name if that is short enough. */
  readonly shortName?: string;
  /** Not in a narrow header, which has no room for it: account pages and the command palette lead there too. */
  readonly isOnlyWide?: boolean;
  readonly icon: LucideIcon;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'activeOptions'>;
}

const COPY_TRADE = '/account-overview/copy-trade';

export function useDestinations(): readonly Destination[] {
  const { t } = useTranslation();
  const code = useLastContract((state) => state.code);
  const isAuth = useAuth((state) => state.isAuth);
  const isCopying = useLocation({ select: ({ pathname }) => pathname.startsWith(COPY_TRADE) });
  const priceboard: Destination = {
    key: 'priceboard',
    name: t(($) => $.shell.nav.priceboard),
    icon: List,
    link: { to: '/', activeOptions: { exact: true } },
  };
  const trading: Destination | null =
    code === null
      ? null
      : {
          key: 'trading',
          name: t(($) => $.shell.nav.trading),
          icon: CandlestickChart,
          link: { to: '/trading/$code', params: { code } },
        };
  const account: Destination | null = isAuth
    ? {
        key: 'account',
        name: t(($) => $.shell.nav.account),
        icon: WalletCards,
        // Its pages are below this address, and a destination of their own.
        link: { to: '/account-overview', activeOptions: { exact: isCopying } },
      }
    : null;
  const copying: Destination | null = isAuth
    ? {
        key: 'copying',
        name: t(($) => $.shell.nav.copying),
        shortName: t(($) => $.shell.nav.copyingShort),
        isOnlyWide: true,
        icon: Copy,
        link: { to: COPY_TRADE },
      }
    : null;
  // For whoever does not trade yet; investors find it in the command palette.
  const calculator: Destination | null = isAuth
    ? null
    : {
        key: 'calculator',
        name: t(($) => $.shell.nav.calculator),
        shortName: t(($) => $.shell.nav.calculatorShort),
        isOnlyWide: true,
        icon: Calculator,
        link: { to: '/margin-calculator' },
      };
  return [priceboard, trading, calculator, account, copying].filter((destination) => destination !== null);
}
