/** Fills the command palette with what this product offers: its contracts, pages and actions. */
import type { Side } from '@mua/core/values';
import { useQueryClient } from '@tanstack/react-query';
import { type LinkProps, useNavigate } from '@tanstack/react-router';
import {
  ArrowDownToLine,
  BellRing,
  Calculator,
  CalendarSync,
  ChartSpline,
  Contact,
  Contrast,
  Eye,
  EyeOff,
  FileCheck,
  FilePenLine,
  IdCard,
  Keyboard,
  Languages,
  Layers,
  LayoutList,
  LifeBuoy,
  ListOrdered,
  ListX,
  type LucideIcon,
  Palette,
  Rows3,
  Settings,
  ShieldCheck,
  SquarePen,
  TrendingDown,
  TrendingUp,
  UserRound,
  WalletCards,
  Wifi,
} from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { takeEarlyKeys } from '#app/early-keys.ts';
import { openAlerts } from '#desk/open-alerts.ts';
import { askOfTrading } from '#desk/trading-question.ts';
import { CommandPalette } from '#features/command-palette/command-palette.tsx';
import type { PaletteEntry, PaletteGroup } from '#features/command-palette/palette-entry.ts';
import { useDestinations } from '#features/shell/navigation.ts';
import { LANGUAGES, languageOf } from '#i18n/languages.ts';
import { useFormat } from '#i18n/use-format.ts';
import { useFavourites } from '#lists/favourites.ts';
import { useContract, useContracts } from '#market/contracts.ts';
import { useTicketDraft } from '#orders/ticket-draft.ts';
import { useDeskActor } from '#pages/trading/own-order-lines.ts';
import { DENSITIES, PALETTES, useAppearance } from '#session/appearance-store.ts';
import { useAuth } from '#session/auth-store.ts';
import { useLastContract } from '#session/last-contract-store.ts';
import { useOpenDialog } from '#session/open-dialog.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { THEMES, useTheme } from '#session/theme-store.ts';
import { switchAccount } from '#signed-in/account-switch.ts';
import { useAccounts, useInvestors, useTradingAccount } from '#signed-in/accounts.ts';
import { clientConfig } from '#wire/client-config.ts';

/** Listed in both languages, whichever is shown: typing "dark" also finds "Tối". */
const ALSO: Readonly<Record<string, string>> = {
  light: 'light sáng',
  dark: 'dark tối',
  system: 'system hệ thống',
  vi: 'vietnamese tiếng việt',
  en: 'english tiếng anh',
};

/** Pages also found by what people do there: depositing and withdrawing, following and leading. */
const ALSO_PAGES: Readonly<Record<string, string>> = {
  account:
    'nạp tiền rút tiền chuyển tiền tiền mặt số dư khả dụng ký quỹ deposit withdraw withdrawal cash balance funds margin',
  calculator: 'margin calculator fee tick value tính ký quỹ phí bước giá',
  copying: 'chiến lược người dẫn người theo copy trade trading strategy leader follower copiers',
};

export function ProductPalette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { contracts } = useContracts();
  const last = useLastContract((state) => state.code);
  const { codes } = useFavourites();
  const nearest = useMemo(() => [...new Set([...(last === null ? [] : [last]), ...codes])], [last, codes]);
  const pages = usePages();
  const trading = useTradingEntries();
  const accounts = useAccountEntries();
  const choices = useChoices();
  const help = useHelp();
  const groups: readonly PaletteGroup[] = [
    { name: t(($) => $.shell.nav.trading), entries: trading },
    { name: t(($) => $.commands.pages), entries: pages },
    { name: t(($) => $.shell.header.account), entries: accounts },
    { name: t(($) => $.commands.actions), entries: choices },
    { name: t(($) => $.commands.help), entries: help },
  ];
  return (
    <CommandPalette
      contracts={contracts}
      nearest={nearest}
      groups={groups}
      takeTyped={takeEarlyKeys}
      onContract={(code) => void navigate({ to: '/trading/$code', params: { code } })}
      onClose={onClose}
    />
  );
}

