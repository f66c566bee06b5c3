/**
 * Runs a world from one seed: the workload acts, the auditor checks, faults strike. The same seed gives the same
 * run to the last bit, so a failing seed is a test case.
 */
import { type Command, type EngineState, leavesLots, stateHash } from '@mua/core/engine';
import { type Random, seededRandom } from '@mua/core/values';
import { Auditor, Violation } from './auditor.ts';
import { BREAKS, type BreakName } from './breaks.ts';
import { CONTRACTS } from './stage.ts';
import { Workload } from './workload.ts';
import { World } from './world.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly steps: number;
  readonly commands: number;
  readonly fills: number;
  readonly stateHash: string;
  readonly violations: readonly never[];
}

/** The first broken invariant, and the step that broke it. */
export interface SimulationFailure {
  readonly seed: number;
  readonly step: number;
  readonly invariant: string;
}

const FULL_CHECK_EVERY = 200;

export function simulate(seed: number, steps: number, breakName?: BreakName): SimulationResult | SimulationFailure {
  const random = seededRandom(seed);
  let step = 0;
  try {
    const auditor = new Auditor();
    const world = new World(auditor, breakName && BREAKS[breakName]);
    const workload = new Workload(world, random);
    const actions = chooseActions(world, workload, random);
    for (step = 1; step <= steps; step += 1) {
      pickAction(actions, random)();
      if (step % FULL_CHECK_EVERY === 0) checkEverything(world, auditor);
    }
    settle(world, workload);
    checkEverything(world, auditor);
    checkNothingUnanswered(world);
    const { state } = world;
    return { seed, steps, commands: state.seq, fills: world.fills, stateHash: stateHash(state), violations: [] };
  } catch (error) {
    const invariant = error instanceof Violation ? error.message : `engine threw: ${String(error)}`;
    return { seed, step, invariant };
  }
}

/** The journal of a run, for golden files. */
export function recordCommands(seed: number, steps: number): { commands: readonly Command[]; state: EngineState } {
  const random = seededRandom(seed);
  const world = new World(new Auditor());
  const workload = new Workload(world, random);
  const actions = chooseActions(world, workload, random);
  for (let step = 1; step <= steps; step += 1) pickAction(actions, random)();
  settle(world, workload);
  return { commands: world.durable, state: world.state };
}

type Action = () => void;

/** Weights of one seed: each kind of fault and of rarer act is on or off, so that seeds reach different depths. */
function chooseActions(world: World, workload: Workload, random: Random): readonly (readonly [Action, number])[] {
  const sometimes = (weight: number): number => (random.chance(0.6) ? weight : 0);
  return [
    [() => workload.placeOrder(), 14],
    [() => workload.placeWrongOrder(), 2],
    [() => workload.repeatOrder(), 3],
    [() => workload.modifyOrder(), sometimes(6)],
    [() => workload.cancelOrder(), sometimes(5)],
    [() => workload.touchForeignOrder(), 1],
    [() => workload.liquidate(), sometimes(2)],
    [() => workload.movePrices(), 10],
    [() => workload.markPrices(), 4],
    [() => workload.toggleSession(), sometimes(0.6)],
    [() => workload.endTradeDate(), sometimes(0.3)],
    [() => workload.deposit(), 0.5],
    [() => world.commit(), 12],
    [() => world.takeSnapshot(), sometimes(0.5)],
    [() => void world.deliverToExchange(), 18],
    [() => void world.deliverToEngine(), 24],
    [() => world.repeatReport(random.next()), sometimes(3)],
    [() => world.restartExchange(random.below(4)), sometimes(0.3)],
    [() => world.crash(random.pick(['before', 'during', 'after'] as const)), sometimes(0.5)],
  ];
}

function pickAction(actions: readonly (readonly [Action, number])[], random: Random): Action {
  const total = actions.reduce((sum, [, weight]) => sum + weight, 0);
  let at = (random.next() / 0x1_0000_0000) * total;
  for (const [action, weight] of actions) {
    at -= weight;
    if (at < 0) return action;
  }
  throw new Error('weights do not add up');
}

/** Faults stop; everything under way arrives. */
function settle(world: World, workload: Workload): void {
  workload.openAllSessions();
  for (let isBusy = true; isBusy; ) {
    world.commit();
    const toExchange = world.deliverToExchange();
    const toEngine = world.deliverToEngine();
    isBusy = toExchange || toEngine || world.hasUncommitted;
  }
}

function checkEverything(world: World, auditor: Auditor): void {
  auditor.checkAll();
  const faults = world.exchange.audit();
  if (faults.length > 0) throw new Violation('the book is sound', faults.join('; '));
}

/** With no faults left, every question to the exchange has its answer and both sides know the same orders. */
function checkNothingUnanswered(world: World): void {
  const atExchange = new Map<string, number>();
  for (const { code } of CONTRACTS) {
    for (const order of world.exchange.openOrders(code)) atExchange.set(order.orderId, order.leavesLots);
  }
  for (const order of world.state.orders.values()) {
    const isWaiting = ['IN_TRANSIT', 'IN_CANCEL', 'IN_MODIFY', 'PENDING', 'NOT_SENT'].includes(order.status);
    if (isWaiting) throw new Violation('every order is answered', `${order.orderId} ${order.status}`);
    const isOverdue = order.duration === 'DAY' && order.closedMs === null && order.dayDate < world.state.tradeDate;
    if (isOverdue) throw new Violation('a day order ends with its trade date', `${order.orderId} ${order.dayDate}`);
    const leaves = leavesLots(order);
    const resting = atExchange.get(order.orderId) ?? 0;
    if (leaves !== resting) {
      throw new Violation('broker and exchange agree', `${order.orderId} ${order.status} ${leaves} ${resting}`);
    }
  }
}
