/**
 * Runs a world from one seed: the workload acts, the auditor checks, faults strike. The same seed gives the same
 * run to the last bit, so a failing seed is a test case.
 */
import { stateHash } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import { checkAgreement, checkNothingVanished } from '#test/simulator/agreement.ts';
import { Auditor } from '#test/simulator/auditor.ts';
import { engineWith } from '#test/simulator/break.ts';
import { BREAKS, type BreakName } from '#test/simulator/breaks.ts';
import { foreignerOf, type Manners, mannersOf } from '#test/simulator/manners.ts';
import { Pace } from '#test/simulator/pace.ts';
import { Violation } from '#test/simulator/violation.ts';
import { createWorkload, traitsOf } from '#test/simulator/workload.ts';
import { World } from '#test/simulator/world.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly steps: number;
  readonly manners: Manners;
  readonly commands: number;
  readonly fills: number;
  readonly stateHash: string;
  readonly violations: readonly never[];
}

/** The first broken invariant, and the step that broke it. */
export interface SimulationFailure {
  readonly seed: number;
  readonly manners: Manners;
  readonly step: number;
  readonly invariant: string;
}

/** In steps. Whether a restored copy lives on alike costs as much as the world is large: see pace.ts. */
const FULL_CHECK_EVERY = 200;

export interface SimulationOptions {
  readonly breakName?: BreakName | undefined;
  /** Absent: the seed's own. */
  readonly manners?: Manners | undefined;
}

export function simulate(
  seed: number,
  steps: number,
  { breakName, manners = mannersOf(seed) }: SimulationOptions = {},
): SimulationResult | SimulationFailure {
  const random = seededRandom(seed);
  const copyPace = new Pace();
  let step = 0;
  try {
    const broken = breakName && BREAKS[breakName];
    const isForeign = manners === 'foreign';
    const auditor = new Auditor(engineWith(broken), isForeign);
    const world = new World(auditor, { broken, foreigner: isForeign ? foreignerOf(seed) : undefined });
    const workload = createWorkload(world, random, { ...traitsOf(seed), isForeign });
    for (step = 1; step <= steps; step += 1) {
      workload.act();
      if (step % FULL_CHECK_EVERY === 0) checkEverything(world, auditor);
      if (step % FULL_CHECK_EVERY === 0 && copyPace.take(step)) auditor.followCopy();
    }
    workload.restoreOrder();
    settle(world);
    checkEverything(world, auditor);
    auditor.followCopy();
    checkEnd(world, auditor);
    const { state, fills } = world;
    return { seed, steps, manners, commands: state.seq, fills, stateHash: stateHash(state), violations: [] };
  } catch (error) {
    const invariant = error instanceof Violation ? error.message : `engine threw: ${String(error)}`;
    return { seed, manners, step, invariant };
  }
}

const LONGER_THAN_ANY_ANSWER_MS = 10_000;
/** Far more rounds than any settling needs: beyond it two sides talk in circles. */
const SETTLING_ROUNDS = 20_000;

/** Everything under way arrives. A foreign exchange takes its time, and some answers never come. */
function settle(world: World): void {
  arrive(world);
  if (!world.foreigner) return;
  // A liquidation that finds no buyer is tried again for ever, unless nobody trades.
  world.run({ kind: 'setTradingHalt', scope: { kind: 'all' }, reason: 'the end', operatorId: 'lan' });
  for (let rounds = 0; rounds < SETTLING_ROUNDS; rounds += 1) {
    const { seq } = world.state;
    world.exchange.tellHeldOver();
    world.elapse(LONGER_THAN_ANY_ANSWER_MS);
    arrive(world);
    const isQuiet = world.state.seq === seq + 1 && world.state.awaitingAnswer.size === 0;
    if (isQuiet) return;
  }
  throw new Violation('the world comes to rest', 'answers are due for ever');
}

function arrive(world: World): void {
  let rounds = 0;
  for (let isBusy = true; isBusy; rounds += 1) {
    world.commit();
    const toExchange = world.deliverToExchange();
    const toEngine = world.deliverToEngine();
    isBusy = toExchange || toEngine || world.hasUncommitted;
    if (rounds > SETTLING_ROUNDS) throw new Violation('the world comes to rest', `${rounds} rounds`);
  }
}

/** With no faults left both sides agree; with a foreign exchange once more when it has said how its orders stand. */
function checkEnd(world: World, { model }: Auditor): void {
  checkAgreement(world, model, world.foreigner === undefined);
  if (world.foreigner) {
    world.loseLink(world.foreigner.random);
    world.findLink(true);
    settle(world);
    checkAgreement(world, model, true);
  }
  checkNothingVanished(world, model);
}

function checkEverything(world: World, auditor: Auditor): void {
  auditor.checkAll();
  const faults = world.exchange.audit();
  if (faults.length > 0) throw new Violation('the book is sound', faults.join('; '));
  const guest = world.exchange.liveOrders().find(({ neverRests }) => neverRests);
  if (guest) throw new Violation('IOC and FOK leave nothing', guest.orderId);
}
