// @vitest-environment jsdom
/**
 * Checks the account pages: whose account an address names, that it becomes the trading account there, and that demo
 * and live are never added up.
 */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { Investor } from '@mua/contract/entities/investor';
import type { MarginStatus } from '@mua/contract/entities/margin';
import type { ChannelStatus } from '@mua/contract/entities/notice-delivery';
import { SLOT_HEADER } from '@mua/contract/route';
import { useLocation } from '@tanstack/react-router';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { forgetLedgers } from '#ledger/account-ledger.ts';
import { ACCOUNT, AN, CORN, MARGIN, sampleDay } from '#mock/sample-records.ts';
import { AccountHomePage } from '#pages/account-overview/home-page.tsx';
import { OrderManagerPage } from '#pages/account-overview/order-manager-page.tsx';
import { PropertyPage } from '#pages/account-overview/property-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { usePrivacy } from '#session/privacy-store.ts';
import { useSelectedAccount } from '#session/selected-account-store.ts';
import { answer, fetched, handleOf, preparePages, refused, renderPage, signIn } from '#test/page.tsx';

const [FIRST, SECOND, OTHERS] = ['108C000001-01', '108C000001-02', '108C000002-01'];
const account = (accountId: string, part: Partial<AccountOverview> = {}): AccountOverview => {
  return { ...ACCOUNT, accountId, subAccountCode: accountId, ...part };
};
const LEVELS = { call: 100, cancel: 70, countdown: 40, lift: 70, liquidation: 20, target: 100 };
const QUIET = {
  rung: 'NONE',
  deadline: null,
  isLiquidating: false,
  missing: '0',
  toLift: '0',
  levels: LEVELS,
} as const;

interface Person {
  readonly investor: Investor;
  readonly accounts: readonly AccountOverview[];
}

/** What the server knows, by the handle of the caller; a test changes it before rendering. */
let people: Record<string, Person> = {};
let margins: Record<string, Partial<MarginStatus>> = {};
let channels: ChannelStatus[] = [];
let failing: string | null = null;

const served: typeof fetch = async (address, init) => {
  const { pathname, searchParams } = new URL(String(address), 'http://localhost');
  const path = pathname.replace('/api', '');
  if (failing !== null && path.includes(failing)) return refused(400, 'InternalServerError');
  const person = people[new Headers(init?.headers).get(SLOT_HEADER) ?? ''];
  const [, accountId = ''] = /(108C\d+-\d+)/.exec(path) ?? [];
  if (path === '/investor/me') return answer(200, person?.investor);
  if (path === '/investor/accounts') return answer(200, { items: person?.accounts ?? [], nextCursor: null });
  if (path.startsWith('/investor/margin-status/'))
    return answer(200, { ...MARGIN, accountId, ladder: QUIET, ...margins[accountId] });
  if (path.endsWith('/days')) {
    const running = sampleDay({ isRunning: true, actualProfit: '500', fees: '120', tradeDate: '2026-11-20' });
    return answer(200, {
      items: [sampleDay({ tradeDate: '2026-11-18', actualProfit: '7' }), running],
      nextCursor: null,
    });
  }
  if (path.endsWith('/profit')) {
    const sums = { actualProfit: '507', fees: '120', accountFees: '0', currency: null, currencyProfit: null };
    const counts = { tradedLots: 2, settledLots: 1, settledCount: 1, wonCount: 1, lostCount: 0 };
    const items = [{ commodityCode: 'ZCE', ...sums, ...counts }];
    return answer(200, { items, total: { ...sums, ...counts }, from: searchParams.get('from'), to: '2026-11-20' });
  }
  if (path.endsWith('/contracts')) return answer(200, { items: [CORN], nextCursor: null });
  if (path === '/investor/notice-delivery') return answer(200, { channels });
  if (path.includes('unread')) return answer(200, { unread: 0 });
  return answer(200, { items: [], nextCursor: null, total: 0, hidden: 0 });
};

