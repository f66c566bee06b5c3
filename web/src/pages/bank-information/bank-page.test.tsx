// @vitest-environment jsdom
/** The page of bank accounts: a form opens with what it needs to know. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { BankPage } from '#pages/bank-information/bank-page.tsx';
import { useAuth } from '#session/auth-store.ts';
import { banksQuery, beneficiariesQuery, withdrawNoteQuery } from '#signed-in/payouts.ts';

beforeAll(async () => {
  localStorage.setItem('i18nextLng', 'vi');
  await startI18n();
});

afterEach(() => {
  cleanup();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  useAuth.getState().signOutAll();
});

test('nobody is asked for a new account before it is known in whose name it is', async () => {
  vi.stubEnv('VITE_APP_NAME', 'Mùa');
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  useAuth.getState().addAccount({ user: { userId: 'an' }, accessToken: { value: 'h'.repeat(22) } });
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(beneficiariesQuery('an').queryKey, []);
  client.setQueryData(banksQuery('an').queryKey, []);
  render(
    <QueryClientProvider client={client}>
      <BankPage tab="beneficiaries" onTab={() => {}} />
    </QueryClientProvider>,
  );
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
