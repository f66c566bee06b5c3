/** Books a fill: into the position, first in, first out, and into the ledger with its fee and realised profit. */

import type { OrderFill } from '#engine/events.ts';
import { priceMoved } from '#engine/margin-watch.ts';
import { noteLeaderFill } from '#engine/mirror.ts';
import {
  type Account,
  accountFeeVnd,
  contractTerms,
  dropEmpty,
  holdingIn,
  type ListedContract,
  markTicks,
  noteHolder,
} from '#engine/state.ts';
import { accountOf, type Step, touchPosition } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import type { LegPrices } from '#instruments/leg-prices.ts';
import { type Posting, post, postingBetween } from '#ledger/ledger.ts';
import { isFinal, type Order } from '#orders/order.ts';
import type { VenueReport } from '#orders/venue-messages.ts';
import { applyFill, type Fill, type RoundTurn } from '#positions/position.ts';
import { oppositeSide } from '#values/trading-words.ts';
import type { Ticks } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

export function bookFill(step: Step, order: Order, report: Extract<VenueReport, { kind: 'filled' }>): OrderFill {
  const { state } = step;
  const { accountId, contractCode, orderId, side } = order;
  const { execId, tradeId, priceTicks, lots } = report;
  const account = accountOf(step, accountId);
  const listed = state.contracts.get(contractCode);
  assert(listed !== undefined, 'an order is in a listed contract');
  // A fill is a last trade: without it the new position would be valued at an older price. It moves the equity of
  // everybody who holds the contract. A late fill reports a past price and is not a mark, and so does what an exchange
  // reports before its link is back: it is from the time when nobody heard it.
  const isPast = (isFinal(order) || !isReachable(state, account)) && markTicks(listed) !== null;
  if (listed.lastTicks !== priceTicks && !isPast) {
    listed.lastTicks = priceTicks;
    priceMoved(step, listed);
  }
  return bookTrade(step, account, listed, { execId, tradeId, orderId, side, priceTicks, lots });
}

/**
 * Books a fill in a spread: both legs, each under an id of its own, because each is an execution in its contract. Their
 * prices are a convention of the exchange, so no mark moves.
 */
export function bookLegs(step: Step, order: Order, report: LegReport): [OrderFill, OrderFill] {
  const { orderId, side } = order;
  const { execId, tradeId, lots } = report;
  const account = accountOf(step, order.accountId);
  const spread = step.state.spreads.get(order.contractCode);
  assert(spread !== undefined, 'legs are of a listed spread');
  const near = { execId: `${execId}${NEAR_ID}`, side, priceTicks: report.legs.nearTicks };
  const far = { execId: `${execId}${FAR_ID}`, side: oppositeSide(side), priceTicks: report.legs.farTicks };
  const spreadCode = order.contractCode;
  return [
    { ...bookTrade(step, account, spread.near, { ...near, tradeId, orderId, lots }), spreadCode },
    { ...bookTrade(step, account, spread.far, { ...far, tradeId, orderId, lots }), spreadCode },
  ];
}

/** What an execution in a leg adds to the id of the report. */
const NEAR_ID = '.1';
const FAR_ID = '.2';

/** The ids of the reports that gave these executions in the legs of a spread. */
export function reportsOfLegs(execIds: readonly string[]): string[] {
  return execIds.flatMap((execId) => (execId.endsWith(NEAR_ID) ? [execId.slice(0, -NEAR_ID.length)] : []));
}

/** A report of a fill in a spread. */
export type LegReport = Extract<VenueReport, { kind: 'filled' }> & { readonly legs: LegPrices };

type Trade = Pick<OrderFill, 'execId' | 'tradeId' | 'orderId' | 'side' | 'priceTicks' | 'lots'>;

function bookTrade(step: Step, account: Account, listed: ListedContract, trade: Trade): OrderFill {
  const { timeMs } = step;
  const { execId, tradeId, orderId, side, priceTicks, lots } = trade;
  const feeVnd = accountFeeVnd(account, listed) * BigInt(lots);
  const roundTurns = bookPosition(step, account, listed, {
    ...{ fillId: execId, side, priceTicks, lots, timeMs },
    isTraded: true,
  });
  postMoney(step, postingBetween({ type: 'fee', of: account, broker: 'fees', amountVnd: -feeVnd, reference: execId }));
  realise(step, account, execId, roundTurns);
  const { accountId } = account;
  const contractCode = listed.contract.code;
  return { execId, tradeId, orderId, accountId, contractCode, side, priceTicks, lots, feeVnd, timeMs };
}

/** Settles what is left of an expired position at the settlement price, without a trade or a fee. */
export function settlePosition(step: Step, account: Account, listed: ListedContract, settlementTicks: Ticks): void {
  const netLots = account.positions.get(listed.contract.code)?.netLots ?? 0;
  if (netLots === 0) return;
  const fillId = `settlement-${step.seq}-${account.accountId}`;
  const side = netLots > 0 ? 'SELL' : 'BUY';
  const fill = { fillId, side, priceTicks: settlementTicks, lots: Math.abs(netLots), timeMs: step.timeMs } as const;
  realise(step, account, fillId, bookPosition(step, account, listed, { ...fill, isTraded: false }));
}

function bookPosition(
  step: Step,
  account: Account,
  listed: ListedContract,
  { isTraded, ...fill }: Fill & { readonly isTraded: boolean },
): RoundTurn[] {
  const { state } = step;
  const { accountId } = account;
  const contractCode = listed.contract.code;
  const holding = holdingIn(state, account, contractCode);
  const wasHeld = holding.netLots !== 0;
  const roundTurns = applyFill(holding, fill, contractTerms(listed));
  const isHeld = holding.netLots !== 0;
  if (isHeld !== wasHeld) noteHolder(state, holding);
  for (const pair of roundTurns) step.events.push({ kind: 'positionSettled', accountId, contractCode, pair });
  touchPosition(step, holding);
  dropEmpty(holding);
  noteLeaderFill(step, account, fill, { contractCode, roundTurns, isTraded });
  return roundTurns;
}

/** Posts each round turn's profit or loss to the account. */
function realise(step: Step, of: Account, reference: string, roundTurns: readonly RoundTurn[]): void {
  for (const { profitVnd: amountVnd } of roundTurns)
    postMoney(step, postingBetween({ type: 'realised-profit', of, broker: 'realised-profit', amountVnd, reference }));
}

function postMoney(step: Step, posting: Posting): void {
  post(step.state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting });
}
