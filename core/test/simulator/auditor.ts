/**
 * The auditor keeps a small model of its own, fed only by events, and holds the engine's memory against it.
 * What a step touched is checked after every step; everything, every so many steps and at the end.
 * A finding is the name of the broken invariant (trading rules, "Invariants") with what was seen.
 */
import {
  type Account,
  accountEquityVnd,
  cashVnd,
  createEngineState,
  type EngineEvent,
  type EngineState,
  exposureOf,
  mayFollow,
  type Order,
  type OrderFill,
  restoreState,
  snapshotState,
  stateHash,
} from '@mua/core/engine';
import { judgeMargin, requiredMarginVnd } from '@mua/core/preview';
import type { OrderStatus } from '@mua/core/values';
import type { Step, WorldListener } from './world.ts';

export class Violation extends Error {
  readonly invariant: string;
  constructor(invariant: string, seen: string) {
    super(`${invariant}: ${seen}`);
    this.invariant = invariant;
  }
}

function hold(condition: boolean, invariant: string, seen: () => string): void {
  if (!condition) throw new Violation(invariant, seen());
}

interface OrderModel {
  status: OrderStatus;
  filledLots: number;
  seq: number;
}

interface Acknowledged {
  readonly accountId: string;
  readonly clientOrderId: string;
  readonly orderId: string;
  readonly terms: string;
}

/** Everything the model believes; a plain value, so that a rollback is a copy put back. */
interface Model {
  orders: Map<string, OrderModel>;
  fillIds: Set<string>;
  netLots: Map<string, number>;
  cash: Map<string, bigint>;
  tradeSides: Map<string, OrderFill[]>;
  clientOrders: Map<string, string>;
  marks: Map<string, number>;
}

function emptyModel(): Model {
  return {
    orders: new Map(),
    fillIds: new Set(),
    netLots: new Map(),
    cash: new Map(),
    tradeSides: new Map(),
    clientOrders: new Map(),
    marks: new Map(),
  };
}

export class Auditor implements WorldListener {
  private model = emptyModel();
  /** Every step so far: a rollback teaches the model again without the lost ones. */
  private history: Step[] = [];
  private readonly acknowledgedOrders: Acknowledged[] = [];
  private state: EngineState = createEngineState();
  private lastSeq = 0;
  private lastTimeMs = 0;

  executed(step: Step, state: EngineState): void {
    const { command } = step;
    this.state = state;
    hold(command.seq === this.lastSeq + 1, 'seq is gap-free', () => `${command.seq} after ${this.lastSeq}`);
    hold(command.timeMs >= this.lastTimeMs, 'time does not go back', () => `${command.timeMs}`);
    this.lastSeq = command.seq;
    this.lastTimeMs = command.timeMs;
    this.history.push(step);
    this.learn(step);
    this.checkTouched(step);
  }

  acknowledged(step: Step): void {
    if (step.command.kind !== 'placeOrder') return;
    for (const event of step.events) {
      if (event.kind !== 'orderChanged') continue;
      const { accountId, clientOrderId, orderId } = event.order;
      this.acknowledgedOrders.push({ accountId, clientOrderId, orderId, terms: termsText(event.order) });
    }
  }

  /** The steps after this state's seq never happened: the model is taught again without them. */
  rolledBack(state: EngineState): void {
    this.state = state;
    this.history = this.history.filter((step) => step.command.seq <= state.seq);
    this.lastSeq = state.seq;
    this.model = emptyModel();
    for (const step of this.history) this.learn(step);
    for (const known of this.acknowledgedOrders) {
      hold(
        this.state.accounts.get(known.accountId)?.clientOrders.get(known.clientOrderId)?.orderId === known.orderId,
        'an acknowledged order survives',
        () => `${known.accountId} ${known.clientOrderId} ${known.terms}`,
      );
    }
  }

  private learn(step: Step): void {
    if (step.command.kind === 'markPrices') {
      for (const mark of step.command.prices) this.model.marks.set(mark.contractCode, mark.lastTicks);
    }
    for (const event of step.events) this.learnEvent(step, event);
  }

  private learnEvent(step: Step, event: EngineEvent): void {
    const { model } = this;
    switch (event.kind) {
      case 'orderFilled': {
        const { fill } = event;
        hold(!model.fillIds.has(fill.execId), 'a fill is booked once', () => fill.execId);
        model.fillIds.add(fill.execId);
        model.marks.set(fill.contractCode, fill.priceTicks);
        const key = `${fill.accountId} ${fill.contractCode}`;
        const signed = fill.side === 'BUY' ? fill.lots : -fill.lots;
        model.netLots.set(key, (model.netLots.get(key) ?? 0) + signed);
        this.learnTrade(fill);
        break;
      }
      case 'moneyPosted': {
        const sum = event.posting.entries.reduce((total, entry) => total + entry.amountVnd, 0n);
        hold(sum === 0n, 'entries sum to zero', () => `${event.posting.reference} ${sum}`);
        const { accountId, amountVnd } = event.posting;
        model.cash.set(accountId, (model.cash.get(accountId) ?? 0n) + amountVnd);
        break;
      }
      case 'orderChanged':
        this.learnOrder(step, event.order);
        break;
      case 'lateFillBooked':
        throw new Violation('no late fill from our own exchange', event.fill.execId);
      default:
        break;
    }
  }