preparePages();

beforeEach(() => {
  fetched.mockImplementation(served);
  people = { [handleOf('an')]: { investor: AN, accounts: [account(FIRST), account(SECOND)] } };
  margins = {};
  channels = [];
  failing = null;
  useSelectedAccount.getState().clear();
  forgetLedgers();
});

afterEach(() => {
  if (usePrivacy.getState().isPrivate) usePrivacy.getState().toggle();
});

function Pages() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const accountId = path.split('/').at(-1) ?? '';
  if (path.includes('/property/')) return <PropertyPage accountId={accountId} key={accountId} />;
  if (!path.includes('/order-manager/')) return <AccountHomePage />;
  return <OrderManagerPage accountId={accountId} key={accountId} tab="orders" onTab={() => undefined} />;
}

async function open(at: string) {
  const paths = ['', '/property/$accountId', '/order-manager/$accountId'].map((page) => `/account-overview${page}`);
  const { router, user } = await renderPage(<Pages />, { at, paths });
  return { user, path: () => router.state.location.pathname };
}

const plain = (element: HTMLElement) => element.textContent?.replace(/\u00a0/g, ' ');

describe('the owner of the account in an address', () => {
  test('an account of nobody signed in here is not found, and there is a link home', async () => {
    await open('/account-overview/property/108C999999-01');
    expect(plain(await screen.findByRole('alert'))).toContain('Không tìm thấy tài khoản con này');
    expect(screen.getByRole('link', { name: 'Về trang tài sản' }).getAttribute('href')).toBe('/account-overview');
    expect(useSelectedAccount.getState().selectedAccount).toBeNull();
  });

  test('for another signed-in investor’s account, offers a switch and shows nothing of theirs before it', async () => {
    const binh = { ...AN, userId: 'bi', fullName: 'Trần Thị Bình' };
    people[handleOf('bi')] = { investor: binh, accounts: [account(OTHERS)] };
    signIn('bi');
    useAuth.getState().switchAccount('an');
    const { user } = await open(`/account-overview/property/${OTHERS}`);
    expect(await screen.findByText('Tài khoản con này của Trần Thị Bình')).toBeTruthy();
    expect(fetched.mock.calls.some(([address]) => String(address).includes(`${OTHERS}/days`))).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Chuyển sang Trần Thị Bình' }));
    expect(await screen.findByTestId('margin-gauge')).toBeTruthy();
    expect(useAuth.getState().activeUserId).toBe('bi');
  });

  test('an account that is not activated shows why, according to its investor’s status', async () => {
    const waiting = { ...AN, status: 'PENDING_ACTIVATE' } as const;
    people[handleOf('an')] = { investor: waiting, accounts: [account(FIRST, { isActivated: false })] };
    await open(`/account-overview/order-manager/${FIRST}`);
    expect(await screen.findByText('108C000001-01 chưa kích hoạt')).toBeTruthy();
    expect(await screen.findByText('Hồ sơ đã duyệt, chờ kích hoạt')).toBeTruthy();
    expect(useSelectedAccount.getState().selectedAccount).toBeNull();
  });

  test('if the list of accounts does not load, shows the code and a retry button', async () => {
    failing = '/investor/accounts';
    const { user } = await open(`/account-overview/property/${FIRST}`);
    const alert = await screen.findByRole('alert');
    failing = null;
    await user.click(within(alert).getByRole('button', { name: 'Thử lại' }));
    expect(await screen.findByTestId('margin-gauge')).toBeTruthy();
  });
});

