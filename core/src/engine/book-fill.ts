/** A fill booked: into the position, first in, first out, and into the ledger with its fee and what it realises. */
import { type Posting, post, postingBetween } from '#ledger/ledger';
import type { Order } from '#orders/order';
import type { VenueReport } from '#orders/venue-messages';
import { applyFill } from '#positions/position';
import type { Side } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import type { OrderFill } from './events.ts';
import { type Account, contractTerms, type ListedContract, noteHolder, positionIn } from './state.ts';
import { accountOf, type Step, touchPosition } from './step.ts';

export function bookFill(step: Step, order: Order, report: Extract<VenueReport, { kind: 'filled' }>): OrderFill {
  const { state, timeMs } = step;
  const { accountId, contractCode, orderId, side } = order;
  const { execId, tradeId, priceTicks, lots } = report;
  const account = accountOf(step, accountId);
  const listed = state.contracts.get(contractCode);
  assert(listed !== undefined, 'an order is in a listed contract');
  // A fill is a last trade: without it the new position would be valued at a price from before it.
  listed.lastTicks = priceTicks;
  const feeVnd = contractTerms(state, listed).feeVnd * BigInt(lots);
  const isDemo = account.isDemo;
  const fee = postingBetween({ type: 'fee', accountId, isDemo, house: 'fees', amountVnd: -feeVnd, reference: execId });
  bookPosition(step, account, listed, { fillId: execId, side, priceTicks, lots }, [fee]);
  return { execId, tradeId, orderId, accountId, contractCode, side, priceTicks, lots, feeVnd, timeMs };
}

/** What is left of a position at the end settles at the settlement price: no trade and no fee. */
export function settlePosition(step: Step, account: Account, listed: ListedContract, settlementTicks: number): void {
  const netLots = account.positions.get(listed.contract.code)?.netLots ?? 0;
  if (netLots === 0) return;
  const fill = {
    fillId: `settlement-${step.seq}-${account.accountId}`,
    side: netLots > 0 ? 'SELL' : 'BUY',
    priceTicks: settlementTicks,
    lots: Math.abs(netLots),
  } as const;
  bookPosition(step, account, listed, fill, []);
}

function bookPosition(
  step: Step,
  account: Account,
  listed: ListedContract,
  fill: { readonly fillId: string; readonly side: Side; readonly priceTicks: number; readonly lots: number },
  postings: Posting[],
): void {
  const { state, timeMs } = step;
  const { accountId, isDemo } = account;
  const contractCode = listed.contract.code;
  const position = positionIn(account, contractCode);
  const pairs = applyFill(position, { ...fill, timeMs }, contractTerms(state, listed));
  if (position.netLots === 0) account.positions.delete(contractCode);
  noteHolder(state, account, contractCode);
  for (const pair of pairs) {
    step.events.push({ kind: 'positionSettled', accountId, contractCode, pair });
    postings.push(
      postingBetween({
        type: 'realised-profit',
        accountId,
        isDemo,
        house: 'realised-profit',
        amountVnd: pair.profitVnd,
        reference: fill.fillId,
      }),
    );
  }
  for (const posting of postings) {
    post(state.balances, posting);
    step.events.push({ kind: 'moneyPosted', posting });
  }
  touchPosition(step, account, contractCode);
}
