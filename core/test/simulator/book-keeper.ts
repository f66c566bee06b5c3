/**
 * Keeps the investors' money beside the engine, from what was asked for and what the exchange filled, never from what the
 * engine has posted: deposits at the bank, fees, months of packages, profits first in first out, holds, payments, what is given back, debts.
 * After every step its cash, held money and available money are the engine's to the dong. Whole numbers without end
 * only: no number here is a float (book-keeper.test.ts).
 */
import type { Command, EngineEvent, EngineState, PackageChange } from '@mua/core/engine';
import { accountEquityVnd } from '@mua/core/engine';
import type { Step } from '#test/simulator/simulation.ts';
import { type UndoLog, UndoMap } from '#test/simulator/undo-log.ts';
import { hold } from '#test/simulator/violation.ts';

/** What a contract costs and is worth now, in whole numbers. */
export interface Tariff {
  readonly tickValueMinor: bigint;
  readonly rateE4: bigint;
  /** Undefined while nobody knows a price. */
  readonly markTicks: bigint | undefined;
}

interface Lot {
  /** Below zero: sold. */
  readonly lots: bigint;
  readonly ticks: bigint;
}

interface Hold {
  readonly accountId: string;
  readonly amountVnd: bigint;
}

/** Money that went from one sub-account to another, by the auditor's own reckoning of copying. */
interface Passed {
  readonly from: string;
  readonly to: string;
  readonly amountVnd: bigint;
}

export interface Terms {
  readonly tariffOf: (contractCode: string) => Tariff;
  /** Of one lot and side: an account's service package may lower it. */
  readonly feeOf: (accountId: string, contractCode: string) => bigint;
}

type Fill = Extract<EngineEvent, { readonly kind: 'orderFilled' | 'lateFillBooked' }>['fill'];

export class BookKeeper {
  private readonly terms: Terms;
  private readonly cash: UndoMap<string, bigint>;
  private readonly debts: UndoMap<string, bigint>;
  private readonly holds: UndoMap<string, Hold>;
  /** By account, then by contract; oldest first. */
  private readonly open: UndoMap<string, ReadonlyMap<string, readonly Lot[]>>;

  constructor(log: UndoLog, terms: Terms) {
    this.terms = terms;
    this.cash = new UndoMap(log);
    this.debts = new UndoMap(log);
    this.holds = new UndoMap(log);
    this.open = new UndoMap(log);
  }

  follow({ command, events }: Step, passed: readonly Passed[] = []): void {
    if (!events.some(({ kind }) => kind === 'commandRefused')) this.obey(command);
    for (const event of events) {
      if (event.kind === 'packageChanged') this.payMonth(event.change);
      if (event.kind === 'orderFilled' || event.kind === 'lateFillBooked') this.fill(event.fill);
      const isGivenBack = event.kind === 'withdrawalChanged' && event.change.reason === 'MarginNeeded';
      if (isGivenBack) this.holds.delete(event.change.withdrawalId);
    }
    for (const { from, to, amountVnd } of passed) {
      this.pay(from, -amountVnd);
      this.credit(to, amountVnd);
    }
    for (const [accountId, cash] of this.cash) if (cash < 0n && this.isFlat(accountId)) this.owe(accountId, -cash);
  }

  /** `requiredVnd` is counted from nothing by the auditor. */
  agree(state: EngineState, accountId: string, requiredVnd: bigint): void {
    const account = state.accounts.get(accountId);
    if (!account) return;
    const [cash, debt, held] = [this.cashOf(accountId), this.debts.get(accountId) ?? 0n, this.heldOf(accountId)];
    this.compare('cash', accountId, state.balances.get(`cash:${accountId}`) ?? 0n, cash);
    this.compare('debt', accountId, -(state.balances.get(`deficit:${accountId}`) ?? 0n), debt);
    this.compare('held', accountId, account.heldVnd, held);
    const available = cash - held + this.estimateOf(accountId) - requiredVnd;
    this.compare('available', accountId, accountEquityVnd(state, account) - account.requiredVnd, available);
  }

  private compare(what: string, accountId: string, engine: bigint, books: bigint): void {
    hold(engine === books, `the books agree: ${what}`, () => `${accountId} ${engine}, in the books ${books}`);
  }

