/**
 * The auditor keeps its own small model, updated by commands and events only, and compares the engine's state with it.
 * What a step touched is checked after every step; everything, every so many steps and at the end. Now and then it
 * restores a copy from a snapshot, which must then produce the same events as the original.
 */
import {
  createEngineState,
  type EngineEvent,
  type EngineState,
  execute,
  type Order,
  restoreState,
  snapshotState,
  type VenueRequest,
} from '@mua/core/engine';
import type { Trade } from '@mua/core/exchange';
import { checkAbsences, learnAbsences } from '#test/simulator/absence-checks.ts';
import { checkAcceptances } from '#test/simulator/acceptance.ts';
import {
  checkAccount,
  checkCalls,
  checkDebt,
  checkLiveness,
  checkMarginState,
  checkMonotone,
  checkRequired,
} from '#test/simulator/account-checks.ts';
import type { Audit } from '#test/simulator/audit.ts';
import { BookKeeper, type Tariff } from '#test/simulator/book-keeper.ts';
import { learnCancels } from '#test/simulator/cancel-checks.ts';
import { learnCopying } from '#test/simulator/copy-checks.ts';
import { checkClosings, checkCopies, checkCopyOrders } from '#test/simulator/copy-lists.ts';
import { checkDoubts } from '#test/simulator/doubt-checks.ts';
import { checkGroups } from '#test/simulator/group-checks.ts';
import { learnCommand } from '#test/simulator/learn-command.ts';
import { learnEvents } from '#test/simulator/learn-events.ts';
import { checkForcedRequests } from '#test/simulator/liquidation-checks.ts';
import { checkNothingMissing } from '#test/simulator/liquidation-plan.ts';
import { Model } from '#test/simulator/model.ts';
import {
  checkCancelsKept,
  checkCloseOut,
  checkDates,
  checkExitsStay,
  checkOrders,
  checkSentInTime,
} from '#test/simulator/order-checks.ts';
import { Pace } from '#test/simulator/pace.ts';
import { checkPackage, feeOf } from '#test/simulator/package-checks.ts';
import { checkRefusals } from '#test/simulator/refusal-checks.ts';
import { checkReported } from '#test/simulator/reported-fills.ts';
import { checkRolls } from '#test/simulator/roll-checks.ts';
import { isSameData } from '#test/simulator/same-data.ts';
import type { SimulationListener, Step } from '#test/simulator/simulation.ts';
import { equityOf } from '#test/simulator/sums.ts';
import { checkTriggers, expectTriggers } from '#test/simulator/trigger-oracle.ts';
import { hold } from '#test/simulator/violation.ts';

interface Acknowledged {
  readonly accountId: string;
  readonly clientOrderId: string;
  readonly orderId: string;
}

/** A copy that was restored from a snapshot, and how many steps it is still followed for. */
interface Shadow {
  readonly state: EngineState;
  stepsLeft: number;
}

const SHADOW_STEPS = 40;

export class Auditor implements SimulationListener {
  readonly model: Model;
  private readonly execute: typeof execute;
  private readonly books: BookKeeper;
  private readonly tape = new Map<string, Trade>();
  private readonly madeUpIds = new Set<string>();
  private readonly acknowledgedOrders: Acknowledged[] = [];
  private state: EngineState = createEngineState();
  private shadow: Shadow | undefined;
  private readonly errandPace = new Pace();
  private lastSeq = 0;
  private lastTimeMs = 0;

  constructor(engine: typeof execute = execute, isForeign = false) {
    this.execute = engine;
    this.model = new Model(isForeign);
    this.books = new BookKeeper(this.model.log, {
      tariffOf: (contractCode) => this.tariffOf(contractCode),
      feeOf: (accountId, contractCode) => feeOf(this.model, accountId, contractCode),
    });
  }

  executed(step: Step, state: EngineState): void {
    const { command } = step;
    this.state = state;
    hold(command.seq === this.lastSeq + 1, 'seq is gap-free', () => `${command.seq} after ${this.lastSeq}`);
    hold(command.timeMs >= this.lastTimeMs, 'time does not go back', () => `${command.timeMs}`);
    this.lastSeq = command.seq;
    this.lastTimeMs = command.timeMs;
    this.audit(step);
    this.compareShadow(step);
    // What waits for others of a strategy's followers must go on alike after a restart, wherever it stands.
    if (state.copying.errands.length > 0 && !this.shadow && this.errandPace.take(command.seq)) this.followCopy();
  }

