/**
 * Links of the header and the phone's bottom bar. "Trading" appears once a contract has been viewed, and the account
 * pages for signed-in investors.
 */
import type { LinkProps } from '@tanstack/react-router';
import { CandlestickChart, List, type LucideIcon, WalletCards } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '#session/auth-store.ts';
import { useLastContract } from '#session/last-contract-store.ts';

export interface Destination {
  readonly key: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly link: Pick<LinkProps, 'to' | 'params' | 'activeOptions'>;
}

export function useDestinations(): readonly Destination[] {
  const { t } = useTranslation();
  const code = useLastContract((state) => state.code);
  const isAuth = useAuth((state) => state.isAuth);
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
        link: { to: '/account-overview' },
      }
    : null;
  return [priceboard, trading, account].filter((destination) => destination !== null);
}
