/** Sample data of the preview: invented, and the same in every screenshot. */
import type { MailboxMessage } from '@mua/contract/entities/mailbox-message';
import type { PriceAlert } from '@mua/contract/entities/price-alert';
import type { PriceGrid } from '@mua/core/values';
import { ACTOR } from '#mock/sample-records.ts';

export const CORN: PriceGrid = { scale: 2, tickUnits: 25, display: 'eighths' };
export const ARABICA: PriceGrid = { scale: 2, tickUnits: 5, display: 'decimal' };
export const CODE = 'ZCEZ26';

export const TICKS = {
  last: 1831,
  reference: 1809,
  order: 1816,
  far: 1880,
  outside: 2000,
  low: 1817,
  ceiling: 1935,
  floor: 1683,
};
export const VOLUME = 186_412;
export const FEE_VND = '700000';
export const EQUITY_VND = '1950680075';
export const REQUIRED_VND = '1292445264';

const ALERT: PriceAlert = {
  ...{ alertId: 'waiting', accountId: ACTOR.accountId, contractCode: CODE, direction: 'ABOVE', price: '460.00' },
  ...{ isRepeating: true, note: 'USDA', isActive: true, endReason: null, follows: null, drawingId: null },
  ...{ createdAt: '2026-11-20T02:00:00.000Z', reachedAt: null },
};
/** Waiting, paused, reached, and one whose contract is no longer listed. */
export const ALERTS: readonly [PriceAlert, ...PriceAlert[]] = [
  ALERT,
  { ...ALERT, alertId: 'paused', direction: 'BELOW', price: '448.25', isRepeating: false, note: '', isActive: false },
  { ...ALERT, alertId: 'reached', isActive: false, isRepeating: false, reachedAt: '2026-11-20T05:31:07.000Z' },
  { ...ALERT, alertId: 'ended', isActive: false, note: '', endReason: { code: 'ContractEnded', facts: {} } },
];
export const REACHED: MailboxMessage = {
  ...{ mailboxId: 'reached', accountId: ACTOR.accountId, code: 'PriceAlert', reason: null, contractCode: CODE },
  facts: { contract: CODE, direction: 'ABOVE', price: '460.00', last: '460.25', note: 'USDA' },
  ...{ orderId: null, isRead: false, createdAt: '2026-11-20T05:31:07.000Z', deliveries: [], seq: 1 },
};