  private audit(step: Step): void {
    const { model, state } = this;
    const { command } = step;
    model.log.seq = command.seq;
    const expected = expectTriggers(model, step);
    const ordersBefore = this.ordersBefore(step);
    const marksBefore = new Map<string, number | null>();
    if (command.kind === 'markPrices')
      for (const { contractCode } of command.prices) marksBefore.set(contractCode, this.markBefore(contractCode));
    const sentBefore = this.sentBefore(step);
    model.moveTime(command.timeMs);
    learnCommand(model, command);
    learnCancels(model, command);
    const due = learnAbsences(model, command);
    checkReported(model, step);
    checkDoubts(model, step);
    learnEvents(model, step, { tape: this.tape, madeUp: this.madeUpIds });
    if (command.kind === 'endTradeDate' && !command.exchanges) this.beginDay();
    this.books.follow(step, learnCopying(model, step));
    const audit: Audit = { model, state, step, ordersBefore, marksBefore, sentBefore };
    checkAcceptances(audit);
    checkRefusals(audit);
    checkTriggers(audit, expected);
    checkForcedRequests(audit);
    checkSentInTime(audit);
    checkExitsStay(audit);
    checkRolls(model, step);
    checkGroups(model, step);
    checkCopyOrders(audit);
    checkDates(audit);
    checkCloseOut(audit);
    const touched = this.touched(step);
    for (const accountId of touched) {
      checkAccount(audit, accountId);
      checkOrders(audit, accountId);
    }
    checkDebt(audit);
    checkCalls(audit);
    checkCancelsKept(audit);
    checkAbsences(model, state, due, step);
    for (const accountId of model.accounts.keys()) {
      const required = checkRequired(audit, accountId);
      checkMarginState(audit, accountId, required);
      checkPackage(audit, accountId);
      checkNothingMissing(audit, accountId);
      this.books.agree(state, accountId, required);
    }
    checkLiveness(audit);
    checkClosings(audit);
    if (step.events.some(({ kind }) => kind === 'copyChanged' || kind === 'strategyChanged')) checkCopies(audit);
  }

  private tariffOf(contractCode: string): Tariff {
    const { tickValueMinor, rateE4 } = this.model.termsOf(contractCode);
    const mark = this.model.mark(contractCode);
    return { tickValueMinor, rateE4, markTicks: mark === null ? undefined : BigInt(mark) };
  }

  private markBefore(contractCode: string): number | null {
    return this.model.contracts.has(contractCode) ? this.model.mark(contractCode) : null;
  }

  private ordersBefore({ command, events }: Step): Map<string, Order> {
    const before = new Map<string, Order>();
    if (command.kind !== 'modifyOrder') return before;
    for (const event of events) {
      const known = event.kind === 'orderChanged' && this.model.orders.get(event.order.orderId);
      if (known) before.set(known.orderId, known);
    }
    return before;
  }

  private sentBefore({ events }: Step): Set<string> {
    const sent = new Set<string>();
    for (const event of events) {
      const orderId = event.kind === 'venueRequested' && event.request.kind === 'submit' && event.request.order.orderId;
      if (orderId && this.model.lastSent.has(orderId)) sent.add(orderId);
    }
    return sent;
  }

  /** Today's loss counts from here. */
  private beginDay(): void {
    const { model } = this;
    for (const account of model.accounts.values()) model.dayBases.set(account.accountId, equityOf(model, account));
  }

  private touched({ command, events }: Step): Set<string> {
    const touched = new Set<string>();
    for (const event of events) {
      if (event.kind === 'accountChanged') touched.add(event.figures.accountId);
      else if (event.kind === 'orderChanged') touched.add(event.order.accountId);
      else if (event.kind === 'conditionalChanged') touched.add(event.conditional.accountId);
      else if (event.kind === 'positionChanged') touched.add(event.accountId);
      else if (event.kind === 'moneyPosted') touched.add(event.posting.accountId);
    }
    if ('accountId' in command && this.model.accounts.has(command.accountId)) touched.add(command.accountId);
    return touched;
  }

  // ---- the disk and the road to the exchange ----

  acknowledged({ command, events }: Step): void {
    if (command.kind !== 'placeOrder' && command.kind !== 'placeGroup') return;
    for (const event of events) {
      if (event.kind !== 'orderChanged') continue;
      const { accountId, clientOrderId, orderId } = event.order;
      if (clientOrderId !== null) this.acknowledgedOrders.push({ accountId, clientOrderId, orderId });
    }
  }

