// @vitest-environment jsdom
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alertsQuery } from '#lists/price-alerts.ts';
import { contractsQuery } from '#market/contracts.ts';
import { ACCOUNT, ACTOR, CORN } from '#mock/sample-records.ts';
import { AlertsOn } from '#pages/alerts/alerts-on.tsx';
import { answer, fetched, preparePages, renderPart } from '#test/page.tsx';

const ALERT: PriceAlert = {
  ...{ alertId: 'a1', accountId: ACTOR.accountId, contractCode: CORN.code, direction: 'BELOW', price: '450.00' },
  ...{ follows: null, drawingId: null, isRepeating: false, note: '', isActive: true, endReason: null },
  ...{ createdAt: '2026-11-20T05:00:00.000Z', reachedAt: null },
};

preparePages();

test('with the last alert deleted, the focus is where another one is set', async () => {
  fetched.mockImplementation(async (address, init) => {
    if (init?.method === 'DELETE') return answer(200, { alertId: 'a1' });
    return answer(200, { items: String(address).includes('/alerts') ? [ALERT] : [ACCOUNT], nextCursor: null });
  });
  const { user } = renderPart(<AlertsOn />, [
    [contractsQuery().queryKey, [CORN]],
    [[ACTOR.userId, 'accounts'], [ACCOUNT]],
    [[...alertsQuery(ACTOR).queryKey], [ALERT]],
  ]);
  await user.click(await screen.findByRole('button', { name: /^Xóa cảnh báo/ }));
  await waitFor(() => expect(screen.queryByTestId('alert-a1')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Thêm' }));
});