  private obey(command: Command): void {
    switch (command.kind) {
      case 'deposit':
        return this.credit(command.accountId, command.amountVnd);
      case 'holdWithdrawal':
        return this.holds.set(command.withdrawalId, { accountId: command.accountId, amountVnd: command.amountVnd });
      case 'releaseWithdrawal':
        return this.holds.delete(command.withdrawalId);
      case 'payWithdrawal': {
        const held = this.holds.get(command.withdrawalId);
        hold(held !== undefined, 'the books agree: what is paid was held', () => command.withdrawalId);
        this.holds.delete(command.withdrawalId);
        return this.pay(command.accountId, -(held?.amountVnd ?? 0n));
      }
      case 'settlePositions':
        return this.settle(command.contractCode, command.position, BigInt(command.settlementTicks));
      default:
        return;
    }
  }

  /** A debt is paid back first. */
  private credit(accountId: string, amountVnd: bigint): void {
    const debt = this.debts.get(accountId) ?? 0n;
    const repaid = debt < amountVnd ? debt : amountVnd;
    this.debts.set(accountId, debt - repaid);
    this.pay(accountId, amountVnd - repaid);
  }

  /** A month of a service package is paid when it begins. */
  private payMonth({ accountId, status, subscription }: PackageChange): void {
    if (status === 'BEGAN' || status === 'RENEWED') this.pay(accountId, -subscription.terms.priceVnd);
  }

  private fill({ accountId, contractCode, side, lots, priceTicks }: Fill): void {
    const count = BigInt(lots);
    this.pay(accountId, -this.terms.feeOf(accountId, contractCode) * count);
    this.trade(accountId, contractCode, { lots: side === 'BUY' ? count : -count, ticks: BigInt(priceTicks) });
  }

  private settle(contractCode: string, position: 'long' | 'short', ticks: bigint): void {
    for (const [accountId, contracts] of [...this.open]) {
      const net = (contracts.get(contractCode) ?? []).reduce((sum, { lots }) => sum + lots, 0n);
      if (position === 'long' ? net > 0n : net < 0n) this.trade(accountId, contractCode, { lots: -net, ticks });
    }
  }

  /** Lots of the other side close the oldest ones; what is left over opens. */
  private trade(accountId: string, contractCode: string, { lots, ticks }: Lot): void {
    const contracts = new Map(this.open.get(accountId));
    const queue = [...(contracts.get(contractCode) ?? [])];
    let left = lots;
    for (let oldest = queue[0]; oldest && left !== 0n && oldest.lots < 0n !== left < 0n; oldest = queue[0]) {
      const closed = size(left) < size(oldest.lots) ? -left : oldest.lots;
      this.pay(accountId, this.worth(contractCode, (ticks - oldest.ticks) * closed));
      left += closed;
      if (closed === oldest.lots) queue.shift();
      else queue.splice(0, 1, { lots: oldest.lots - closed, ticks: oldest.ticks });
    }
    if (left !== 0n) queue.push({ lots: left, ticks });
    if (queue.length > 0) contracts.set(contractCode, queue);
    else contracts.delete(contractCode);
    this.open.set(accountId, contracts);
  }

  /** Each position is rounded once. */
  private estimateOf(accountId: string): bigint {
    let sum = 0n;
    for (const [contractCode, queue] of this.open.get(accountId) ?? []) {
      const { markTicks } = this.terms.tariffOf(contractCode);
      if (markTicks === undefined) continue;
      const ticks = queue.reduce((all, lot) => all + (markTicks - lot.ticks) * lot.lots, 0n);
      sum += this.worth(contractCode, ticks);
    }
    return sum;
  }

  /** Dong of ticks times lots, to nearest, ties to even. */
  private worth(contractCode: string, ticks: bigint): bigint {
    const { tickValueMinor, rateE4 } = this.terms.tariffOf(contractCode);
    const millionths = ticks * tickValueMinor * rateE4;
    const whole = millionths / 1_000_000n;
    const rest = size(millionths % 1_000_000n) * 2n;
    const isUp = rest > 1_000_000n || (rest === 1_000_000n && whole % 2n !== 0n);
    if (!isUp) return whole;
    return millionths < 0n ? whole - 1n : whole + 1n;
  }

  private owe(accountId: string, amountVnd: bigint): void {
    this.debts.set(accountId, (this.debts.get(accountId) ?? 0n) + amountVnd);
    this.pay(accountId, amountVnd);
  }

  private pay(accountId: string, amountVnd: bigint): void {
    this.cash.set(accountId, this.cashOf(accountId) + amountVnd);
  }

  private cashOf(accountId: string): bigint {
    return this.cash.get(accountId) ?? 0n;
  }

  private heldOf(accountId: string): bigint {
    let sum = 0n;
    for (const one of this.holds.values()) if (one.accountId === accountId) sum += one.amountVnd;
    return sum;
  }

  private isFlat(accountId: string): boolean {
    return !this.open.get(accountId)?.size;
  }
}

function size(value: bigint): bigint {
  return value < 0n ? -value : value;
}
