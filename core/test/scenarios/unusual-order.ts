/** An order in which everything is set that most orders lack. A new field of the kind does not compile until it is here. */
import type { Order } from '@mua/core/engine';
import type { USUAL_ORDER } from '#engine/stored-state.ts';

type Rare = { [Field in keyof Order]-?: undefined extends Order[Field] ? Field : never }[keyof Order];

export const UNUSUAL: Required<Pick<Order, keyof typeof USUAL_ORDER | Rare>> = {
  isReduceOnly: true,
  exitOrderId: 'exit-1',
  conditionalOrderId: 'conditional-1',
  isHeldByUs: true,
  triggeredMs: 5,
  awaitsCancels: true,
  cancelReason: 'MarginLevel',
  reasonPercent: 80,
  cancelRefusedMs: 6,
  cancelWish: 'UserRequest',
  openRequests: [{ requestId: '7-1', kind: 'cancel' }],
  routedEpoch: 'e1',
  answerDueMs: 9,
  group: { groupId: 'group-1', kind: 'OCO', size: 2, place: 1, cancelledFor: 'SiblingEnded' },
  shrinkRefusal: { reason: 'too late', refusedMs: 7 },
};
