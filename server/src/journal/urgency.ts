/**
 * What is refused first when more comes than can be done: what opens or moves something, then what only reduces a
 * position; what ends something only when the queue is full. What the exchange, the market and the clock report is so
 * whether or not it is written, and is never refused.
 */
import type { CommandBody } from '@mua/core/engine';

export type Urgency = 'opening' | 'reducing' | 'ending' | 'fact';

/** They are refused when something has not been written for longer. */
export const STALL_MS = { opening: 1_000, reducing: 4_000 } as const satisfies Partial<Record<Urgency, number>>;
/** In an overload they are refused when they would have to wait for longer. */
export const QUEUE_MS = { opening: 80, reducing: 1_000 } as const satisfies Partial<Record<Urgency, number>>;

/**
 * What opens is refused while the read tables are further behind: the rows that they have not wait in memory, and whoever
 * places an order could not see it within the time that a reader waits (read-pool.ts).
 */
export const BEHIND_MS = 4_000;

const URGENCIES: Readonly<Record<CommandBody['kind'], Urgency>> = {
  placeOrder: 'opening',
  placeGroup: 'opening',
  modifyOrder: 'opening',
  modifyConditional: 'opening',
  reversePosition: 'opening',
  setBrakes: 'opening',
  deposit: 'opening',
  holdWithdrawal: 'opening',
  subscribePackage: 'opening',
  publishStrategy: 'opening',
  changeStrategy: 'opening',
  runStrategy: 'opening',
  followStrategy: 'opening',
  fundCopy: 'opening',
  resumeCopy: 'opening',

  liquidateContract: 'reducing',
  closeCopied: 'reducing',
  closeCopy: 'reducing',

  cancelOrder: 'ending',
  cancelOrders: 'ending',
  cancelConditional: 'ending',
  setCancelAfter: 'ending',
  pauseCopy: 'ending',
  leaveCopy: 'ending',
  stopStrategy: 'ending',
  endPackage: 'ending',
  releaseWithdrawal: 'ending',
  // Operators, and what was decided before it came here.
  approveWithdrawal: 'ending',
  payWithdrawal: 'ending',
  reviewStrategy: 'ending',
  setTradingHalt: 'ending',
  noteVenueAct: 'ending',
  openAccount: 'ending',
  activateAccount: 'ending',

  reportExecution: 'fact',
  restartVenue: 'fact',
  loseVenue: 'fact',
  resyncVenue: 'fact',
  noteAlert: 'fact',
  noteAuditEnd: 'fact',
  markPrices: 'fact',
  changeSession: 'fact',
  endTradeDate: 'fact',
  settleContracts: 'fact',
  passTime: 'fact',
  nearCloseOut: 'fact',
  closeOut: 'fact',
  settlePositions: 'fact',
  setTradingRules: 'fact',
  setConversionRate: 'fact',
  defineCommodity: 'fact',
  listContract: 'fact',
  listSpread: 'fact',
};

export function urgencyOf(body: CommandBody): Urgency {
  // An operator closes what an investor does not.
  if (body.kind === 'liquidateContract' && body.operator) return 'ending';
  const onlyReduces =
    (body.kind === 'placeOrder' && !body.rollInto && (body.isReduceOnly === true || body.orderType === 'TPSL')) ||
    (body.kind === 'placeGroup' && body.orders.every(({ isReduceOnly }) => isReduceOnly === true));
  return onlyReduces ? 'reducing' : URGENCIES[body.kind];
}