  committed(): void {
    this.model.log.settle();
  }

  rolledBack(state: EngineState): void {
    this.state = state;
    this.shadow = undefined;
    this.lastSeq = state.seq;
    this.model.rollBack(state.seq);
    for (const { accountId, clientOrderId, orderId } of this.acknowledgedOrders) {
      const survives = state.accounts.get(accountId)?.clientOrders.get(clientOrderId)?.orderId === orderId;
      hold(survives, 'an acknowledged order survives', () => `${accountId} ${clientOrderId}`);
    }
  }

  traded(trade: Trade): void {
    this.tape.set(trade.tradeId, trade);
  }

  madeUp({ execId }: { readonly execId: string }): void {
    this.madeUpIds.add(execId);
  }

  /** It may be handed over again, once. */
  requestLost(request: VenueRequest): void {
    if (request.kind === 'submit')
      this.model.sent.deleteForGood(`${this.state.venues.get('demo')?.epoch} ${request.order.orderId}`);
  }

  // ---- everything ----

  checkAll(): void {
    const { model, state } = this;
    let sum = 0n;
    for (const balance of state.balances.values()) sum += balance;
    hold(sum === 0n, 'entries sum to zero', () => `all balances ${sum}`);
    for (const [name, balance] of state.balances)
      hold(balance === model.balance(name), 'balance is the sum of its postings', () => `${name} ${balance}`);
    for (const accountId of state.accounts.keys()) checkAccount({ model, state }, accountId);
    checkCopies({ model, state });
    for (const [code, listed] of state.contracts) {
      const mark = listed.lastTicks ?? listed.settlementTicks;
      hold(
        mark === model.mark(code),
        'the mark is the last price reported',
        () => `${code} ${mark} ${model.mark(code)}`,
      );
    }
    for (const order of state.orders.values()) {
      const known = model.orders.get(order.orderId);
      const isReported = known?.status === order.status && known.quantityLots === order.quantityLots;
      hold(
        isReported,
        'every change of an order is reported',
        () => `${order.orderId} ${order.status} ${known?.status}`,
      );
    }
    for (const conditional of state.conditionals.values()) {
      const known = model.conditionals.get(conditional.conditionalOrderId);
      const isReported = known?.status === conditional.status && known.armedLots === conditional.armedLots;
      hold(isReported, 'every change of an order is reported', () => conditional.conditionalOrderId);
    }
    for (const [accountId, { marginState }] of state.accounts) {
      const { rung } = model.marginStateOf(accountId);
      hold(
        rung === marginState.rung,
        'a change of the margin state is reported',
        () => `${accountId} ${rung} ${marginState.rung}`,
      );
    }
    checkMonotone(state, model);
  }

  // ---- a restored copy ----

  followCopy(): void {
    const { state } = this;
    const copy = restoreState(snapshotState(state));
    const isSame = isSameData(snapshotState(copy), snapshotState(state));
    hold(isSame, 'a snapshot restores to the same state', () => `seq ${state.seq}`);
    for (const [accountId, account] of state.accounts) {
      const restored = copy.accounts.get(accountId)?.requiredVnd;
      hold(restored === account.requiredVnd, 'derived sums restore', () => `${accountId} ${restored}`);
    }
    hold(copy.nextDueMs === state.nextDueMs, 'derived dues restore', () => `${copy.nextDueMs} ${state.nextDueMs}`);
    this.shadow = { state: copy, stepsLeft: SHADOW_STEPS };
  }

  private compareShadow({ command, events }: Step): void {
    const { shadow } = this;
    if (!shadow) return;
    const again = this.execute(shadow.state, command);
    hold(
      textOf(again) === textOf(events),
      'a restored copy lives on like the original',
      () => `seq ${command.seq} ${command.kind}: ${firstDifference(again, events)}`,
    );
    shadow.stepsLeft -= 1;
    if (shadow.stepsLeft === 0) this.shadow = undefined;
  }
}

function textOf(events: readonly EngineEvent[]): string {
  return JSON.stringify(events, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
}

function firstDifference(again: readonly EngineEvent[], events: readonly EngineEvent[]): string {
  const at = events.findIndex((event, index) => textOf([event]) !== textOf(again.slice(index, index + 1)));
  return at < 0
    ? `${again.length} events for ${events.length}`
    : `${textOf(events.slice(at, at + 1))}, got ${textOf(again.slice(at, at + 1))}`;
}
