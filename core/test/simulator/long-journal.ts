/**
 * Journals for replaying: consecutive simulations with everything that investors, broker and exchange ever do. They are
 * not audited here; simulate.ts does that.
 */
import type { Command, EngineState } from '@mua/core/engine';
import { seededRandom } from '@mua/core/values';
import { behaviourOf, foreignerOf } from '#test/simulator/exchange-behaviour.ts';
import { Simulation, type SimulationListener } from '#test/simulator/simulation.ts';
import { createWorkload } from '#test/simulator/workload.ts';

/** Some weeks of trade dates. */
const COMMANDS_PER_SIMULATION = 10_000;

const NOBODY: SimulationListener = {
  executed() {},
  acknowledged() {},
  committed() {},
  rolledBack() {},
  traded() {},
  requestLost() {},
  madeUp() {},
};

/** The commands of each simulation in turn. */
export function* longJournal(commands: number): Generator<readonly Command[]> {
  let left = commands;
  for (let seed = 1; left > 0; seed += 1) {
    const wanted = Math.min(left, COMMANDS_PER_SIMULATION);
    yield recordSimulation(seed, wanted).commands.slice(0, wanted);
    left -= wanted;
  }
}

/** So many commands of one simulation, or a few more, and the state that they lead to. */
export function recordSimulation(seed: number, wanted: number): { commands: readonly Command[]; state: EngineState } {
  const isForeign = behaviourOf(seed) === 'foreign';
  const simulation = new Simulation(NOBODY, { foreigner: isForeign ? foreignerOf(seed) : undefined });
  const random = seededRandom(seed);
  let isChoosing = true;
  // A seed of the simulator leaves kinds of acts out, to get deeper into others; here there are all of them.
  const chance = (share: number): boolean => isChoosing || random.chance(share);
  const workload = createWorkload(
    simulation,
    { ...random, chance },
    {
      ...{
        isThin: false,
        isCrafty: false,
        hasWithdrawals: true,
        hasPackages: true,
        hasAbsences: true,
        hasCopying: true,
      },
      hasCrowd: false,
      hasRolls: false,
      hasGroups: true,
      trailingExits: true,
      hasSpreads: true,
      isForeign,
    },
  );
  isChoosing = false;
  while (simulation.durable.length < wanted) workload.act();
  simulation.commit();
  return { commands: simulation.durable, state: simulation.state };
}