describe('the account on screen is the trading account', () => {
  test('opening another account’s page makes it the trading account and says so; one click undoes it', async () => {
    useSelectedAccount.getState().select(FIRST);
    const { user, path } = await open(`/account-overview/order-manager/${SECOND}`);
    expect(plain(await screen.findByTestId('account-switched'))).toContain(
      'Lệnh mới đi từ 108C000001-02, trước đó là 108C000001-01.',
    );
    expect(useSelectedAccount.getState().selectedAccount).toBe(SECOND);
    await user.click(screen.getByRole('button', { name: 'Về 108C000001-01' }));
    await waitFor(() => expect(path()).toBe(`/account-overview/order-manager/${FIRST}`));
    expect(useSelectedAccount.getState().selectedAccount).toBe(FIRST);
  });

  test('opening the trading account’s own page changes nothing and says nothing', async () => {
    await open(`/account-overview/property/${FIRST}`);
    expect(await screen.findByTestId('margin-gauge')).toBeTruthy();
    expect(screen.queryByTestId('account-switched')).toBeNull();
  });

  test('choosing another account in the header opens its page', async () => {
    const { path } = await open(`/account-overview/property/${FIRST}`);
    await screen.findByTestId('margin-gauge');
    act(() => useSelectedAccount.getState().select(SECOND));
    await waitFor(() => expect(path()).toBe(`/account-overview/property/${SECOND}`));
  });
});

describe('property', () => {
  test('the day, the range and the commodities show the same profit', async () => {
    const { user } = await open(`/account-overview/property/${FIRST}`);
    expect(plain(await screen.findByTestId('profit-today'))).toContain('+380 ₫');
    const report = await screen.findByTestId('period-report');
    await user.click(within(report).getByRole('radio', { name: 'Bảng' }));
    const rows = within(report).getAllByRole('row').map(plain);
    expect(rows.slice(1)).toEqual(['20/11/2026+500−1200+380', '18/11/2026+700+7', 'Tổng+507−1200+387']);
    const corn = plain(await screen.findByTestId('profit-ZCE'));
    expect(corn).toContain('+387');
  });

  test('the gauge shows how far equity may fall at the current margin', async () => {
    margins[FIRST] = { requiredMargin: '500000000', equity: '1000000000', marginRatio: '200.00' };
    await open(`/account-overview/property/${FIRST}`);
    expect(plain(await screen.findByTestId('ladder-call'))).toContain('−500.000.000 ₫còn 500.000.000 ₫');
    expect(plain(screen.getByTestId('ladder-liquidation'))).toContain('−900.000.000 ₫còn 100.000.000 ₫');
    expect(plain(screen.getByTestId('margin-ratio'))).toContain('200,0%');
  });

  test('when a margin level is reached, the shortfall is shown', async () => {
    const ladder = { ...QUIET, rung: 'CALL', missing: '250000000' } as const;
    margins[FIRST] = { requiredMargin: '1250000000', marginRatio: '80.00', ladder };
    await open(`/account-overview/property/${FIRST}`);
    expect(plain(await screen.findByTestId('ladder-call'))).toContain('Đã chạmthiếu 250.000.000 ₫');
    expect(plain(screen.getByTestId('margin-gauge'))).toContain('Yêu cầu bổ sung ký quỹ');
  });

  test('privacy mode leaves no amount visible, in text or on an axis', async () => {
    usePrivacy.getState().toggle();
    margins[FIRST] = { requiredMargin: '500000000', marginRatio: '200.00' };
    await open(`/account-overview/property/${FIRST}`);
    await screen.findByTestId('ladder-call');
    await screen.findByTestId('profit-today');
    expect(document.body.textContent).not.toMatch(/\d{3}\.\d{3}|\d+\s?tr\b|\+\d+\s₫/);
  });
});

