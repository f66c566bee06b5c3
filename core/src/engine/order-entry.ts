/**
 * Receives an investor's orders: account, activation and client order id (client-orders.ts). Orders for an exchange
 * continue in place-order.ts, those that wait for a price in conditional-orders.ts.
 */

import { type NamedByClient, repetition, termsOf } from '#engine/client-orders.ts';
import { type AskedConditional, placeConditional } from '#engine/conditional-orders.ts';
import type { PlaceOrder, ReversePosition } from '#engine/investor-commands.ts';
import type { ListedSpread } from '#engine/listed-spread.ts';
import { closingLots } from '#engine/order-checks.ts';
import { BY_INVESTOR, type Entry, receive } from '#engine/place-order.ts';
import { placeRoll } from '#engine/rolls.ts';
import { placeInSpread } from '#engine/spread-orders.ts';
import type { Account } from '#engine/state.ts';
import { refuseCommand, type Step } from '#engine/step.ts';
import { type Refusal, refusal } from '#values/refusals.ts';
import { type ExchangeOrderType, oppositeSide } from '#values/trading-words.ts';

export function placeOrder(step: Step, command: PlaceOrder): void {
  const spread = step.state.spreads.get(command.contractCode);
  if (spread) return placeIn(step, spread, command);
  const entry = openEntry(step, command);
  if (!entry || isDedicated(step, entry)) return;
  if (isConditional(command)) placeConditional(step, entry, command);
  else if (isForExchange(command)) placeForExchange(step, entry, command);
}

function placeIn(step: Step, spread: ListedSpread, command: PlaceOrder): void {
  const account = admitNew(step, command);
  if (account && !isDedicated(step, { account })) placeInSpread(step, spread, account, command);
}

function placeForExchange(step: Step, entry: Entry, command: PlaceForExchange): void {
  if (command.rollInto) placeRoll(step, entry, command, command.rollInto);
  else receive(step, entry, command);
}

type PlaceForExchange = PlaceOrder & { readonly orderType: ExchangeOrderType };

function isConditional(command: PlaceOrder): command is AskedConditional {
  return command.orderType === 'TRAILING_STOP' || command.orderType === 'TPSL';
}

function isForExchange(command: PlaceOrder): command is PlaceForExchange {
  return !isConditional(command);
}

/** Reverses at market what nothing on its way closes, so that two reversals are one; checked like any other order. */
export function reversePosition(step: Step, command: ReversePosition): void {
  const { contractCode } = command;
  const entry = openEntry(step, command);
  if (!entry || isDedicated(step, entry)) return;
  const { account } = entry;
  const netLots = account.positions.get(contractCode)?.netLots ?? 0;
  const side = oppositeSide(netLots > 0 ? 'BUY' : 'SELL');
  const lots = Math.abs(netLots) - closingLots(account, contractCode, side);
  if (lots <= 0) return refuseCommand(step, refusal('OpenPositionNotFound', {}));
  receive(step, entry, { ...command, side, orderType: 'MARKET', duration: 'IOC', quantityLots: 2 * lots });
}

/** A sub-account that follows a strategy trades what the leader trades; its owner closes, pauses and stops. */
export function isDedicated(step: Step, { account: { copy } }: Pick<Entry, 'account'>): boolean {
  if (!copy) return false;
  refuseCommand(step, refusal('SubAccountFollows', { strategy: copy.strategy.terms.name }));
  return true;
}

/**
 * The account and client order id, checked; undefined if the command is answered already, by a refusal or as a
 * repetition.
 */
export function openEntry(step: Step, asked: NamedByClient): Entry | undefined {
  const account = admitNew(step, asked);
  if (!account) return undefined;
  const listed = step.state.contracts.get(asked.contractCode);
  return listed
    ? { account, listed, terms: termsOf(asked), origin: BY_INVESTOR }
    : refuse(step, refusal('ContractNotFound', { code: asked.contractCode }));
}

/** The account alone, if the client order id is new. */
function admitNew(step: Step, asked: NamedByClient): Account | undefined {
  const account = admit(step, asked);
  const repeated = account && repetition(account, asked);
  if (!repeated) return account;
  step.events.push(repeated);
  return undefined;
}

/** An account that may trade. */
export function admit(step: Step, { accountId }: Pick<NamedByClient, 'accountId'>): Account | undefined {
  const account = step.state.accounts.get(accountId);
  if (!account) return refuse(step, refusal('InvestorTradingAccountNotFound', {}));
  return account.isActivated ? account : refuse(step, refusal('InvestorTradingAccountNotAllowed', {}));
}

function refuse(step: Step, why: Refusal): undefined {
  refuseCommand(step, why);
}
