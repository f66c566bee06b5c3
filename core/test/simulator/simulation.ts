/**
 * The simulation: one engine, a disk that can lose what was not committed, an exchange that can forget
 * everything, and the roads between them. Real rules, fake machines; every decision comes from the seed.
 *
 *   investor -> execute -> forming batch -> commit -> (acknowledged, routed) -> exchange -> reports -> execute
 */
import {
  type Command,
  type CommandBody,
  createEngineState,
  type EngineEvent,
  type EngineSnapshot,
  type EngineState,
  type execute,
  restoreState,
  snapshotState,
  tradeDateOf,
  type VenueReport,
} from '@mua/core/engine';
import type { Random, SessionState } from '@mua/core/values';
import { type Break, engineWith } from '#test/simulator/break.ts';
import { EndedOrders } from '#test/simulator/ended-orders.ts';
import type { Foreigner } from '#test/simulator/exchange-behaviour.ts';
import { type ExchangeListener, ExchangeSide } from '#test/simulator/exchange-side.ts';
import { Listings } from '#test/simulator/listings.ts';
import { Pace } from '#test/simulator/pace.ts';
import { openingCommands } from '#test/simulator/reference-data.ts';
import { isSameData } from '#test/simulator/same-data.ts';

export interface Step {
  readonly command: Command;
  readonly events: readonly EngineEvent[];
}

export interface SimulationListener extends ExchangeListener {
  executed(step: Step, state: EngineState): void;
  /** The step is on disk and its submitter has been answered. */
  acknowledged(step: Step): void;
  /** Everything executed so far is on disk. */
  committed(): void;
  /** What was executed after this state's seq never happened. */
  rolledBack(state: EngineState): void;
}

/** A recovery never replays more commands than these: then a snapshot is taken, also where a seed takes none. */
const TAIL_MAX = 2_000;

export interface SimulationOptions {
  readonly broken?: Break | undefined;
  /** Present where the exchange is a foreign one. */
  readonly foreigner?: Foreigner | undefined;
  /** Ended orders that stay in memory, if fewer than usual. */
  readonly keptEnded?: number | undefined;
}

export class Simulation {
  state: EngineState = createEngineState();
  readonly listings = new Listings(() => this.state);
  exchange: ExchangeSide;
  readonly durable: Command[] = [];
  fills = 0;
  private forming: Step[] = [];
  private snapshot: EngineSnapshot | undefined;
  private epochs = 0;
  private timeMs = 1_000;
  /** Requests from before this command went down with the link. */
  private lostAtSeq = 0;
  private delivered: VenueReport[] = [];
  private readonly crashPace = new Pace();
  private readonly snapshotPace = new Pace();
  private readonly listener: SimulationListener;
  private readonly broken: Break | undefined;
  readonly foreigner: Foreigner | undefined;
  private readonly ended = new EndedOrders();
  private readonly execute: typeof execute;

  constructor(listener: SimulationListener, { broken, foreigner, keptEnded }: SimulationOptions = {}) {
    this.listener = listener;
    this.broken = broken;
    this.foreigner = foreigner;
    this.execute = engineWith(broken, keptEnded);
    this.exchange = this.emptyExchange();
    for (const body of openingCommands(foreigner !== undefined)) this.run(body);
    this.commit();
    this.restartExchange();
    this.commit();
  }

  run(body: CommandBody): Step {
    this.timeMs += 1;
    const command: Command = { ...body, seq: this.state.seq + 1, timeMs: this.timeMs };
    const events = this.execute(this.state, command);
    const step = { command, events };
    this.forming.push(step);
    this.listener.executed(step, this.state);
    if (this.broken?.acknowledgesEarly) this.publish([step]);
    return step;
  }

  /** The clock jumps; what has become due happens. */
  elapse(ms: number, isDeaf = false): void {
    this.timeMs += ms;
    this.run(isDeaf ? { kind: 'passTime', isDeaf } : { kind: 'passTime' });
  }

  get hasUncommitted(): boolean {
    return this.forming.length > 0;
  }

  // ---- the disk ----

  commit(): void {
    const batch = this.forming;
    this.makeDurable(batch);
    if (!this.broken?.acknowledgesEarly) this.publish(batch);
    if (this.state.seq - (this.snapshot?.seq ?? 0) > TAIL_MAX) this.keepSnapshot();
  }

  private makeDurable(batch: readonly Step[]): void {
    this.forming = [];
    for (const step of batch) {
      this.durable.push(step.command);
      this.ended.learn(step.events);
    }
    this.listener.committed();
  }

  /** After the commit, in this order: the reply, then the exchange. */
  private publish(batch: readonly Step[]): void {
    for (const step of batch) {
      this.listener.acknowledged(step);
      this.publishCalendar(step);
      for (const event of step.events) {
        const isForThisExchange = event.kind === 'venueRequested' && event.epoch === this.exchange.epoch;
        if (isForThisExchange && step.command.seq > this.lostAtSeq) this.exchange.send(event.request);
      }
    }
  }

  private publishCalendar({ command, events }: Step): void {
    if (command.kind === 'listSpread')
      this.exchange.send({ kind: 'listSpread', code: `${command.near}-${command.far}` });
    if (command.kind === 'settleContracts') {
      for (const settlement of command.settlements) this.exchange.send({ kind: 'setDailyLimits', ...settlement });
    }
    if (command.kind === 'listContract')
      this.exchange.send({ kind: 'listContract', contractCode: command.contract.code });
    for (const event of events) {
      if (event.kind !== 'tradeDateBegan') continue;
      const { endedDate, tradeDate, exchanges } = event;
      const rolled = [...this.state.contracts.values()].filter(({ commodity, tradeDate: own }) =>
        exchanges ? exchanges.includes(commodity.exchange) : own === null,
      );
      const contractCodes = rolled.map(({ contract }) => contract.code);
      this.exchange.send({ kind: 'endTradeDate', endedDate, contractCodes });
      for (const { contract } of rolled)
        if (contract.lastTradeDay < tradeDate) this.exchange.send({ kind: 'endContract', contractCode: contract.code });
    }
  }