describe('home', () => {
  const equityOf = async () => plain(await screen.findByTestId('total-equity'));

  test('adds up sub-accounts of one kind', async () => {
    await open('/account-overview');
    await waitFor(async () => expect(await equityOf()).toBe('2.000.000.000 ₫'));
    expect(plain(await screen.findByTestId('profit-day'))).toContain('+760 ₫');
    expect(plain(screen.getByTestId('profit-week'))).toContain('+774 ₫');
  });

  test('never adds up demo and live, and can show either', async () => {
    const accounts = [account(FIRST), account(SECOND, { isDemo: false })];
    people[handleOf('an')] = { investor: AN, accounts };
    margins[SECOND] = { cash: '7000000' };
    const { user } = await open('/account-overview');
    await waitFor(async () => expect(await equityOf()).toBe('1.000.000.000 ₫'));
    await user.click(screen.getByRole('radio', { name: 'THẬT' }));
    expect(await equityOf()).toBe('7.000.000 ₫');
  });

  test('choosing a sub-account makes it the trading account', async () => {
    const { user } = await open('/account-overview');
    await user.click(await screen.findByRole('button', { name: 'Giao dịch bằng 108C000001-02' }));
    expect(useSelectedAccount.getState().selectedAccount).toBe(SECOND);
    expect(within(screen.getByTestId(`account-${SECOND}`)).getByText('Đang dùng')).toBeTruthy();
  });

  test('shows margin levels, then positions near their close-out; says so if nothing needs attention', async () => {
    const held = {
      ...{ contractCode: CORN.code, netLots: 2, workingBuyLots: 0, workingSellLots: 0, openLots: [] },
      ...{ marginPerLot: '1', requiredMargin: '2', marketPrice: null, estimatedProfit: '0' },
    };
    const ladder = { ...QUIET, rung: 'CALL', missing: '5000000' } as const;
    margins[FIRST] = { marginRatio: '85.50', ladder, contracts: [held] };
    await open('/account-overview');
    const attention = await screen.findByTestId('attention');
    await waitFor(() => expect(within(attention).getAllByRole('listitem')).toHaveLength(2));
    const [worst, near] = within(attention).getAllByRole('listitem').map(plain);
    expect(worst).toContain('Tỷ lệ ký quỹ 85,5%');
    expect(worst).toContain('thiếu 5.000.000 ₫');
    expect(near).toContain('ZCEZ26 còn 5 phiên');
    expect(near).toContain('Tất toán hoặc chuyển kỳ');
    cleanup();
    margins = {};
    await open('/account-overview');
    expect(await screen.findByText('Không có gì cần chú ý')).toBeTruthy();
  });

  test('the link to a position near its close-out leads to its account', async () => {
    const held = {
      ...{ contractCode: CORN.code, netLots: 2, workingBuyLots: 0, workingSellLots: 0, openLots: [] },
      ...{ marginPerLot: '1', requiredMargin: '2', marketPrice: null, estimatedProfit: '0' },
    };
    margins[SECOND] = { contracts: [held] };
    const { user } = await open('/account-overview');
    const attention = await screen.findByTestId('attention');
    await user.click(await within(attention).findByRole('link', { name: /ZCEZ26 còn 5 phiên/ }));
    expect(useSelectedAccount.getState().selectedAccount).toBe(SECOND);
  });

  test('a dead channel needs attention, and leads to the page of alerts', async () => {
    const status = {
      ...{ address: 'an@mua.demo', isOffered: true, lastSentAt: null, lastTookMs: null, cause: null, test: null },
      failingSince: '2026-11-20T05:00:00.000Z',
    };
    channels = [
      { ...status, channel: 'mail' },
      { ...status, channel: 'sms', failingSince: null },
      // No account of the installation's there any more: nothing that an investor could mend.
      { ...status, channel: 'telegram', isOffered: false },
    ];
    await open('/account-overview');
    const attention = await screen.findByTestId('attention');
    const link = await within(attention).findByRole('link', {
      name: /^Email: Không gửi được từ 20\/11\/2026 12:00:00/,
    });
    expect(link.getAttribute('href')).toBe('/account-overview/alerts');
    expect(within(attention).getAllByRole('listitem')).toHaveLength(1);
    expect(screen.queryByText('Không có gì cần chú ý')).toBeNull();
  });
});
