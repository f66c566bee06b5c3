// @vitest-environment jsdom
/** A request is sent by its first press, however late the accounts that it can be paid to arrive. */
import type { MarginStatus } from '@mua/contract/entities/margin';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ACCOUNT, AN, CORN, MARGIN } from '#mock/sample-records.ts';
import { WithdrawPage } from '#pages/withdraw/withdraw-page.tsx';
import { answer, fetched, preparePages, renderPage } from '#test/page.tsx';

const BENEFICIARY = {
  beneficiaryAccountId: 'b1',
  beneficiaryAccountNumber: '0123456789',
  accountName: 'NGUYEN VAN AN',
  bankCode: 'VCB',
  usableFrom: null,
};
const NOTE = {
  ...{ note: 'Rut tien', holderName: 'NGUYEN VAN AN', least: '100000', fee: '0' },
  ...{ secondApprovalAbove: '500000000', beneficiaryHoldHours: 24 },
};

/** What the form decides by arrives when the test says so. */
let arrive: () => void;
let arrived: Promise<void>;
let sent: unknown[];
let margin: MarginStatus;

const served: typeof fetch = async (address, init) => {
  const path = new URL(String(address), 'http://localhost').pathname.replace('/api', '');
  if (path.endsWith('/withdraw')) sent.push(JSON.parse(String(init?.body)));
  if (path === '/investor/me') return answer(200, AN);
  if (path === '/investor/accounts') return answer(200, { items: [ACCOUNT], nextCursor: null });
  if (path.startsWith('/investor/margin-status/')) return answer(200, margin);
  if (path.endsWith('/contracts')) return answer(200, { items: [CORN], nextCursor: null });
  if (path === '/investor/withdraw-note') return arrived.then(() => answer(200, NOTE));
  if (path === '/investor/beneficiary-accounts')
    return arrived.then(() => answer(200, { items: [BENEFICIARY], nextCursor: null }));
  return answer(200, { items: [], nextCursor: null });
};

preparePages({ language: 'en' });

beforeEach(() => {
  arrived = new Promise((resolve) => {
    arrive = resolve;
  });
  sent = [];
  margin = MARGIN;
  fetched.mockImplementation(served);
});

test('there is no button before all is known that it decides by', async () => {
  const { client, user } = await renderPage(<WithdrawPage />, { at: '/account-overview/withdraw' });
  await screen.findByTestId('withdraw');
  await waitFor(() => expect(client.isFetching()).toBe(2));
  expect(screen.queryByTestId('withdraw-send')).toBeNull();
  arrive();
  await user.type(await screen.findByTestId('withdraw-amount'), '5000000');
  await user.click(screen.getByTestId('withdraw-send'));
  expect(sent).toEqual([{ amount: '5000000', beneficiaryAccountId: 'b1' }]);
});

test('a sub-account that follows may not take its leader’s share of the week', async () => {
  margin = { ...MARGIN, leaderShare: { above: '900000000', rate: '12.50' } };
  const { user } = await renderPage(<WithdrawPage />, { at: '/account-overview/withdraw' });
  arrive();
  const amount = await screen.findByTestId('withdraw-amount');
  expect(screen.getByText('Leader’s share of this week').parentElement?.textContent).toContain('12,500,000');
  await user.click(screen.getByRole('button', { name: /^All / }));
  expect((amount as HTMLInputElement).value).toBe('987,500,000');
  await user.click(screen.getByTestId('withdraw-send'));
  expect(sent).toEqual([{ amount: '987500000', beneficiaryAccountId: 'b1' }]);
});
