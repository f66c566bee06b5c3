// @vitest-environment jsdom
/** A follow: only sub-accounts that can, a simulation of what is typed, one request however often, and a form that survives. */
import type { AccountOverview } from '@mua/contract/entities/account-overview';
import type { CopySimulation } from '@mua/contract/entities/strategy-figures';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { COPY, SIMULATION, STRATEGY } from '#mock/sample-copying.ts';
import { ACCOUNT, MARGIN } from '#mock/sample-records.ts';
import { FollowPanel } from '#pages/copy-trade/follow/follow-panel.tsx';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const account = (n: number, part: Partial<AccountOverview> = {}): AccountOverview => {
  const accountId = `108C000001-0${n}`;
  return { ...ACCOUNT, accountId, subAccountCode: accountId, ...part };
};
const copying = (role: 'LEADS' | 'FOLLOWS') => ({ role, strategyId: 's9', strategyName: 'Khác' });

/** An order waits in it. */
const WORKING = {
  ...{ contractCode: 'ZCEZ26', netLots: 0, workingBuyLots: 1, workingSellLots: 0, marginPerLot: '36618120' },
  ...{ requiredMargin: '36618120', marketPrice: null, openLots: [], estimatedProfit: '0' },
};

let accounts: readonly AccountOverview[];
let inUse: string;
let simulation: CopySimulation;
let simulated: { capital: string; ratio: string }[];
let followed: Record<string, unknown>[];
let reply: () => Promise<Response>;

const served: typeof fetch = async (address, init) => {
  const path = new URL(String(address), 'http://localhost').pathname.replace('/api', '');
  const body = () => JSON.parse(String(init?.body));
  if (path.endsWith('/simulate')) {
    simulated.push(body());
    return answer(200, simulation);
  }
  if (path.endsWith('/follow')) {
    followed.push(body());
    return reply();
  }
  if (path === '/investor/accounts') return answer(200, { items: accounts, nextCursor: null });
  const [, accountId = ''] = /margin-status\/(.+)$/.exec(path) ?? [];
  if (accountId) {
    const equity = accountId.endsWith('7') ? '1000000' : '318200000';
    const money = { cash: equity, held: '0', equity, estimatedProfit: '0' };
    return answer(200, { ...MARGIN, accountId, ...money, contracts: accountId === inUse ? [WORKING] : [] });
  }
  return answer(200, { items: [], nextCursor: null, total: 0 });
};

preparePages();

beforeEach(() => {
  accounts = [account(1), account(2, { copying: copying('FOLLOWS') })];
  inUse = '';
  simulation = SIMULATION;
  simulated = [];
  followed = [];
  reply = async () => answer(201, COPY);
  fetched.mockImplementation(served);
});

const onClose = vi.fn();
const show = () => renderPage(<FollowPanel userId="an" strategy={STRATEGY} onClose={onClose} />);

test('sub-accounts that can’t follow say why', async () => {
  inUse = '108C000001-06';
  accounts = [
    ...accounts,
    account(3, { copying: copying('LEADS') }),
    account(4, { isDemo: false }),
    account(5, { isActivated: false }),
    account(6),
    account(7),
  ];
  await show();
  const row = async (n: number) => (await screen.findByTestId(`follow-account-108C000001-0${n}`)) as HTMLElement;
  expect((await row(1)).textContent).toContain('tài sản ròng 318.200.000');
  expect((await row(2)).textContent).toContain('Đang theo Khác.');
  expect((await row(3)).textContent).toContain('Đang dẫn Khác.');
  expect((await row(4)).textContent).toContain('DEMO và THẬT không chép lẫn nhau.');
  expect((await row(5)).textContent).toContain('Chưa kích hoạt');
  expect((await row(6)).textContent).toContain('Còn vị thế hoặc lệnh chờ');
  expect((await row(7)).textContent).toMatch(/Chưa đủ vốn tối thiểu 300\.000\.000.*Nạp 299\.000\.000/);
  const radios = screen.getAllByRole('radio').filter((radio) => radio.getAttribute('name') === 'follow-account');
  expect(radios.filter((radio) => !(radio as HTMLInputElement).disabled)).toHaveLength(1);
});

