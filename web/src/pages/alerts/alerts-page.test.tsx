// @vitest-environment jsdom
/** The page of alerts and notifications: channels with their tests, choices, quiet hours, and this device. */
import type { ChannelStatus, NoticeDeliverySettings } from '@mua/contract/entities/notice-delivery';
import { defaultSetting, NOTICE_CATEGORIES } from '@mua/contract/entities/notification-settings';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AlertsPage } from '#pages/alerts/alerts-page.tsx';
import { answer, fetched, preparePages, refused, renderPage } from '#test/page.tsx';

const SETTINGS = NOTICE_CATEGORIES.map(defaultSetting);
const NEVER_SENT = {
  ...{ isOffered: true, lastSentAt: null, lastTookMs: null, failingSince: null, cause: null, test: null },
};
const channel = (part: Partial<ChannelStatus> & Pick<ChannelStatus, 'channel'>): ChannelStatus => ({
  ...NEVER_SENT,
  address: null,
  ...part,
});

/** What the server keeps, and what it was sent. */
let delivery: NoticeDeliverySettings;
let settings: typeof SETTINGS;
let sent: [path: string, body: unknown][];
let refusal: string | null;
let devices: object[];

preparePages({ language: 'en' });

beforeEach(() => {
  sent = [];
  refusal = null;
  devices = [];
  settings = SETTINGS;
  delivery = {
    quietHours: { isOn: false, from: '23:00', to: '06:30' },
    detailsOnLockScreen: false,
    channels: [
      channel({ channel: 'push' }),
      channel({
        ...{ channel: 'mail', address: 'an@mua.demo', lastSentAt: '2026-11-20T05:00:00.000Z', lastTookMs: 2100 },
      }),
      channel({ channel: 'sms', isOffered: false }),
    ],
  };
  fetched.mockImplementation(async (address, init) => {
    const path = new URL(String(address), 'http://mua.test').pathname.replace('/api/investor/', '');
    if (init?.method !== 'POST') {
      if (path === 'push') return answer(200, { publicKey: 'BKey', items: devices });
      return answer(200, path === 'notice-delivery' ? delivery : { items: settings, nextCursor: null });
    }
    const body = JSON.parse(String(init.body));
    sent.push([path, body]);
    if (refusal !== null) return refused(503, refusal);
    if (path === 'notification-settings') {
      settings = settings.map((one) => (one.category === body.category ? { ...one, ...body } : one));
      return answer(200, { items: settings });
    }
    delivery = { ...delivery, ...(path === 'notice-delivery' ? body : {}) };
    return answer(path === 'notice-delivery' ? 200 : 202, delivery);
  });
});

const open = () => renderPage(<AlertsPage />);
const card = async (name: string) => within(await screen.findByTestId(`channel-${name}`));
const withTest = (state: 'WAITING' | 'SENT' | 'FAILED'): void => {
  const test = { state, askedAt: '2026-11-20T05:00:00.000Z', tookMs: state === 'SENT' ? 900 : null, cause: null };
  delivery = { ...delivery, channels: delivery.channels.map((one) => ({ ...one, test })) };
};

test('a channel says where it reaches and how it did; one that can’t send has no column and no button', async () => {
  await open();
  expect((await card('mail')).getByText('an@mua.demo')).toBeDefined();
  expect((await card('mail')).getByText(/took 2.1 s/)).toBeDefined();
  expect((await card('sms')).queryByRole('button')).toBeNull();
  const table = await screen.findByTestId('notice-matrix');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual([...['News', 'Mailbox', 'On screen', 'Push', 'Email']]);
});

test('a dead channel says since when, and what to do', async () => {
  delivery = {
    ...delivery,
    channels: [channel({ channel: 'mail', address: 'an@mua.demo', failingSince: '2026-11-20T05:00:00.000Z' })],
  };
  await open();
  expect((await card('mail')).getByText(/^Can’t be reached since/)).toBeDefined();
  expect((await card('mail')).getByRole('link', { name: 'Contact information' })).toBeDefined();
});

test.each([
  [null, /^Zalo lets us send only for 7 days/, /^Write anything/],
  ['2026-11-20T05:00:00.000Z', /^Write anything to our Zalo account/, /^Zalo lets us/],
])('a Zalo that fails since %s is told how it is kept, or mended', async (failingSince, said, unsaid) => {
  delivery = { ...delivery, channels: [channel({ channel: 'zalo', address: 'Nguyễn An', failingSince })] };
  await open();
  expect((await card('zalo')).getByText(said)).toBeDefined();
  expect((await card('zalo')).queryByText(unsaid)).toBeNull();
});