  takeSnapshot(): void {
    if (!this.hasUncommitted && this.snapshotPace.take(this.state.seq)) this.keepSnapshot();
  }

  private keepSnapshot(): void {
    this.snapshot = snapshotState(this.state);
  }

  /**
   * The process dies. `before`: the forming batch is lost. `during`: torn, so lost as well, for a batch is one
   * commit. `after`: it is on disk, but nobody was answered.
   */
  crash(when: 'before' | 'during' | 'after'): void {
    if (!this.crashPace.take(this.state.seq)) return;
    if (when === 'after') this.makeDurable(this.forming);
    const expected = this.hasUncommitted ? undefined : snapshotState(this.state);
    this.forming = [];
    this.lostAtSeq = 0;
    this.state = this.recovered();
    if (expected && !isSameData(snapshotState(this.state), expected)) {
      throw new Error(`recovery at seq ${this.state.seq} gives another state than was committed`);
    }
    this.listener.rolledBack(this.state);
    this.waitForExchange();
    this.restartExchange();
  }

  /** After a start of ours a foreign exchange may take its time to come up; meanwhile it owes no answer. */
  private waitForExchange(): void {
    if (!this.foreigner) return;
    if (this.state.awaitingAnswer.size > 0) this.run({ kind: 'loseVenue', reason: 'started' });
    else if (this.foreigner.random.chance(0.5)) return;
    for (const ms of [6_000, 6_000]) this.elapse(this.foreigner.random.between(1, ms));
  }

  private recovered(): EngineState {
    const state = this.snapshot ? restoreState(this.snapshot) : createEngineState();
    this.broken?.afterRestore?.(state);
    for (const command of this.durable) if (command.seq > state.seq) this.execute(state, command);
    this.broken?.afterRecovery?.(state);
    return state;
  }

  // ---- the exchange and the link to it ----

  /** Empty books under a new epoch; a few of its last words may still be on the way. */
  restartExchange(lateReports = 0): void {
    const lastWords = lateReports > 0 ? this.exchange.waitingReports.slice(-lateReports) : [];
    this.epochs += 1;
    this.exchange = this.emptyExchange();
    this.exchange.keepReports(lastWords);
    this.run({ kind: 'restartVenue', epoch: this.exchange.epoch });
  }

  private emptyExchange(): ExchangeSide {
    const { listener, broken, foreigner } = this;
    return new ExchangeSide({ epoch: `e${this.epochs}`, stateOf: () => this.state, listener, broken, foreigner });
  }

  loseLink(random: Random): void {
    if (!this.exchange.isLinkUp) return;
    this.lostAtSeq = this.run({ kind: 'loseVenue' }).command.seq;
    this.exchange.cutLink(random);
    // What is not committed yet was never sent, and never will be: the engine sends it again itself.
    for (const { events } of this.forming)
      for (const event of events) if (event.kind === 'venueRequested') this.listener.requestLost(event.request);
  }

  /** Back: first what the exchange reported meanwhile, then what it has: the status of each order, or the ids alone. */
  findLink(tellsViews = this.drawsViews()): void {
    const { exchange } = this;
    if (exchange.isLinkUp) return;
    exchange.notifyEverything();
    while (this.deliverOne());
    const there = tellsViews ? { orders: exchange.orderViews() } : { orderIds: exchange.liveOrderIds() };
    this.run({ kind: 'resyncVenue', epoch: exchange.epoch, ...there });
    exchange.isLinkUp = true;
  }

  /** Ours draws nothing for it, so that its seeds stay what they were. */
  private drawsViews(): boolean {
    return this.foreigner ? this.foreigner.random.chance(0.8) : this.state.seq % 2 === 1;
  }

  setSession(contractCode: string, state: SessionState, more: { opensAtMs: number | null; isHalt?: boolean }): void {
    this.exchange.setSession(contractCode, state);
    this.run({ kind: 'changeSession', contractCodes: [contractCode], state, ...more });
  }

  deliverToExchange(): boolean {
    return this.exchange.deliverOne(this.broken?.alterRequest);
  }

  /** While the link is down the exchange's reports wait there. */
  deliverToEngine(): boolean {
    return this.exchange.isLinkUp && this.deliverOne();
  }

  private deliverOne(): boolean {
    const report = this.exchange.takeReport();
    if (!report) return false;
    this.delivered.push(report);
    if (this.delivered.length > 50) this.delivered.shift();
    this.report(report);
    return true;
  }

  /** Says again something that was said before. */
  repeatReport(index: number): void {
    const report = this.delivered[index % Math.max(1, this.delivered.length)];
    if (report) this.report(report);
  }

  /** A fill of an order that the engine has let go comes with the order, where anybody still has it. */
  private report(report: VenueReport): void {
    const isForgotten = report.kind === 'filled' && !this.state.orders.has(report.orderId);
    const forming = isForgotten ? this.forming.flatMap(({ events }) => events) : [];
    const recalled = isForgotten ? this.ended.recall(report.orderId, forming) : undefined;
    const { events } = this.run({ kind: 'reportExecution', report, ...(recalled ? { recalled } : {}) });
    for (const event of events) if (event.kind === 'orderFilled' || event.kind === 'lateFillBooked') this.fills += 1;
  }

  hasEnded(contractCode: string): boolean {
    const listed = this.state.contracts.get(contractCode);
    return listed !== undefined && tradeDateOf(this.state, listed) > listed.contract.lastTradeDay;
  }
}
