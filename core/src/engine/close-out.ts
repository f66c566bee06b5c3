/**
 * The expiry guard (docs/rules/margin-and-money.md#margin) notifies holders as the close-out day nears, closes
 * positions that are open at its deadline, and settles what could not be traded at the settlement price.
 */

import { cancelWorking, isCancellable } from '#engine/amend-order.ts';
import { settlePosition } from '#engine/book-fill.ts';
import type { CommandBody } from '#engine/commands.ts';
import { isContractHalted } from '#engine/halts.ts';
import { closeByForce } from '#engine/liquidation.ts';
import { increasingOrders } from '#engine/margin-levels.ts';
import { priceMoved } from '#engine/margin-watch.ts';
import { type Account, type ListedContract, rulesInForce } from '#engine/state.ts';
import type { Step } from '#engine/step.ts';
import { isReachable } from '#engine/venues.ts';
import { sideIn } from '#instruments/spread.ts';
import type { Side } from '#values/trading-words.ts';
import type { Lots } from '#values/units.ts';
import { assert } from '#values/whole-numbers.ts';

type Body<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;

function listedIn(step: Step, contractCode: string): ListedContract {
  const listed = step.state.contracts.get(contractCode);
  assert(listed !== undefined, `the close-out of an unlisted contract ${contractCode}`);
  return listed;
}

/** Accounts with a position on that side of the contract and its lots, in the order of the accounts. */
function holdersOf(
  step: Step,
  contractCode: string,
  position: 'long' | 'short',
): { account: Account; netLots: Lots }[] {
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

export function closeOut(step: Step, { contractCode, position }: Body<'closeOut'>): void {
  const listed = listedIn(step, contractCode);
  if (listed.session !== 'OPEN' || isContractHalted(step.state, contractCode)) return;
  const reachable = ({ account }: { account: Account }): boolean => isReachable(step.state, account);
  for (const { account, netLots } of holdersOf(step, contractCode, position).filter(reachable))
    closeByForce(step, account, listed, { lots: Math.abs(netLots), reason: 'ExpiryGuard' });
  cancelOpening(step, contractCode, position === 'long' ? 'BUY' : 'SELL');
}

/** Cancels orders that would open a position on that side, in accounts that hold none. */
function cancelOpening(step: Step, contractCode: string, side: Side): void {
  for (const account of step.state.accounts.values()) {
    const holding = account.holdings.get(contractCode);
    if (!holding) continue;
    for (const order of increasingOrders(holding)) {
      const isOpening = sideIn(contractCode, order) === side && !order.isForceSell;
      if (isOpening && isCancellable(step, order)) cancelWorking(step, order, 'ExpiryGuard');
    }
  }
}

export function settlePositions(step: Step, command: Body<'settlePositions'>): void {
  const { contractCode, position, settlementTicks } = command;
  const listed = listedIn(step, contractCode);
  listed.settlementTicks = settlementTicks;
  priceMoved(step, listed);
  for (const { account } of holdersOf(step, contractCode, position))
    settlePosition(step, account, listed, settlementTicks);
}
