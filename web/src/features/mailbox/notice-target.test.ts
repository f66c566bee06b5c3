/** Where messages of copy trading lead: a leader to what can be run or changed, a follower to the copies. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import { expect, test } from 'vitest';
import { targetOf } from '#features/mailbox/notice-target.ts';

const MESSAGE: MailboxMessage = {
  ...{ mailboxId: '1-0', accountId: '108C000001-01', code: 'OrderFilled', facts: { strategyId: 's1' }, reason: null },
  ...{
    contractCode: null,
    orderId: null,
    isRead: false,
    createdAt: '2026-11-26T00:00:00.000Z',
    deliveries: [],
    seq: 1,
  },
};

test.each(['StrategyApproved', 'StrategyRejected', 'StrategyStopped'] as const)(
  '%s leads to the strategy of the leader',
  (code) => {
    expect(targetOf({ ...MESSAGE, code })).toEqual({
      to: '/account-overview/copy-trade/management/{-$strategyId}',
      params: { strategyId: 's1' },
    });
  },
);

test.each(['CopyMaxLoss', 'CopyFeeNotPaid', 'WeeklyReport'] as const)('%s leads to the copies', (code) => {
  expect(targetOf({ ...MESSAGE, code })?.to).toBe('/account-overview/copy-trade/trading/{-$copyId}');
});

test('what was not copied leads there too, and not to its contract', () => {
  const skipped = { ...MESSAGE, code: 'CopySkipped', contractCode: 'ZCEZ26' } as const;
  expect(targetOf(skipped)?.to).toBe('/account-overview/copy-trade/trading/{-$copyId}');
});

test('an order in a spread leads to the desk of its near month', () => {
  const filled = { ...MESSAGE, contractCode: 'ZCEZ26-ZCEH27' } as const;
  expect(targetOf(filled)).toEqual({ to: '/trading/$code', params: { code: 'ZCEZ26' } });
  expect(targetOf({ ...MESSAGE, contractCode: 'ZCEH27' })).toEqual({
    to: '/trading/$code',
    params: { code: 'ZCEH27' },
  });
});

test.each(['ExchangeLinkLost', 'ExchangeLinkBack'] as const)('%s leads to what is open', (code) => {
  expect(targetOf({ ...MESSAGE, code })?.to).toBe('/account-overview');
});
