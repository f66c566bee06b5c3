/**
 * The expiry guard (docs/rules/margin-and-money.md#margin) notifies holders as the close-out day nears, closes
 * positions that are open at its deadline, and settles what could not be traded at the settlement price.
 */

import { cancelOrWish } from '#engine/amend-order.ts';
import { settlePosition } from '#engine/book-fill.ts';
import type { CommandBody } from '#engine/commands.ts';
import { isContractHalted } from '#engine/halts.ts';
import { closeByForce } from '#engine/liquidation.ts';
import { increasingOrders } from '#engine/margin-levels.ts';
import { priceMoved } from '#engine/margin-watch.ts';
import { type Account, type EngineState, type ListedContract, rulesInForce } from '#engine/state.ts';
import type { Step } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import { sideIn } from '#instruments/spread.ts';
import type { Order } from '#orders/order.ts';
import type { PositionSide } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

type Body<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;

function listedIn(step: Step, contractCode: string): ListedContract {
  const listed = step.state.contracts.get(contractCode);
  assert(listed !== undefined, `the close-out of an unlisted contract ${contractCode}`);
  return listed;
}

/** Accounts with a position on that side of the contract and its lots, in the order of the accounts. */
function holdersOf(step: Step, contractCode: string, position: PositionSide): { account: Account; netLots: Lots }[] {
  const holders = [...(step.state.holders.get(contractCode) ?? [])].map((account) => ({
    account,
    netLots: account.positions.get(contractCode)?.netLots ?? 0,
  }));
  return holders
    .filter(({ netLots }) => (position === 'long' ? netLots > 0 : netLots < 0))
    .sort((a, b) => (a.account.accountId < b.account.accountId ? -1 : 1));
}

export function nearCloseOut(step: Step, command: Body<'nearCloseOut'>): void {
  const { contractCode, position, date, sessionsLeft, deadlineMs } = command;
  listedIn(step, contractCode).closeOut[position] = { date, sessionsLeft, deadlineMs };
  if (!rulesInForce(step.state).expiry?.noticeSessions.includes(sessionsLeft)) return;
  for (const { account, netLots } of holdersOf(step, contractCode, position)) {
    const { accountId } = account;
    step.events.push({
      kind: 'closeOutNeared',
      notice: { accountId, contractCode, netLots, sessionsLeft, deadlineMs },
    });
  }
}

/** Closes what is open on that side, if it can trade now; what would open more is cancelled whether it can or not. */
export function closeOut(step: Step, { contractCode, position }: Body<'closeOut'>): void {
  const listed = listedIn(step, contractCode);
  if (listed.session === 'OPEN' && !isContractHalted(step.state, contractCode)) {
    const reachable = ({ account }: { account: Account }): boolean => isReachable(step.state, account);
    for (const { account, netLots } of holdersOf(step, contractCode, position).filter(reachable))
      closeByForce(step, account, listed, { lots: Math.abs(netLots), reason: 'ExpiryGuard' });
  }
  for (const order of [...openingOrders(step.state, contractCode, position)]) cancelOrWish(step, order, 'ExpiryGuard');
}

/** Orders that would open or add to a position on that side and that nobody cancels yet, spreads with this leg too. */
export function* openingOrders(state: EngineState, contractCode: string, position: PositionSide): Iterable<Order> {
  const side = position === 'long' ? 'BUY' : 'SELL';
  for (const account of state.accounts.values()) {
    const holding = account.holdings.get(contractCode);
    if (!holding || holding.orders.length === 0) continue;
    for (const order of increasingOrders(holding)) {
      const isLeft = order.status !== 'IN_CANCEL' && order.cancelWish === null && !order.isForceSell;
      if (isLeft && sideIn(contractCode, order) === side) yield order;
    }
  }
}

export function settlePositions(step: Step, command: Body<'settlePositions'>): void {
  const { contractCode, position, settlementTicks, openedBeforeMs = Number.POSITIVE_INFINITY } = command;
  const listed = listedIn(step, contractCode);
  listed.settlementTicks = settlementTicks;
  priceMoved(step, listed);
  for (const { account } of holdersOf(step, contractCode, position))
    if (openedMs(account, contractCode) < openedBeforeMs) settlePosition(step, account, listed, settlementTicks);
}

/** When the youngest lots of a position were opened. */
export function openedMs(account: Account, contractCode: string): number {
  return account.positions.get(contractCode)?.openLots.at(-1)?.timeMs ?? Number.NEGATIVE_INFINITY;
}
