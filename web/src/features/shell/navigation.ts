/** Where the header and the phone's bottom bar lead. "Trading" appears once a contract is known to lead to. */
import type { LinkProps } from '@tanstack/react-router';
import { CandlestickChart, List, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
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
  const priceboard: Destination = {
    key: 'priceboard',
    name: t(($) => $.shell.nav.priceboard),
    icon: List,
    link: { to: '/', activeOptions: { exact: true } },
  };
  if (code === null) return [priceboard];
  const trading: Destination = {
    key: 'trading',
    name: t(($) => $.shell.nav.trading),
    icon: CandlestickChart,
    link: { to: '/trading/$code', params: { code } },
  };
  return [priceboard, trading];
}
