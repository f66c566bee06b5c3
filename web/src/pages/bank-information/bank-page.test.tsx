// @vitest-environment jsdom
/** The page of bank accounts: a form opens with what it needs to know. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BankPage } from '#pages/bank-information/bank-page.tsx';
import { banksQuery, beneficiariesQuery, withdrawNoteQuery } from '#signed-in/payouts.ts';
import { preparePages, renderPart } from '#test/page.tsx';

preparePages();

test('nobody is asked for a new account before it is known in whose name it is', async () => {
  const { client } = renderPart(<BankPage tab="beneficiaries" onTab={() => {}} />, [
    [beneficiariesQuery('an').queryKey, []],
    [banksQuery('an').queryKey, []],
  ]);
  expect(screen.queryByTestId('bank-add')).toBeNull();
  client.setQueryData(withdrawNoteQuery('an').queryKey, {
    ...{ note: 'MUA RUT an', holderName: 'NGUYEN VAN AN', least: '100000', fee: '0' },
    ...{ secondApprovalAbove: '50000000', beneficiaryHoldHours: 24 },
  });
  fireEvent.click(await screen.findByTestId('bank-add'));
  expect(screen.getByTestId<HTMLInputElement>('bank-holder').value).toBe('NGUYEN VAN AN');
  // What was given up or done takes its button with it: keys go on from the one that began it.
  const cancel = screen.getByRole('button', { name: 'Hủy' });
  cancel.focus();
  fireEvent.click(cancel);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('bank-add')));
});
