/**
 * The simulated world: one engine, a disk that can lose what was not committed, an exchange that can forget
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
  stateHash,
  tradeDateOf,
  type VenueReport,
} from '@mua/core/engine';
import type { Random, SessionState } from '@mua/core/values';
import { type Break, engineWith } from './break.ts';
import { type ExchangeListener, ExchangeSide } from './exchange-side.ts';
import { openingCommands } from './stage.ts';

export interface Step {
  readonly command: Command;
  readonly events: readonly EngineEvent[];
}

export interface WorldListener extends ExchangeListener {
  executed(step: Step, state: EngineState): void;
  /** The step is on disk and its submitter has been told. */
  acknowledged(step: Step): void;
  /** Everything executed so far is on disk. */
  committed(): void;
  /** What was executed after this state's seq never happened. */
  rolledBack(state: EngineState): void;
}

export class World {
  state: EngineState = createEngineState();
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
  private readonly listener: WorldListener;
  private readonly broken: Break | undefined;
  private readonly execute: typeof execute;

  constructor(listener: WorldListener, broken?: Break) {
    this.listener = listener;
    this.broken = broken;
    this.execute = engineWith(broken);
    this.exchange = new ExchangeSide('e0', () => this.state, listener);
    for (const body of openingCommands()) this.run(body);
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
  elapse(ms: number): void {
    this.timeMs += ms;
    this.run({ kind: 'passTime' });
  }

  get hasUncommitted(): boolean {
    return this.forming.length > 0;
  }

  // ---- the disk ----

  commit(): void {
    const batch = this.forming;
    this.makeDurable(batch);
    if (!this.broken?.acknowledgesEarly) this.publish(batch);
  }

  private makeDurable(batch: readonly Step[]): void {
    this.forming = [];
    for (const step of batch) this.durable.push(step.command);
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
    if (command.kind === 'settleContracts') {
      for (const settlement of command.settlements) this.exchange.send({ kind: 'setDailyLimits', ...settlement });
    }
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
    if (!this.hasUncommitted) this.snapshot = snapshotState(this.state);
  }

  /**
   * The process dies. `before`: the forming batch is lost. `during`: torn, so lost as well, for a batch is one
   * commit. `after`: it is on disk, but nobody was told.
   */
  crash(when: 'before' | 'during' | 'after'): void {
    if (when === 'after') this.makeDurable(this.forming);
    const expected = this.hasUncommitted ? undefined : stateHash(this.state);
    this.forming = [];
    this.lostAtSeq = 0;
    this.state = this.recovered();
    if (expected !== undefined && stateHash(this.state) !== expected) {
      throw new Error(`recovery at seq ${this.state.seq} gives another state than was committed`);
    }
    this.listener.rolledBack(this.state);
    this.restartExchange();
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
    this.epochs += 1;
    const lastWords = lateReports > 0 ? this.exchange.waitingReports.slice(-lateReports) : [];
    this.exchange = new ExchangeSide(`e${this.epochs}`, () => this.state, this.listener);
    this.exchange.keepReports(lastWords);
    this.run({ kind: 'restartVenue', epoch: this.exchange.epoch });
  }

  loseLink(random: Random): void {
    if (!this.exchange.isLinkUp) return;
    this.lostAtSeq = this.run({ kind: 'loseVenue' }).command.seq;
    this.exchange.cutLink(random);
    // What is not committed yet was never sent, and never will be: the engine sends it again itself.
    for (const { events } of this.forming)
      for (const event of events) if (event.kind === 'venueRequested') this.listener.requestLost(event.request);
  }

  /** Back: first what the exchange reported meanwhile, then what it has. */
  findLink(): void {
    if (this.exchange.isLinkUp) return;
    while (this.hearOne());
    const orderIds = this.exchange.liveOrderIds();
    this.run({ kind: 'resyncVenue', epoch: this.exchange.epoch, orderIds });
    this.exchange.isLinkUp = true;
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
    return this.exchange.isLinkUp && this.hearOne();
  }

  private hearOne(): boolean {
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

  private report(report: VenueReport): void {
    const { events } = this.run({ kind: 'reportExecution', report });
    for (const event of events) if (event.kind === 'orderFilled') this.fills += 1;
  }

  hasEnded(contractCode: string): boolean {
    const listed = this.state.contracts.get(contractCode);
    return listed !== undefined && tradeDateOf(this.state, listed) > listed.contract.lastTradeDay;
  }
}
