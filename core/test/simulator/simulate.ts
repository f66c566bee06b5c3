/**
 * Runs a simulation from one seed: the workload acts, the auditor checks, faults occur. The same seed gives exactly the
 * same run, so a failing seed is a test case.
 */
import { stateHash } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import { checkAgreement, checkNothingVanished } from '#test/simulator/agreement.ts';
import { Auditor } from '#test/simulator/auditor.ts';
import { engineWith } from '#test/simulator/break.ts';
import { BREAKS, type BreakName } from '#test/simulator/breaks.ts';
import { type Behaviour, behaviourOf, foreignerOf } from '#test/simulator/exchange-behaviour.ts';
import { Pace } from '#test/simulator/pace.ts';
import { Simulation } from '#test/simulator/simulation.ts';
import { Violation } from '#test/simulator/violation.ts';
import { createWorkload, traitsOf } from '#test/simulator/workload.ts';

export interface SimulationResult {
  readonly seed: number;
  readonly steps: number;
  readonly behaviour: Behaviour;
  readonly commands: number;
  readonly fills: number;
  readonly stateHash: string;
  readonly violations: readonly never[];
}

/** The first broken invariant, and the step that broke it. */
export interface SimulationFailure {
  readonly seed: number;
  readonly behaviour: Behaviour;
  readonly step: number;
  readonly invariant: string;
}

/** In steps. Whether a restored copy lives on alike costs as much as the simulation is large: see pace.ts. */
const FULL_CHECK_EVERY = 200;
/** So few that they are asked for and reported on when they are gone. */
const KEPT_ENDED = 8;

export interface SimulationOptions {
  readonly breakName?: BreakName | undefined;
  /** Absent: the seed's own. */
  readonly behaviour?: Behaviour | undefined;
}

export function simulate(
  seed: number,
  steps: number,
  { breakName, behaviour = behaviourOf(seed) }: SimulationOptions = {},
): SimulationResult | SimulationFailure {
  const random = seededRandom(seed);
  const copyPace = new Pace();
  let step = 0;
  try {
    const broken = breakName && BREAKS[breakName];
    const isForeign = behaviour === 'foreign';
    const keptEnded = seed % 2 === 0 ? KEPT_ENDED : undefined;
    const auditor = new Auditor(engineWith(broken, keptEnded), isForeign);
    const simulation = new Simulation(auditor, {
      broken,
      keptEnded,
      foreigner: isForeign ? foreignerOf(seed) : undefined,
    });
    const workload = createWorkload(simulation, random, { ...traitsOf(seed), isForeign });
    for (step = 1; step <= steps; step += 1) {
      workload.act();
      if (step % FULL_CHECK_EVERY === 0) checkEverything(simulation, auditor);
      if (step % FULL_CHECK_EVERY === 0 && copyPace.take(step)) auditor.followCopy();
    }
    workload.restoreOrder();
    settle(simulation);
    checkEverything(simulation, auditor);
    auditor.followCopy();
    checkEnd(simulation, auditor);
    const { state, fills } = simulation;
    return { seed, steps, behaviour, commands: state.seq, fills, stateHash: stateHash(state), violations: [] };
  } catch (error) {
    const invariant = error instanceof Violation ? error.message : `engine threw: ${String(error)}`;
    return { seed, behaviour, step, invariant };
  }
}

const LONGER_THAN_ANY_ANSWER_MS = 10_000;
/** Far more rounds than any settling needs: beyond it two sides talk in circles. */
const SETTLING_ROUNDS = 20_000;

/** Everything under way arrives. A foreign exchange takes its time, and some answers never come. */
function settle(simulation: Simulation): void {
  arrive(simulation);
  if (!simulation.foreigner) return;
  // A liquidation that finds no buyer is tried again for ever, unless nobody trades.
  simulation.run({ kind: 'setTradingHalt', scope: { kind: 'all' }, reason: 'the end', operatorId: 'lan' });
  for (let rounds = 0; rounds < SETTLING_ROUNDS; rounds += 1) {
    const { seq } = simulation.state;
    simulation.exchange.notifyHeldOver();
    simulation.elapse(LONGER_THAN_ANY_ANSWER_MS);
    arrive(simulation);
    const isQuiet = simulation.state.seq === seq + 1 && simulation.state.awaitingAnswer.size === 0;
    if (isQuiet) return;
  }
  throw new Violation('the simulation comes to rest', 'answers are due for ever');
}

function arrive(simulation: Simulation): void {
  let rounds = 0;
  for (let isBusy = true; isBusy; rounds += 1) {
    simulation.commit();
    const toExchange = simulation.deliverToExchange();
    const toEngine = simulation.deliverToEngine();
    isBusy = toExchange || toEngine || simulation.hasUncommitted;
    if (rounds > SETTLING_ROUNDS) throw new Violation('the simulation comes to rest', `${rounds} rounds`);
  }
}

/** With no faults left both sides agree; with a foreign exchange once more when it has stated the status of its orders. */
function checkEnd(simulation: Simulation, { model }: Auditor): void {
  checkAgreement(simulation, model, simulation.foreigner === undefined);
  if (simulation.foreigner) {
    simulation.loseLink(simulation.foreigner.random);
    simulation.findLink(true);
    settle(simulation);
    checkAgreement(simulation, model, true);
  }
  checkNothingVanished(simulation, model);
}

function checkEverything(simulation: Simulation, auditor: Auditor): void {
  auditor.checkAll();
  const faults = simulation.exchange.audit();
  if (faults.length > 0) throw new Violation('the book is sound', faults.join('; '));
  const guest = simulation.exchange.liveOrders().find(({ neverRests }) => neverRests);
  if (guest) throw new Violation('IOC and FOK leave nothing', guest.orderId);
}
