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
  execute,
  restoreState,
  snapshotState,
  stateHash,
  type VenueReport,
  type VenueRequest,
} from '@mua/core/engine';
import { createExchange, type Exchange } from '@mua/core/exchange';
import type { Break } from './breaks.ts';
import { CONTRACTS, openingCommands } from './stage.ts';

export interface Step {
  readonly command: Command;
  readonly events: readonly EngineEvent[];
}

export interface WorldListener {
  executed(step: Step, state: EngineState): void;
  /** The step is on disk and its submitter has been told. */
  acknowledged(step: Step): void;
  /** What was executed after this state's seq never happened. */
  rolledBack(state: EngineState): void;
}

export class World {
  state: EngineState = createEngineState();
  exchange: Exchange = newExchange(0);
  readonly durable: Command[] = [];
  fills = 0;
  private forming: Step[] = [];
  private snapshot: EngineSnapshot | undefined;
  private epochs = 0;
  private timeMs = 1_000;
  /** In the journal's order; the end of a trade date travels with the requests. */
  private toExchange: (VenueRequest | { readonly kind: 'endTradeDate'; readonly endedDate: string })[] = [];
  private toEngine: VenueReport[] = [];
  private delivered: VenueReport[] = [];
  private readonly listener: WorldListener;
  private readonly broken: Break | undefined;

  constructor(listener: WorldListener, broken?: Break) {
    this.listener = listener;
    this.broken = broken;
    for (const body of openingCommands()) this.run(body);
    this.commit();
    this.restartExchange();
    this.commit();
  }

  run(body: CommandBody): Step {
    this.timeMs += 1;
    const command: Command = { ...body, seq: this.state.seq + 1, timeMs: this.timeMs };
    this.broken?.beforeExecute?.(this.state, command);
    const events = execute(this.state, command);
    this.broken?.afterExecute?.(this.state, command, events);
    const step = { command, events };
    this.forming.push(step);
    this.listener.executed(step, this.state);
    if (this.broken?.acknowledgesEarly) this.publish([step]);
    return step;
  }

  get hasUncommitted(): boolean {
    return this.forming.length > 0;
  }

  commit(): void {
    const batch = this.forming;
    this.makeDurable(batch);
    if (!this.broken?.acknowledgesEarly) this.publish(batch);
  }

  private makeDurable(batch: readonly Step[]): void {
    this.forming = [];
    for (const step of batch) this.durable.push(step.command);
  }

  /** After the commit, in this order: the reply, then the exchange. */
  private publish(batch: readonly Step[]): void {
    for (const step of batch) {
      this.listener.acknowledged(step);
      for (const event of step.events) {
        const isForThisExchange = event.kind === 'venueRequested' && event.epoch === `e${this.epochs}`;
        if (isForThisExchange) this.toExchange.push(event.request);
        if (event.kind === 'tradeDateBegan') this.toExchange.push({ kind: 'endTradeDate', endedDate: event.endedDate });
      }
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
    this.toExchange = [];
    this.toEngine = [];
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
    for (const command of this.durable) if (command.seq > state.seq) execute(state, command);
    return state;
  }

  /** Empty books under a new epoch; a few of its last words may still be on the way. */
  restartExchange(lateReports = 0): void {
    this.epochs += 1;
    this.exchange = newExchange(this.epochs);
    this.toExchange = [];
    this.toEngine = lateReports > 0 ? this.toEngine.slice(-lateReports) : [];
    this.run({ kind: 'restartVenue', epoch: `e${this.epochs}` });
  }

  quote(contractCode: string, orderId: string, side: 'BUY' | 'SELL', priceTicks: number, lots: number): void {
    this.hear(this.exchange.quote(contractCode, { orderId, ownerId: `maker-${orderId}`, side, priceTicks, lots }));
  }

  deliverToExchange(): boolean {
    const request = this.toExchange.shift();
    if (!request) return false;
    if (request.kind === 'endTradeDate') this.hear(this.exchange.endTradeDate(request.endedDate));
    else this.hear(this.exchange.handle(this.broken?.alterRequest?.(request) ?? request));
    return true;
  }

  /** Reports about makers' own orders are not the broker's. */
  private hear(reports: readonly VenueReport[]): void {
    for (const report of reports) if (!report.orderId.startsWith('maker')) this.toEngine.push(report);
  }

  deliverToEngine(): boolean {
    const report = this.toEngine.shift();
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

  endTradeDate(nextTradeDate: string, settlements: { contractCode: string; settlementTicks: number }[]): void {
    this.run({ kind: 'settleContracts', settlements });
    this.run({ kind: 'endTradeDate', nextTradeDate });
  }
}

function newExchange(epoch: number): Exchange {
  const exchange = createExchange({
    epoch: `e${epoch}`,
    rules: { collarBasisPoints: 200, collarMinimumTicks: 10 },
  });
  for (const { code } of CONTRACTS) exchange.listContract(code, { session: 'OPEN' });
  return exchange;
}