test('a test goes the way of every notice, and what became of it is said', async () => {
  withTest('WAITING');
  const { user } = await open();
  // Of another visit: it is still under way.
  const button = (await card('mail')).getByRole('button', { name: 'Send a test: Email' });
  expect(button.textContent).toBe('Sending a test');
  await user.click(button);
  expect(sent).toEqual([]);
  withTest('SENT');
  await waitFor(() => expect(button.textContent).toBe('Send a test'), { timeout: 3_000 });
  expect(screen.getByTestId('tested-mail').textContent).toBe('');
  await user.click(button);
  expect(sent).toEqual([['notice-delivery/test', { channel: 'mail' }]]);
  await waitFor(() => expect(screen.getByTestId('tested-mail').textContent).toBe('Delivered after 0.9 s'));
});

test('a test that did not arrive says why', async () => {
  const { user } = await open();
  withTest('FAILED');
  await user.click((await card('mail')).getByRole('button', { name: 'Send a test: Email' }));
  await waitFor(() =>
    expect(screen.getByTestId('tested-mail').textContent).toBe('Not delivered: the receiving service did not take it'),
  );
});

test('a choice is sent for its category alone; one that is refused is taken back and says why', async () => {
  const { user } = await open();
  const box = await screen.findByRole('checkbox', { name: 'Deposits and withdrawals: Email' });
  await user.click(box);
  await waitFor(() => expect(sent).toEqual([['notification-settings', { category: 'MONEY', mail: false }]]));
  expect(box.getAttribute('aria-checked')).toBe('false');
  refusal = 'DatabaseConnectionError';
  await user.click(box);
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(box.getAttribute('aria-checked')).toBe('false');
});

test('presses in a hurry are each the other way round, and the last one stays', async () => {
  const { user } = await open();
  const box = await screen.findByRole('checkbox', { name: 'Deposits and withdrawals: Email' });
  box.focus();
  await user.keyboard('     ');
  const pressed = [false, true, false, true, false].map((mail) => [
    'notification-settings',
    { category: 'MONEY', mail },
  ]);
  await waitFor(() => expect(sent).toEqual(pressed));
  expect(box.getAttribute('aria-checked')).toBe('false');
});

test('news of margin has no box: a lock for each of its ways', async () => {
  await open();
  const row = (await screen.findByRole('rowheader', { name: 'Margin, liquidation' })).closest('tr') as HTMLElement;
  expect(within(row).queryByRole('checkbox')).toBeNull();
  expect(within(row).getAllByText('Always sent')).toHaveLength(3);
});

test('on a phone each category lists its ways', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('width < 48rem'), addEventListener() {}, removeEventListener() {} },
  }));
  await open();
  expect(await screen.findByRole('checkbox', { name: 'Price alerts: Push' })).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
});

test('quiet hours are saved when they are whole', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('switch', { name: 'Quiet hours' }));
  const night = { isOn: true, from: '23:00', to: '06:30' };
  await waitFor(() => expect(sent).toEqual([['notice-delivery', { quietHours: night }]]));
  const from = screen.getByTestId('quiet-from');
  await user.clear(from);
  await user.type(from, '25');
  await user.tab();
  expect(screen.getByText(/^Enter times like/)).toBeDefined();
  expect([from, screen.getByTestId('quiet-to')].map((field) => field.getAttribute('aria-invalid'))).toEqual([
    'true',
    null,
  ]);
  expect(sent).toHaveLength(1);
  await user.clear(from);
  await user.type(from, '2130');
  await user.tab();
  await waitFor(() => expect(sent[1]).toEqual(['notice-delivery', { quietHours: { ...night, from: '21:30' } }]));
});

test('quiet hours that another device has changed are shown, and not written over; what is being typed stays', async () => {
  const { user, client } = await open();
  const [from, to] = [await screen.findByTestId('quiet-from'), screen.getByTestId('quiet-to')];
  await user.clear(to);
  await user.type(to, '0700');
  delivery = { ...delivery, quietHours: { isOn: false, from: '22:00', to: '05:00' } };
  await act(() => client.invalidateQueries());
  await waitFor(() => expect(from).toHaveProperty('value', '22:00'));
  expect(to).toHaveProperty('value', '0700');
  await user.tab();
  await waitFor(() =>
    expect(sent).toEqual([['notice-delivery', { quietHours: { isOn: false, from: '22:00', to: '07:00' } }]]),
  );
});

test('quiet hours are switched off whatever is typed', async () => {
  const { user } = await open();
  const quiet = await screen.findByRole('switch', { name: 'Quiet hours' });
  await user.click(quiet);
  await user.clear(screen.getByTestId('quiet-from'));
  await user.click(quiet);
  const off = { isOn: false, from: '23:00', to: '06:30' };
  await waitFor(() => expect(sent.at(-1)).toEqual(['notice-delivery', { quietHours: off }]));
});

test.each([
  ['an iPhone whose page is not on the home screen', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)', /Add to Home Screen/],
  ['a browser without Web Push', 'Mozilla/5.0 (X11; Linux)', /can’t receive push/],
])('%s is told so in words', async (_, userAgent, words) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  await open();
  expect(await screen.findByText(words)).toBeDefined();
});