function usePages(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const account = useTradingAccount();
  const isAuth = useAuth((state) => state.isAuth);
  const entry = (id: string, icon: LucideIcon, name: string, link: LinkProps, alsoFoundBy: string): PaletteEntry => ({
    ...{ id: `page ${id}`, icon, name, alsoFoundBy },
    run: () => void navigate(link),
  });
  const main = useDestinations().map(({ key, name, icon, link }) =>
    entry(key, icon, name, link, ALSO_PAGES[key] ?? ''),
  );
  if (!isAuth) return main;
  const params = account?.isActivated ? { accountId: account.accountId } : null;
  const calculator = entry(
    ...(['calculator', Calculator, t(($) => $.shell.nav.calculator)] as const),
    { to: '/margin-calculator' },
    ALSO_PAGES.calculator ?? '',
  );
  return [
    ...main,
    calculator,
    ...(params === null
      ? []
      : [
          entry(
            ...(['property', WalletCards, t(($) => $.accounts.property)] as const),
            { to: '/account-overview/property/$accountId', params },
            'ký quỹ mức ký quỹ tỷ lệ ký quỹ margin ratio equity tài sản ròng',
          ),
          entry(
            ...(['deposit', ArrowDownToLine, t(($) => $.deposits.title)] as const),
            { to: '/account-overview/deposit' },
            'nạp tiền chuyển khoản vietqr deposit top up bank transfer',
          ),
          entry(
            ...(['orders', ListOrdered, t(($) => $.accounts.orderManager)] as const),
            { to: '/account-overview/order-manager/$accountId', params },
            'sổ lệnh order history lịch sử lệnh',
          ),
        ]),
    entry(
      ...(['security', ShieldCheck, t(($) => $.security.title)] as const),
      { to: '/account-overview/security-account' },
      'security password mật khẩu PIN OTP thiết bị devices',
    ),
    entry(
      ...(['contact', Contact, t(($) => $.security.contact.title)] as const),
      { to: '/account-overview/contact-information' },
      'email phone số điện thoại contact',
    ),
    entry(
      ...(['identification', IdCard, t(($) => $.identification.title)] as const),
      { to: '/account-overview/ekyc' },
      'ekyc identification application hồ sơ mở tài khoản định danh căn cước giấy tờ',
    ),
    entry(
      ...(['contracts', FilePenLine, t(($) => $.contracts.title)] as const),
      { to: '/account-overview/digital-signature' },
      'sign digital contract ký hợp đồng chữ ký số',
    ),
  ];
}

/** Actions on the contract viewed last. None sends anything directly: each asks first, or leads to the ticket. */
function useTradingEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const code = useLastContract((state) => state.code);
  const isAuth = useAuth((state) => state.isAuth);
  const format = useFormat();
  const contract = useContract(code ?? '');
  const actor = useDeskActor();
  if (code === null) return [];
  const to = (search: { side?: Side } = {}) => void navigate({ to: '/trading/$code', params: { code }, search });
  const entry = (id: string, icon: LucideIcon, name: string, alsoFoundBy: string, run: () => void): PaletteEntry => ({
    ...{ id, icon, name, alsoFoundBy, run },
  });
  const sides = (['BUY', 'SELL'] as const).map((side) =>
    entry(
      side,
      side === 'BUY' ? TrendingUp : TrendingDown,
      t(($) => $.board.trade, { side: t(($) => $.words.side[side]), code }),
      side === 'BUY' ? 'buy long mua đặt lệnh' : 'sell short bán đặt lệnh',
      () => to({ side }),
    ),
  );
  const ticket = entry(
    'ticket',
    SquarePen,
    t(($) => $.commands.ticket, { code }),
    'ticket order phiếu lệnh đặt lệnh',
    () => {
      to();
      useTicketDraft.getState().requestFocus();
    },
  );
  const curve = contract
    ? [
        entry(
          ...(['curve', ChartSpline] as const),
          `${t(($) => $.commands.curve)} · ${contract.commodityName[format.language]}`,
          'curve contango backwardation spread carry kỳ hạn chênh lệch',
          () => void navigate({ to: '/curve/$commodity', params: { commodity: contract.commodityCode } }),
        ),
      ]
    : [];
  // Before its sub-account is known there is nobody to ask for.
  if (!isAuth || actor === null) return [...sides, ticket, ...curve];
  return [
    ...sides,
    ticket,
    ...curve,
    entry(
      ...(['close', Layers, t(($) => $.commands.close, { code })] as const),
      'close position đóng vị thế tất toán',
      () => askOfTrading({ kind: 'closePosition', actor, contractCode: code }),
    ),
    entry(
      ...(['roll', CalendarSync, `${t(($) => $.positions.rollShort)} ${code}`] as const),
      'roll over next month expiry chuyển kỳ hạn đáo hạn',
      () => askOfTrading({ kind: 'roll', actor, contractCode: code }),
    ),
    entry(
      ...(['cancel', ListX, t(($) => $.commands.cancel, { code })] as const),
      'cancel orders hủy lệnh huỷ lệnh chờ',
      () => askOfTrading({ kind: 'cancelOrders', actor, contractCode: code }),
    ),
  ];
}