  /** Both sides of one trade: opposite, of different owners, at one price. */
  private learnTrade(fill: OrderFill): void {
    const sides = this.model.tradeSides.get(fill.tradeId) ?? [];
    const [other] = sides;
    if (other) {
      const owners = [fill, other].map((side) => this.state.accounts.get(side.accountId)?.investorId);
      const sound =
        sides.length === 1 &&
        other.side !== fill.side &&
        other.priceTicks === fill.priceTicks &&
        owners[0] !== owners[1];
      hold(sound, 'a trade has two sides of different owners', () => `${fill.tradeId} ${owners.join(' ')}`);
    }
    this.model.tradeSides.set(fill.tradeId, [...sides, fill]);
  }

  private learnOrder(step: Step, order: Order): void {
    const { model } = this;
    const known = model.orders.get(order.orderId);
    const from = known?.status ?? 'NEW';
    hold(
      from === order.status || isReachable(from, order.status),
      'status moves along the table',
      () => `${order.orderId} ${from} -> ${order.status}`,
    );
    hold(
      order.filledLots >= (known?.filledLots ?? 0) && order.filledLots <= order.quantityLots,
      'filled is between 0 and quantity and never falls',
      () => `${order.orderId} ${order.filledLots}/${order.quantityLots}`,
    );
    const key = `${order.accountId} ${order.clientOrderId}`;
    const first = model.clientOrders.get(key) ?? order.orderId;
    hold(first === order.orderId, 'a client order id is one order for ever', () => `${key} ${first} ${order.orderId}`);
    model.clientOrders.set(key, first);
    model.orders.set(order.orderId, { status: order.status, filledLots: order.filledLots, seq: step.command.seq });
  }

  private checkTouched(step: Step): void {
    const { state } = this;
    const accounts = new Set<string>();
    for (const event of step.events) {
      if (event.kind === 'accountChanged') accounts.add(event.figures.accountId);
      if (event.kind === 'orderChanged') this.checkAcceptance(step, state, event.order);
    }
    for (const accountId of accounts) this.checkAccount(state, accountId);
  }

  /** An order just accepted, or just raised, leaves available margin at 0 or more, or reduces risk: from scratch. */
  private checkAcceptance(step: Step, state: EngineState, order: Order): void {
    const isNew = order.receivedSeq === step.command.seq && order.refusal === null;
    const isRaised =
      step.command.kind === 'modifyOrder' && (order.pendingTerms ?? order).quantityLots > order.quantityLots;
    if ((!isNew && !isRaised) || order.isForceSell) return;
    const account = state.accounts.get(order.accountId);
    const listed = state.contracts.get(order.contractCode);
    const terms = listed ? state.terms.get(listed.commodity.code) : undefined;
    if (!account || !listed || !terms) throw new Violation('an accepted order has an account and terms', order.orderId);
    hold(account.isActivated, 'only activated sub-accounts trade', () => order.accountId);
    const { netLots, workingBuyLots, workingSellLots } = exposureOf(account, order.contractCode);
    const own = order.side === 'BUY' ? workingBuyLots : workingSellLots;
    const opposite = order.side === 'BUY' ? -netLots : netLots;
    if (opposite > 0 && own <= opposite) return;
    const lots = (order.pendingTerms ?? order).quantityLots - order.filledLots;
    const fees = 2n * BigInt(lots) * terms.feeVnd;
    const available = accountEquityVnd(state, account) - this.requiredFromScratch(state, account) - fees;
    hold(available >= 0n, 'no accepted order leaves available below zero', () => `${order.orderId} ${available}`);
  }

  private requiredFromScratch(state: EngineState, account: Account): bigint {
    const working = new Map<string, { buy: number; sell: number }>();
    for (const order of state.orders.values()) {
      const isLive = !['REJECTED', 'CANCELLED', 'FILLED', 'EXPIRED'].includes(order.status);
      if (order.accountId !== account.accountId || !isLive) continue;
      const lots = Math.max(order.quantityLots, order.pendingTerms?.quantityLots ?? 0) - order.filledLots;
      const sum = working.get(order.contractCode) ?? { buy: 0, sell: 0 };
      if (order.side === 'BUY') sum.buy += Math.max(0, lots);
      else sum.sell += Math.max(0, lots);
      working.set(order.contractCode, sum);
    }
    let required = 0n;
    for (const code of new Set([...working.keys(), ...account.positions.keys()])) {
      const listed = state.contracts.get(code);
      const perLot = listed ? state.terms.get(listed.commodity.code)?.marginPerLotVnd[account.investorKind] : undefined;
      if (perLot === undefined) throw new Violation('exposure has terms', code);
      const { buy = 0, sell = 0 } = working.get(code) ?? {};
      const netLots = this.model.netLots.get(`${account.accountId} ${code}`) ?? 0;
      required += requiredMarginVnd({ netLots, workingBuyLots: buy, workingSellLots: sell }, perLot);
    }
    return required;
  }

