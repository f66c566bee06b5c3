/**
 * The engine's memory as plain data and back, and its digest. The order of every list is the order of the maps,
 * which is the order of commands, so equal histories give equal snapshots to the letter.
 */
import type { Commodity, Contract } from '#instruments/commodity';
import type { Dated } from '#instruments/dated';
import type { InvestorKind, TradingRules } from '#instruments/trading-rules';
import { coveredLots, isFinal, type Order } from '#orders/order';
import type { OpenLot } from '#positions/position';
import type { Currency } from '#values/money';
import { hashText } from '#values/random';
import type { SessionState } from '#values/trading-words';
import { assert } from '#values/whole-numbers';
import { type Account, countRequired, createEngineState, type EngineState, refreshTerms, workingIn } from './state.ts';

export interface EngineSnapshot {
  readonly seq: number;
  readonly timeMs: number;
  readonly tradeDate: string;
  readonly venueEpoch: string | null;
  readonly rules: Dated<TradingRules>;
  readonly rates: readonly (readonly [Currency, Dated<bigint>])[];
  readonly commodities: readonly Commodity[];
  readonly contracts: readonly {
    readonly contract: Contract;
    readonly settlementTicks: number | null;
    readonly lastTicks: number | null;
    readonly session: SessionState;
    readonly opensAtMs: number | null;
  }[];
  readonly accounts: readonly {
    readonly accountId: string;
    readonly investorId: string;
    readonly investorKind: InvestorKind;
    readonly isDemo: boolean;
    readonly isActivated: boolean;
    readonly heldVnd: bigint;
    readonly positions: readonly {
      readonly contractCode: string;
      readonly openLots: readonly OpenLot[];
      readonly netLots: number;
    }[];
    readonly clientOrders: readonly (readonly [clientOrderId: string, orderId: string, terms: string])[];
  }[];
  readonly orders: readonly Order[];
  readonly balances: readonly (readonly [string, bigint])[];
}

/** A deep copy: later steps do not reach into it. */
export function snapshotState(state: EngineState): EngineSnapshot {
  return {
    seq: state.seq,
    timeMs: state.timeMs,
    tradeDate: state.tradeDate,
    venueEpoch: state.venueEpoch,
    rules: state.rules,
    rates: [...state.rates],
    commodities: [...state.commodities.values()],
    contracts: [...state.contracts.values()].map(({ contract, settlementTicks, lastTicks, session, opensAtMs }) => ({
      contract,
      settlementTicks,
      lastTicks,
      session,
      opensAtMs,
    })),
    accounts: [...state.accounts.values()].map(snapshotAccount),
    orders: [...state.orders.values()].map((order) => ({ ...order, seenExecIds: [...order.seenExecIds] })),
    balances: [...state.balances],
  };
}

function snapshotAccount(account: Account): EngineSnapshot['accounts'][number] {
  const { accountId, investorId, investorKind, isDemo, isActivated, heldVnd } = account;
  return {
    accountId,
    investorId,
    investorKind,
    isDemo,
    isActivated,
    heldVnd,
    positions: [...account.positions.values()].map(({ contractCode, netLots, openLots }) => ({
      contractCode,
      netLots,
      openLots: openLots.map((lot) => ({ ...lot })),
    })),
    clientOrders: [...account.clientOrders].map(([id, { orderId, terms }]) => [id, orderId, terms] as const),
  };
}

/** Rebuilds the state, the derived sums included, and checks them on the way. */
export function restoreState(snapshot: EngineSnapshot): EngineState {
  const state = createEngineState();
  state.seq = snapshot.seq;
  state.timeMs = snapshot.timeMs;
  state.tradeDate = snapshot.tradeDate;
  state.venueEpoch = snapshot.venueEpoch;
  state.rules = snapshot.rules;
  for (const [currency, rate] of snapshot.rates) state.rates.set(currency, rate);
  for (const commodity of snapshot.commodities) state.commodities.set(commodity.code, commodity);
  for (const listed of snapshot.contracts) {
    const commodity = state.commodities.get(listed.contract.commodityCode);
    assert(commodity !== undefined, 'a listed contract has a commodity');
    state.contracts.set(listed.contract.code, { ...listed, commodity });
  }
  for (const [account, balance] of snapshot.balances) state.balances.set(account, balance);
  for (const account of snapshot.accounts) restoreAccount(state, account);
  refreshTerms(state);
  for (const stored of snapshot.orders) restoreOrder(state, { ...stored, seenExecIds: [...stored.seenExecIds] });
  for (const account of state.accounts.values()) {
    for (const code of new Set([...account.positions.keys(), ...account.working.keys()]))
      countRequired(state, account, code);
  }
  return state;
}

function restoreAccount(state: EngineState, stored: EngineSnapshot['accounts'][number]): void {
  const { positions, clientOrders, ...own } = stored;
  const account: Account = {
    ...own,
    positions: new Map(),
    working: new Map(),
    clientOrders: new Map(),
    requiredByContract: new Map(),
    requiredVnd: 0n,
  };
  for (const { contractCode, netLots, openLots } of positions) {
    const openNotional = openLots.reduce((sum, lot) => sum + lot.priceTicks * lot.lots, 0);
    account.positions.set(contractCode, {
      contractCode,
      netLots,
      openNotional,
      openLots: openLots.map((lot) => ({ ...lot })),
    });
  }
  for (const [id, orderId, terms] of clientOrders) account.clientOrders.set(id, { orderId, terms });
  state.accounts.set(account.accountId, account);
}

function restoreOrder(state: EngineState, order: Order): void {
  state.orders.set(order.orderId, order);
  const account = state.accounts.get(order.accountId);
  assert(account !== undefined, 'an order has an account');
  if (isFinal(order)) return;
  const working = workingIn(account, order.contractCode);
  working.orders.set(order.orderId, order);
  if (order.side === 'BUY') working.buyLots += coveredLots(order);
  else working.sellLots += coveredLots(order);
}

/** Sixteen hex digits over the whole snapshot: equal states, equal digests, in every process and on every machine. */
export function stateHash(state: EngineState): string {
  const text = JSON.stringify(snapshotState(state), (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
  const half = (seed: number): string => hashText(text, seed).toString(16).padStart(8, '0');
  return half(0x811c9dc5) + half(0x2545f491);
}
