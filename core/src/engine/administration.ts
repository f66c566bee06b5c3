/** What the house itself enters: accounts, money, reference data, prices, sessions, trade dates. */
import { withEntry } from '#instruments/dated';
import { post, postingBetween } from '#ledger/ledger';
import { isFinal } from '#orders/order';
import { moveStatus } from '#orders/order-status';
import { assert } from '#values/whole-numbers';
import type { Command, CommandBody } from './commands.ts';
import { isOverdue } from './execution-reports.ts';
import { route } from './place-order.ts';
import { refreshTerms } from './state.ts';
import { accountOf, changeOrder, type Step } from './step.ts';

type Body<K extends CommandBody['kind']> = Extract<Command, { kind: K }>;

export function setTradingRules(step: Step, command: Body<'setTradingRules'>): void {
  step.state.rules = withEntry(step.state.rules, { fromMs: command.fromMs, value: command.rules });
  termsChanged(step);
}

export function setConversionRate(step: Step, command: Body<'setConversionRate'>): void {
  const { currency, fromMs, rateE4 } = command;
  assert(rateE4 > 0n, 'a conversion rate is above zero');
  step.state.rates.set(currency, withEntry(step.state.rates.get(currency) ?? [], { fromMs, value: rateE4 }));
  termsChanged(step);
}

export function defineCommodity(step: Step, command: Body<'defineCommodity'>): void {
  const { state } = step;
  state.commodities.set(command.commodity.code, command.commodity);
  for (const [code, listed] of state.contracts) {
    if (listed.commodity.code === command.commodity.code)
      state.contracts.set(code, { ...listed, commodity: command.commodity });
  }
  termsChanged(step);
}

/** Dated figures moved: every account's required margin is counted anew and told. */
function termsChanged(step: Step): void {
  refreshTerms(step.state);
  for (const account of step.state.accounts.values()) {
    if (account.requiredByContract.size > 0) step.changedAccounts.add(account);
  }
}

export function listContract(step: Step, command: Body<'listContract'>): void {
  const { state } = step;
  const { contract, settlementTicks } = command;
  const commodity = state.commodities.get(contract.commodityCode);
  assert(commodity !== undefined, `contract ${contract.code} of an undefined commodity`);
  const known = state.contracts.get(contract.code);
  state.contracts.set(contract.code, {
    contract,
    commodity,
    settlementTicks: known?.settlementTicks ?? settlementTicks,
    lastTicks: known?.lastTicks ?? null,
    session: known?.session ?? 'OPEN',
    opensAtMs: known?.opensAtMs ?? null,
  });
}

export function openAccount(step: Step, command: Body<'openAccount'>): void {
  const { accountId, investorId, investorKind, isDemo, isActivated } = command;
  const { accounts } = step.state;
  assert(!accounts.has(accountId), `account ${accountId} exists`);
  const account = {
    accountId,
    investorId,
    investorKind,
    isDemo,
    isActivated,
    heldVnd: 0n,
    positions: new Map(),
    working: new Map(),
    clientOrders: new Map(),
    requiredByContract: new Map(),
    requiredVnd: 0n,
  };
  accounts.set(accountId, account);
  step.changedAccounts.add(account);
}

export function deposit(step: Step, command: Body<'deposit'>): void {
  const { accountId, amountVnd, reference } = command;
  assert(amountVnd > 0n, 'a deposit is above zero');
  const account = accountOf(step, accountId);
  const { isDemo } = account;
  const posting = postingBetween({ type: 'deposit', accountId, isDemo, house: 'deposits', amountVnd, reference });
  post(step.state.balances, posting);
  step.events.push({ kind: 'moneyPosted', posting });
  step.changedAccounts.add(account);
}

/** Values positions and wakes whatever watches prices. Unknown contracts are no concern of ours. */
export function markPrices(step: Step, command: Body<'markPrices'>): void {
  for (const mark of command.prices) {
    const listed = step.state.contracts.get(mark.contractCode);
    if (listed) listed.lastTicks = mark.lastTicks;
  }
}

export function changeSession(step: Step, command: Body<'changeSession'>): void {
  const changed = new Set(command.contractCodes);
  for (const contractCode of changed) {
    const listed = step.state.contracts.get(contractCode);
    if (!listed) continue;
    listed.session = command.state;
    listed.opensAtMs = command.opensAtMs;
  }
  if (command.state !== 'OPEN') return;
  for (const order of step.state.orders.values()) {
    if (order.status === 'ACTIVEAT' && changed.has(order.contractCode)) route(step, order);
  }
}

export function settleContracts(step: Step, command: Body<'settleContracts'>): void {
  for (const { contractCode, settlementTicks } of command.settlements) {
    const listed = step.state.contracts.get(contractCode);
    if (listed) listed.settlementTicks = settlementTicks;
  }
}

/**
 * The trade date rolls: orders that wait with us and were good for the old
 * date only expire, and what ended on it leaves memory. The exchange expires its own.
 */
export function endTradeDate(step: Step, command: Body<'endTradeDate'>): void {
  const { state } = step;
  assert(command.nextTradeDate > state.tradeDate, 'trade dates only go forward');
  const endedDate = state.tradeDate;
  state.tradeDate = command.nextTradeDate;
  for (const [orderId, order] of state.orders) {
    if (isFinal(order)) state.orders.delete(orderId);
    else if (order.status === 'ACTIVEAT' && isOverdue(state.tradeDate, order)) {
      changeOrder(step, order, () => {
        moveStatus(order, 'EXPIRED');
        order.reason = order.duration === 'DAY' ? 'DayEnded' : 'DateReached';
      });
    }
  }
  step.events.push({ kind: 'tradeDateBegan', endedDate, tradeDate: state.tradeDate });
}
