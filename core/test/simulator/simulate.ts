/**
 * Runs a world from one seed: the workload acts, the auditor checks, faults strike. The same seed gives the same
 * run to the last bit, so a failing seed is a test case.
 */
import { type EngineState, leavesLots, type Order, stateHash, tradeDateOf } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import { Auditor } from './auditor.ts';
import { engineWith } from './break.ts';
import { BREAKS, type BreakName } from './breaks.ts';
import { Violation } from './violation.ts';
import { createWorkload, type Workload } from './workload.ts';
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
    const broken = breakName && BREAKS[breakName];
    const auditor = new Auditor(engineWith(broken));
    const world = new World(auditor, broken);
    const workload = createWorkload(world, random);
    for (step = 1; step <= steps; step += 1) {
      workload.act();
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

/** Far more rounds than any settling needs: beyond it two sides talk in circles. */
const SETTLING_ROUNDS = 20_000;

/** Faults stop; everything under way arrives. */
function settle(world: World, workload: Workload): void {
  workload.restoreOrder();
  let rounds = 0;
  for (let isBusy = true; isBusy; rounds += 1) {
    world.commit();
    const toExchange = world.deliverToExchange();
    const toEngine = world.deliverToEngine();
    isBusy = toExchange || toEngine || world.hasUncommitted;
    if (rounds > SETTLING_ROUNDS) throw new Violation('the world comes to rest', `${rounds} rounds`);
  }
}

function checkEverything(world: World, auditor: Auditor): void {
  auditor.checkAll();
  const faults = world.exchange.audit();
  if (faults.length > 0) throw new Violation('the book is sound', faults.join('; '));
  const guest = world.exchange.liveOrders().find(({ neverRests }) => neverRests);
  if (guest) throw new Violation('IOC and FOK leave nothing', guest.orderId);
}

const UNANSWERED: ReadonlySet<string> = new Set([
  'IN_TRANSIT',
  'IN_CANCEL',
  'IN_MODIFY',
  'PENDING',
  'NOT_SENT',
  'ACTIVEAT',
  'SUSPENDED',
  'DISCONNECTED',
  'UNKNOWN',
]);

/** With no faults left, every question to the exchange has its answer and both sides know the same orders. */
function checkNothingUnanswered(world: World): void {
  const atExchange = new Map<string, number>();
  for (const { orderId, leavesLots: leaves } of world.exchange.liveOrders()) atExchange.set(orderId, leaves);
  for (const order of world.state.orders.values()) {
    if (UNANSWERED.has(order.status))
      throw new Violation('every order is answered', `${order.orderId} ${order.status}`);
    checkDate(world.state, order);
    const neverRests = order.orderType === 'MARKET' || order.duration === 'IOC' || order.duration === 'FOK';
    if (neverRests && order.closedMs === null) throw new Violation('IOC and FOK leave nothing', order.orderId);
    const leaves = order.isHeldByUs ? 0 : leavesLots(order);
    const resting = atExchange.get(order.orderId) ?? 0;
    if (leaves !== resting)
      throw new Violation('broker and exchange agree', `${order.orderId} ${order.status} ${leaves} ${resting}`);
    atExchange.delete(order.orderId);
  }
  const [stranger] = atExchange.keys();
  if (stranger !== undefined) throw new Violation('broker and exchange agree', `${stranger} is unknown to the broker`);
}

function checkDate(state: EngineState, { orderId, contractCode, duration, dayDate, closedMs }: Order): void {
  const listed = state.contracts.get(contractCode);
  const isOverdue = listed !== undefined && duration === 'DAY' && dayDate < tradeDateOf(state, listed);
  if (closedMs === null && isOverdue) throw new Violation('an order ends with its trade date', `${orderId} ${dayDate}`);
}