/** The other investors of this browser, and the other sub-accounts of the active one. */
function useAccountEntries(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const format = useFormat();
  const client = useQueryClient();
  const activeUserId = useAuth((state) => state.activeUserId);
  const userIds = useAuth((state) => state.accounts).map(({ user }) => user.userId);
  const investors = useInvestors(userIds);
  const accounts = useAccounts();
  const current = useTradingAccount();
  const people = userIds.flatMap((userId, index): PaletteEntry[] => {
    if (userId === activeUserId) return [];
    const name = investors[index]?.fullName ?? userId;
    return [
      {
        id: `investor ${userId}`,
        name: t(($) => $.commands.account, { name }),
        icon: UserRound,
        run: () => void switchAccount(client, userId),
      },
    ];
  });
  const others = accounts.flatMap(({ accountId, subAccountCode, isActivated }): PaletteEntry[] => {
    if (!isActivated || accountId === current?.accountId) return [];
    return [
      {
        id: `account ${accountId}`,
        name: t(($) => $.commands.subAccount, { number: format.accountNumber(subAccountCode) }),
        icon: WalletCards,
        run: () => useSelectedAccount.getState().select(accountId),
      },
    ];
  });
  return [...people, ...others];
}

/** Pages that answer questions; each is also found by searching for help. */
function useHelp(): readonly PaletteEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const open = useOpenDialog((state) => state.open);
  const { supportUrl } = clientConfig();
  const topics: readonly PaletteEntry[] = [
    {
      id: 'shortcuts',
      name: t(($) => $.commands.shortcuts),
      icon: Keyboard,
      hint: '?',
      alsoFoundBy: 'keys keyboard shortcuts bàn phím',
      run: () => open('shortcuts'),
    },
    {
      id: 'network',
      name: t(($) => $.network.title),
      icon: Wifi,
      alsoFoundBy: 'network status ping reconnect tình trạng mạng kết nối lại',
      run: () => open('network'),
    },
    {
      id: 'check document',
      name: t(($) => $.contracts.check.title),
      icon: FileCheck,
      alsoFoundBy: 'verify signed document kiểm tra hợp đồng chữ ký',
      run: () => void navigate({ to: '/verify' }),
    },
  ];
  const support: PaletteEntry = {
    id: 'support',
    name: t(($) => $.shell.action.support),
    icon: LifeBuoy,
    alsoFoundBy: 'support contact hotline liên hệ tổng đài',
    run: () => window.open(supportUrl ?? '', supportUrl?.startsWith('http') ? '_blank' : '_self', 'noreferrer'),
  };
  const all = supportUrl === null ? topics : [...topics, support];
  return all.map((topic) => ({ ...topic, alsoFoundBy: `${topic.alsoFoundBy} help trợ giúp hướng dẫn` }));
}

function useChoices(): readonly PaletteEntry[] {
  const { t, i18n } = useTranslation();
  const { theme, setTheme } = useTheme();
  const { palette, density, setPalette, setDensity } = useAppearance();
  const { isPrivate, toggle } = usePrivacy();
  const open = useOpenDialog((state) => state.open);
  const language = languageOf(i18n.resolvedLanguage);
  const current = (isCurrent: boolean) => (isCurrent ? { hint: t(($) => $.commands.current) } : {});
  return [
    {
      id: 'privacy',
      name: t(($) => (isPrivate ? $.commands.show : $.commands.hide)),
      icon: isPrivate ? Eye : EyeOff,
      hint: 'Alt H',
      alsoFoundBy: 'privacy riêng tư',
      run: toggle,
    },
    {
      id: 'alerts',
      name: t(($) => $.alerts.title),
      icon: BellRing,
      alsoFoundBy: 'price alerts cảnh báo giá canh bao',
      run: () => openAlerts({ contractCode: useLastContract.getState().code }),
    },
    {
      id: 'settings',
      name: t(($) => $.commands.settings),
      icon: Settings,
      alsoFoundBy: 'settings sound one-step cài đặt âm thanh đặt một bước thông báo',
      run: () => open('settings'),
    },
    ...THEMES.map((each) => ({
      id: `theme ${each}`,
      name: t(($) => $.commands.theme, { name: t(($) => $.shell.theme[each]) }),
      icon: Contrast,
      alsoFoundBy: ALSO[each] ?? '',
      ...current(each === theme),
      run: () => setTheme(each),
    })),
    ...LANGUAGES.map((each) => ({
      id: `language ${each}`,
      name: t(($) => $.commands.language, { name: t(($) => $.shell.language[each]) }),
      icon: Languages,
      alsoFoundBy: ALSO[each] ?? '',
      ...current(each === language),
      run: () => void i18n.changeLanguage(each),
    })),
    ...PALETTES.map((each) => ({
      id: `palette ${each}`,
      name: t(($) => $.commands.palette, { name: t(($) => $.shell.palette[each]) }),
      icon: Palette,
      ...current(each === palette),
      run: () => setPalette(each),
    })),
    ...DENSITIES.map((each) => ({
      id: `density ${each}`,
      name: t(($) => $.commands.density, { name: t(($) => $.shell.density[each]) }),
      icon: each === 'dense' ? LayoutList : Rows3,
      ...current(each === density),
      run: () => setDensity(each),
    })),
  ];
}
