// @vitest-environment jsdom
/** The page of statements: what is shown is the period that was asked for, or why it is not. */
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ACCOUNT, ACTOR } from '#mock/sample-records.ts';
import { statementsQuery } from '#pages/statements/statements.ts';
import { StatementsPage } from '#pages/statements/statements-page.tsx';
import { accountsQuery } from '#signed-in/accounts.ts';
import { fetched, preparePages, renderPage } from '#test/page.tsx';

const DAY = { period: '2026-11-20', from: '2026-11-20', to: '2026-11-20', cash: '1000', dayHash: 'a'.repeat(64) };

preparePages();

function open(period: string, hasDays: boolean) {
  return renderPage(<StatementsPage period={period} onPeriod={() => {}} />, {
    at: '/account-overview/history-payment',
    known: [
      [accountsQuery(ACTOR.userId).queryKey, [ACCOUNT]],
      [statementsQuery(ACTOR, 'month').queryKey, [{ ...DAY, period: '2026-11' }]],
      ...(hasDays ? [[statementsQuery(ACTOR, 'day').queryKey, [DAY]] as const] : []),
    ],
  });
}

test('a day that has no statement is not answered by another day’s', async () => {
  await open('2026-10-01', true);
  await screen.findByText('Không có sao kê của kỳ này');
  expect(screen.queryByRole('heading', { name: /20\/11\/2026/ })).toBeNull();
});

test('a month whose days could not be read says so, and does not wait for ever', async () => {
  fetched.mockImplementation(async () => new Response('<html>', { status: 502 }));
  await open('2026-11', false);
  await screen.findByRole('button', { name: 'Thử lại' });
});