test('what is chosen is simulated on one’s own capital, trade by trade, with what every copy would have needed', async () => {
  const { user } = await show();
  const simulation = await screen.findByTestId('simulation');
  expect(simulated.at(-1)).toMatchObject({ capital: '318200000', ratio: '0.5' });
  expect(simulation.textContent).toContain('chép được 1/2 lệnh');
  expect(simulation.textContent).toMatch(/02\/11.*ZCEZ26.*2 × 0,5.*1.*\+4\.860\.000/);
  expect(simulation.textContent).toMatch(/11\/11.*dưới 1 lot/);
  expect(simulation.textContent).toMatch(/Bạn nhận\+2\.120\.000/);
  await user.click(screen.getByTestId('simulation-try'));
  await waitFor(() => expect(simulated.at(-1)).toMatchObject({ ratio: '1' }));
  expect(screen.getByTestId('follow-ratio-1').getAttribute('aria-checked')).toBe('true');
});

test('a ratio that copies no trade is told beside the button, until another one is chosen', async () => {
  const trades = SIMULATION.trades.map(
    (trade) => ({ ...trade, lots: 0, skip: 'RoundedToZero', profit: null }) as const,
  );
  simulation = { ...SIMULATION, trades, copied: 0 };
  const { user } = await show();
  await waitFor(() =>
    expect(screen.getByTestId('copies-nothing').textContent).toMatch(/Với tỷ lệ 0,5.*không lệnh nào/),
  );
  simulation = SIMULATION;
  await user.click(screen.getByTestId('follow-ratio-1'));
  expect(screen.getByTestId('copies-nothing').textContent).toBe('');
});

test('one press follows once, with an id', async () => {
  let arrive: (value: Response) => void = () => undefined;
  reply = () => new Promise((resolve) => (arrive = resolve));
  const { user, router } = await show();
  const send = await screen.findByTestId('follow-send');
  expect(send.textContent).toContain('Sao chép với 108C000001-01');
  await user.click(screen.getByTestId('follow-open-positions'));
  await user.dblClick(send);
  expect(followed).toEqual([
    {
      ...{ accountId: '108C000001-01', copyRatio: '0.5', maxLoss: '31000000', copiesOpenPositions: true },
      clientRequestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    },
  ]);
  arrive(answer(201, COPY));
  await waitFor(() => expect(router.state.location.pathname).toBe('/account-overview/copy-trade/trading/c1'));
  expect(onClose).toHaveBeenCalled();
});

test('faults stand at their fields, and a refusal of the sub-account at it; what was typed stays', async () => {
  reply = async () => refused(409, 'SubAccountInUse');
  const { user } = await show();
  await user.click(await screen.findByTestId('follow-ratio-other'));
  await user.type(screen.getByTestId('follow-typed-ratio'), '0');
  await user.clear(screen.getByTestId('follow-loss'));
  await user.click(screen.getByTestId('follow-send'));
  expect(screen.getByText('Nhập tỷ lệ từ 0,0001 đến 100')).toBeDefined();
  expect(screen.getByText(/Nhập số tiền lỗ tối đa/)).toBeDefined();
  expect(followed).toEqual([]);
  await user.clear(screen.getByTestId('follow-typed-ratio'));
  await user.type(screen.getByTestId('follow-typed-ratio'), '0,75');
  await user.type(screen.getByTestId('follow-loss'), '400000000');
  await user.click(screen.getByTestId('follow-send'));
  expect(screen.getByText('Lớn hơn tài sản ròng của tài khoản con')).toBeDefined();
  await user.clear(screen.getByTestId('follow-loss'));
  await user.type(screen.getByTestId('follow-loss'), '20.000.000');
  await user.click(screen.getByTestId('follow-send'));
  expect(await screen.findByTestId('refusal')).toBeDefined();
  expect(followed).toMatchObject([{ copyRatio: '0.75', maxLoss: '20000000' }]);
  expect(screen.getByTestId('follow-typed-ratio')).toHaveProperty('value', '0,75');
  expect(screen.getAllByText('Tài khoản con còn vị thế hoặc lệnh, hãy chọn tài khoản trống')).toHaveLength(2);
});

test('the same wish after a lost answer has the same id, another one has not', async () => {
  reply = async () => refused(503, 'JOURNAL_UNAVAILABLE');
  const { user } = await show();
  await user.click(await screen.findByTestId('follow-send'));
  await screen.findByTestId('refusal');
  await user.click(screen.getByTestId('follow-send'));
  await waitFor(() => expect(followed).toHaveLength(2));
  await user.click(screen.getByTestId('follow-ratio-1'));
  await user.click(screen.getByTestId('follow-send'));
  await waitFor(() => expect(followed).toHaveLength(3));
  const [first, second, third] = followed.map(({ clientRequestId }) => clientRequestId);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