  private checkAccount(state: EngineState, accountId: string): void {
    const account = state.accounts.get(accountId);
    if (!account) throw new Violation('an account that changed exists', accountId);
    const cash = cashVnd(state, account);
    const posted = this.model.cash.get(accountId) ?? 0n;
    hold(cash === posted, 'balance is the sum of its postings', () => `${accountId} ${cash} ${posted}`);
    const required = this.requiredFromScratch(state, account);
    hold(
      account.requiredVnd === required,
      'required margin equals the rule',
      () => `${accountId} ${account.requiredVnd} ${required}`,
    );
    for (const position of account.positions.values()) {
      const key = `${accountId} ${position.contractCode}`;
      const lots = position.openLots.reduce((sum, lot) => sum + lot.lots, 0);
      const notional = position.openLots.reduce((sum, lot) => sum + lot.lots * lot.priceTicks, 0);
      const sound =
        position.netLots === this.model.netLots.get(key) &&
        lots === Math.abs(position.netLots) &&
        notional === position.openNotional &&
        position.netLots !== 0;
      hold(
        sound,
        'position is the sum of its fills',
        () => `${key} ${position.netLots} ${this.model.netLots.get(key)}`,
      );
    }
  }

  /** Everything, against everything. */
  checkAll(): void {
    const { state } = this;
    let sum = 0n;
    for (const balance of state.balances.values()) sum += balance;
    hold(sum === 0n, 'entries sum to zero', () => `all balances ${sum}`);
    for (const accountId of state.accounts.keys()) this.checkAccount(state, accountId);
    for (const [key, netLots] of this.model.netLots) {
      const [accountId = '', code = ''] = key.split(' ');
      const held = state.accounts.get(accountId)?.positions.get(code)?.netLots ?? 0;
      hold(held === netLots, 'position is the sum of its fills', () => `${key} ${held} ${netLots}`);
    }
    for (const [code, mark] of this.model.marks) {
      const last = state.contracts.get(code)?.lastTicks;
      hold(last === mark, 'the mark is the last price told', () => `${code} ${last} ${mark}`);
    }
    for (const order of state.orders.values()) {
      const known = this.model.orders.get(order.orderId);
      hold(known?.status === order.status, 'every change of an order is told', () => order.orderId);
    }
    this.checkMaxLots(state);
    const copy = restoreState(snapshotState(state));
    hold(stateHash(copy) === stateHash(state), 'a snapshot restores to the same state', () => `seq ${state.seq}`);
    for (const [accountId, account] of state.accounts) {
      const restored = copy.accounts.get(accountId)?.requiredVnd;
      hold(restored === account.requiredVnd, 'derived sums restore', () => `${accountId} ${restored}`);
    }
  }

  /** Acceptance is monotone: what is refused at n lots is refused at n + 1, unless the smaller one reduces risk. */
  private checkMaxLots(state: EngineState): void {
    for (const account of state.accounts.values()) {
      for (const [code, listed] of state.contracts) {
        const terms = state.terms.get(listed.commodity.code);
        if (!terms) continue;
        const exposure = exposureOf(account, code);
        for (const side of ['BUY', 'SELL'] as const) {
          const earlierLots = side === 'BUY' ? exposure.workingBuyLots : exposure.workingSellLots;
          const situation = {
            equityVnd: accountEquityVnd(state, account),
            requiredVnd: account.requiredVnd,
            exposure,
            marginPerLotVnd: terms.marginPerLotVnd[account.investorKind],
            feeVnd: terms.feeVnd,
            earlierLots,
          };
          let refused = false;
          for (let lots = 1; lots <= 12; lots += 1) {
            const { accepted } = judgeMargin(situation, side, lots);
            hold(
              !(refused && accepted),
              'acceptance is monotone in lots',
              () => `${account.accountId} ${code} ${side} ${lots}`,
            );
            refused = !accepted;
          }
        }
      }
    }
  }
}

function termsText(order: Order): string {
  return `${order.side} ${order.quantityLots} ${order.contractCode} @ ${order.limitPriceTicks ?? 'market'}`;
}

/** A step may take two lines of the table at once: new -> pending -> in_transit. */
function isReachable(from: OrderStatus, to: OrderStatus): boolean {
  if (mayFollow(from, to)) return true;
  return from === 'NEW' && mayFollow('PENDING', to);
}
