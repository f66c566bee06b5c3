// @vitest-environment jsdom
/** The investor's choice of ways: sent as it is made, taken back where it is refused, and none for security news. */
import { defaultSetting, NOTICE_CATEGORIES } from '@mua/contract/entities/notification-settings';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { NoticeSettingsDialog } from '#features/mailbox/notice-settings-dialog.tsx';
import { answer, fetched, preparePages, refused, renderPart } from '#test/page.tsx';

const SETTINGS = NOTICE_CATEGORIES.map(defaultSetting);
const MONEY_BY_MAIL = 'Deposits and withdrawals: Email';

/** Null: the change is taken. */
let refusal: string | null;
let sent: unknown[];

preparePages({ language: 'en' });

beforeEach(() => {
  refusal = null;
  sent = [];
  fetched.mockImplementation(async (_address, init) => {
    if (init?.method !== 'POST') return answer(200, { items: SETTINGS });
    const change = JSON.parse(String(init.body));
    sent.push(change);
    if (refusal !== null) return refused(503, refusal);
    const items = SETTINGS.map((one) => (one.category === change.category ? { ...one, ...change } : one));
    return answer(200, { items });
  });
  renderPart(<NoticeSettingsDialog onClose={() => undefined} />);
});

const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true';

test('a choice is sent for its category alone, and stands', async () => {
  await userEvent.click(await screen.findByRole('switch', { name: MONEY_BY_MAIL }));
  await waitFor(() => expect(sent).toEqual([{ category: 'MONEY', mail: false }]));
  expect(isOn(MONEY_BY_MAIL)).toBe(false);
  expect(isOn('Profile and contracts: Email')).toBe(true);
});

test('a choice that is refused is taken back, and says why', async () => {
  refusal = 'DatabaseConnectionError';
  await userEvent.click(await screen.findByRole('switch', { name: MONEY_BY_MAIL }));
  expect((await screen.findByRole('alert')).textContent).not.toBe('');
  expect(isOn(MONEY_BY_MAIL)).toBe(true);
});

test('security news has no switch: each of its ways is always', async () => {
  const row = (await screen.findByRole('rowheader', { name: 'Security' })).closest('tr') as HTMLElement;
  expect(within(row).queryByRole('switch')).toBeNull();
  expect(within(row).getAllByText('Always')).toHaveLength(3);
});
