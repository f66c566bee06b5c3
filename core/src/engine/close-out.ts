/**
 * The expiry guard (trading rules, "Margin"): holders are told as the close-out day nears, what is open at its deadline
 * is closed by the house, and what nobody traded settles at the settlement price.
 */
import type { Order } from '#orders/order';
import type { Side } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import { cancelWorking, isCancellable } from './amend-order.ts';
import { settlePosition } from './book-fill.ts';
import type { CommandBody } from './commands.ts';
import { isContractHalted } from './halts.ts';
import { closeByForce } from './liquidation.ts';
import { increasingOrders } from './margin-ladder.ts';
import { type Account, exposureOf, type ListedContract, rulesInForce } from './state.ts';
import type { Step } from './step.ts';

type Body<K extends CommandBody['kind']> = Extract<CommandBody, { kind: K }>;

function listedIn(step: Step, contractCode: string): ListedContract {
  const listed = step.state.contracts.get(contractCode);
  assert(listed !== undefined, `the close-out of an unlisted contract ${contractCode}`);
  return listed;
}

/** Who holds that side of the contract, in the accounts' order, with how much. */
function holdersOf(
  step: Step,
  contractCode: string,
  position: 'long' | 'short',
): { account: Account; netLots: number }[] {
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
  if (listed.session !== 'OPEN' || isContractHalted(step.state, contractCode) || step.state.isVenueLost) return;
  for (const { account, netLots } of holdersOf(step, contractCode, position))
    closeByForce(step, account, listed, { lots: Math.abs(netLots), reason: 'ExpiryGuard' });
  cancelOpening(step, contractCode, position === 'long' ? 'BUY' : 'SELL');
}

/** Who holds nothing there may not come to hold it any more either. */
function cancelOpening(step: Step, contractCode: string, side: Side): void {
  for (const account of step.state.accounts.values()) {
    const { orders } = account.working.get(contractCode) ?? { orders: new Map<string, Order>() };
    const { netLots } = exposureOf(account, contractCode);
    for (const order of increasingOrders(orders.values(), netLots)) {
      const isOpening = order.side === side && !order.isForceSell;
      if (isOpening && isCancellable(step.state, order)) cancelWorking(step, order, 'ExpiryGuard');
    }
  }
}

export function settlePositions(step: Step, command: Body<'settlePositions'>): void {
  const { contractCode, position, settlementTicks } = command;
  const listed = listedIn(step, contractCode);
  listed.settlementTicks = settlementTicks;
  for (const { account } of holdersOf(step, contractCode, position))
    settlePosition(step, account, listed, settlementTicks);
}
