// @vitest-environment jsdom
/** The page of bank accounts: a form opens with what it needs to know. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { BankPage } from '#pages/bank-information/bank-page.tsx';
import { banksQuery, beneficiariesQuery, withdrawNoteQuery } from '#signed-in/payouts.ts';
import { preparePages, renderPart } from '#test/page.tsx';

preparePages();

const NOTE = {
  ...{ note: 'MUA RUT an', holderName: 'NGUYEN VAN AN', least: '100000', fee: '0' },
  ...{ secondApprovalAbove: '50000000', beneficiaryHoldHours: 24 },
};

test('nobody is asked for a new account before it is known in whose name it is', async () => {
  const { client } = renderPart(<BankPage tab="beneficiaries" onTab={() => {}} />, [
    [beneficiariesQuery('an').queryKey, []],
    [banksQuery('an').queryKey, []],
  ]);
  expect(screen.queryByTestId('bank-add')).toBeNull();
  client.setQueryData(withdrawNoteQuery('an').queryKey, NOTE);
  fireEvent.click(await screen.findByTestId('bank-add'));
  expect(screen.getByTestId<HTMLInputElement>('bank-holder').value).toBe('NGUYEN VAN AN');
  // What was given up or done takes its button with it: keys go on from the one that began it.
  const cancel = screen.getByRole('button', { name: 'Hủy' });
  cancel.focus();
  fireEvent.click(cancel);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('bank-add')));
});

describe('a page that is begun anew while its reader looks for the code', () => {
  const fields = { bank: 'VCB', accountNumber: '0011001234567', holderName: 'NGUYEN VAN AN', branch: null };
  const begin = (sentTo: string, inMs: number) => {
    const instant = new Date(Date.now() + inMs).toISOString();
    const task = {
      ...{ taskId: 'a-task-that-waits', purpose: 'add-beneficiary', channel: 'email', sentTo, expiresAt: instant },
      ...{ resendAt: instant, resendAfter: instant, triesLeft: 5, resendsLeft: 3 },
    };
    sessionStorage.setItem(
      'waiting-code bank an beneficiaries new',
      JSON.stringify({ task, about: fields, untilMs: Date.now() + inMs }),
    );
    renderPart(<BankPage tab="beneficiaries" onTab={() => {}} />, [
      [beneficiariesQuery('an').queryKey, []],
      [banksQuery('an').queryKey, []],
      [withdrawNoteQuery('an').queryKey, NOTE],
    ]);
  };
  afterEach(() => sessionStorage.clear());

  test('goes on with the code, and leads back to what was typed', async () => {
    begin('a•••@mua.demo', 60_000);
    expect(await screen.findByTestId('otp-code')).toBeTruthy();
    expect(screen.getByText(/a•••@mua\.demo/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Quay lại sửa' }));
    expect((await screen.findByTestId<HTMLInputElement>('bank-holder')).value).toBe('NGUYEN VAN AN');
    expect(sessionStorage).toHaveLength(0);
  });

  test('begins anew once the code has expired', async () => {
    begin('a•••@mua.demo', -1);
    expect(await screen.findByTestId('bank-add')).toBeTruthy();
    expect(screen.queryByTestId('otp-code')).toBeNull();
  });
});
